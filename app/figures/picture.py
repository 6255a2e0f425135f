"""What every figure builder returns: the drawing, and the same numbers as a sentence and as a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Table:
    """Rows of text under column headings; quantities are exact integers with separators."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Picture:
    """A figure as a plain mapping in Plotly's schema (`data`, `layout`), with its title, describing sentence and table."""

    title: str
    figure: Mapping[str, Any]
    sentence: str
    table: Table

    def as_json(self) -> dict[str, Any]:
        """The same as plain mappings."""
        table = {"columns": self.table.columns, "rows": self.table.rows}
        return {"figure": self.figure, "title": self.title, "sentence": self.sentence, "table": table}
