"""Words in a drawing: how wide and high they come out, without a browser to ask, and their lines as SVG."""

import math
from html import escape

from app.drawing.paint import px
from app.drawing.schema import NotDrawable

LINE_SPACING = 1.3  # of the font size, from one line to the next, as Plotly sets them
ASCENT, DESCENT = 0.92, 0.22  # of the font size; usual for sans-serif faces
BOLD = 1.07

# Advance widths of a usual sans-serif face (those of Helvetica), in thousandths of the font size.
WIDTHS = {
    222: "ijl|'‘’",
    278: " !,./:;I[]ft\\\u00a0·",
    333: "()-r“”*°",
    500: "ckszvxyJ",
    584: "+<=>~−×±≈≤≥",
    611: "FTZ∇",
    667: "ABEKPSVXY&ℓ",
    722: "CDHNRUw",
    778: "GOQ",
    833: "mM",
    889: "%",
    944: "W",
    1000: "…—→←↑↓⌈⌉",
}
WIDTH = {letter: width for width, letters in WIDTHS.items() for letter in letters}
USUAL_WIDTH = 556  # digits and most small letters


def lines_of(words: str) -> list[str]:
    """The lines of a Plotly text, split at `<br>`. Raises NotDrawable for other markup and for entities."""
    lines = words.split("<br>")
    if any("<" in line or ("&" in line and ";" in line) for line in lines):
        raise NotDrawable(f"holds markup that cannot be drawn: {words!r}", "text")
    return lines


def width_of(line: str, size: float, bold: bool = False) -> float:
    """About how wide a line comes out, in pixels: right within a tenth for usual faces."""
    return sum(WIDTH.get(letter, USUAL_WIDTH) for letter in line) * size * (BOLD if bold else 1) / 1000


def widest(lines: list[str], size: float, bold: bool = False) -> float:
    """The width of a block of lines."""
    return max(width_of(line, size, bold) for line in lines)


def ascent(size: float) -> int:
    """From the baseline up to the top of a line, in whole pixels as browsers measure it."""
    return math.floor(ASCENT * size + 0.5)


def descent(size: float) -> int:
    """From the baseline down to the bottom of a line."""
    return math.floor(DESCENT * size + 0.5)


def height_of(lines: list[str], size: float) -> float:
    """The height of a block of lines, from the top of the first to the bottom of the last, in pixels; none without words."""
    if not any(lines):
        return 0
    return ascent(size) + descent(size) + (len(lines) - 1) * LINE_SPACING * size


def spans(lines: list[str], x: str, size: float) -> str:
    """The content of a text element: one line as it is, several as spans under each other."""
    if len(lines) == 1:
        return escape(lines[0], quote=False)
    step = px(LINE_SPACING * size)
    return "".join(f'<tspan x="{x}" dy="{step if index else 0}">{escape(line, quote=False)}</tspan>' for index, line in enumerate(lines))


def wrapped(words: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Words on as many lines as fit `room` pixels; a word that is too long for a line, such as an address, is cut."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size, bold) <= room:
            lines[-1] = longer
            continue
        lines += [word] if lines[-1] else []
        lines[-1] = word
        while width_of(lines[-1], size, bold) > room and len(lines[-1]) > 1:
            most = max(1, int(len(lines[-1]) * room / width_of(lines[-1], size, bold)))
            cut = max(lines[-1].rfind(mark, 0, most) for mark in "?&/") + 1 or most
            lines[-1:] = [lines[-1][:cut], lines[-1][cut:]]
    return [line for line in lines if line]
