"""The tables under data/: what others measured or printed, every value as text."""

import csv
from pathlib import Path

DATA = Path(__file__).parent / "data"

Row = dict[str, str]


def rows(name: str) -> list[Row]:
    """All rows of one table."""
    with (DATA / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
