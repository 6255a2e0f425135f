"""Draws the table of browser.py as two pictures: `python benchmarks/picture.py docs/speed.md`.

It writes speed-step.svg and speed-drag.svg beside the page, with the project's own SVG drawing; nothing here is measured.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.drawing.sheet import sheet
from app.figures.axes import places
from app.figures.style import PAPER, THETA, bars, figure, note

WIDTH, HEIGHT = 960, 380
FIRST, STEP, DRAG = "what", "step to paint, median/p95", "figures/s in a drag"  # columns of the table


@dataclass(frozen=True)
class Row:
    """One thing that was measured: milliseconds from key to paint, and figures a second in a drag."""

    name: str
    step: float
    drag: float


def main() -> None:
    """Read the table and write the pictures."""
    page = Path(sys.argv[1])
    rows = rows_of(page.read_text(encoding="utf-8"))
    for end, title, pick in (
        ("step", "From a key to the new picture, milliseconds (less is better)", lambda row: row.step),
        ("drag", "Pictures a second while a key is held (more is better)", lambda row: row.drag),
    ):
        page.with_name(f"{page.stem}-{end}.svg").write_text(
            picture(title, rows, [pick(row) for row in rows], ids=f"speed-{end}"), encoding="utf-8"
        )


def rows_of(text: str) -> list[Row]:
    """The rows of the table of browser.py; of ours, one page stands for all."""
    table = text[text.index(f"| {FIRST} |") :].split("\n\n")[0]
    heading, _, *lines = ([cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines())
    rows = [Row(line[0], float(line[heading.index(STEP)].split("/")[0]), float(line[heading.index(DRAG)])) for line in lines]
    ours = [row for row in rows if row.name.startswith("ours")]
    return [row for row in rows if row not in ours[1:]]


def picture(title: str, rows: Sequence[Row], values: Sequence[float], ids: str) -> str:
    """An SVG with one bar for each row; ours in colour."""
    at = list(range(len(rows)))
    ours = [row.name.startswith("ours") for row in rows]
    standing = list(zip(at, values, ours, strict=True))
    traces = [bars(role, *zip(*[(x, value, 0) for x, value, own in standing if own is colour and value], strict=True), ghost=not colour)
              for role, colour in ((THETA, True), (THETA, False))]  # fmt: skip
    names = ["<br>".join(short(row.name).split()) for row in rows]
    upright = places(0, 1.15 * max(values), [0], ["0"]) | {"showgrid": True}
    notes = [note(x, value, f"{value:g}", bold=True, above=True) for x, value in zip(at, values, strict=True)]
    drawn = figure(traces, x=places(-0.6, len(rows) - 0.4, at, names), y=upright, notes=notes)
    description = "; ".join(f"{row.name}: {value:g}" for row, value in zip(rows, values, strict=True))
    return sheet(drawn, WIDTH, HEIGHT, paper=PAPER, colours={}, title=title, description=description, ids=ids)


def short(name: str) -> str:
    """A name in two lines at most; the page beside the picture has it whole."""
    if "floor" in name:
        return "floor"
    return "ours" if name.startswith("ours") else " ".join(name.replace(",", "").split()[:2])


if __name__ == "__main__":
    main()
