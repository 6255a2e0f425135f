"""The tables under tests/data: published figures and PyTorch's own measurements."""

import csv
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[dict[str, str]]:
    """All rows of one table, every value as text."""
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
