"""What a column comes to, written above it so that the line C stays whole."""

from app.figures.axes import Scale
from app.figures.style import INK, Mapped, note

SHIFT = 4  # pixels between words and what they stand on
LINE, EDGES = 0.095, 0.05  # of the axis: a line of words, and what is free around them, on a phone, where figures are lowest
TWO_LEVELS = 1.3  # of the highest column: labels of neighbours, one of them of two lines, may have to stand over each other


def room(lines: int = 1) -> float:
    """What so many lines of words need above a column, as a share of the axis."""
    return EDGES + lines * LINE


def over_label(words: str) -> float:
    """How far over the foot of a label the middle of three more lines stands, as a share of the axis."""
    return room(words.count("<br>") + 1) + room(3) / 2


def foot(total: float, height: Scale, lines: int = 1) -> float:
    """The height, in bytes, that words above a column stand on: its own, or that of C where they would cover its line."""
    return height.shapes[0]["y0"] if -room(lines) < height.share(total) < 0 else total


def label(x: float, total: float, words: str, height: Scale, *, color: str = INK, anchor: str = "center", bold: bool = True) -> Mapped:
    """The words above a column of so many bytes; above the line C, with an arrow down to the column, where they would cover it."""
    place = foot(total, height, words.count("<br>") + 1)
    pointing = f"↓ {words}" if place > total else words
    return note(x, place, pointing, color=color, anchor=anchor, above=True, bold=bold, boxed=True) | {"yshift": SHIFT}
