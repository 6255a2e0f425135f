"""The words of a drawing as they stand on the sheet, measured from the SVG alone."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass

from app.drawing.words import width_of

NAME = "{http://www.w3.org/2000/svg}"
CAPITAL, BELOW = 0.72, 0.2  # of the font size: of letters over and under the baseline
WIDER = 1.1  # than Helvetica are many faces
BEFORE = {"start": 0, "middle": 0.5, "end": 1}


@dataclass(frozen=True)
class Line:
    """One line of words, and the rectangle that it covers, in pixels."""

    words: str
    left: float
    top: float
    right: float
    bottom: float
    text: int  # which text element it belongs to

    def meets(self, other):
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom


def written(drawing):
    """All lines of words in an SVG."""
    found = []
    _collect(ET.fromstring(drawing), {"font-size": "16", "text-anchor": "start", "font-weight": "400"}, 0, found)
    return found


def _collect(element, outer, down, found):
    look = outer | {key: element.get(key) for key in outer if element.get(key)}
    if (transform := element.get("transform", "")).startswith("translate(0 "):
        down += float(transform.removeprefix("translate(0 ").rstrip(")"))
    if element.tag.removeprefix(NAME) == "text":
        found += _lines(element, look, down, len(found))
    for child in element:
        _collect(child, look, down, found)


def _lines(text, look, down, index):
    size, baseline = float(look["font-size"]), float(text.get("y")) + down
    if text.get("transform", "").startswith("rotate(90 "):
        yield _upright(text, size, down, index)
        return
    for part in list(text) or [text]:
        baseline += float(part.get("dy", 0))
        wide = width_of(part.text or "", size, look["font-weight"] == "700") * WIDER
        left = float(part.get("x")) - BEFORE[look["text-anchor"]] * wide
        if part.text and part.text.strip():
            yield Line(part.text, left, baseline - CAPITAL * size, left + wide, baseline + BELOW * size, index)


def _upright(text, size, down, index):
    """A single line turned by 90 degrees about a point half its size above its start."""
    x, middle = map(float, text.get("transform").removeprefix("rotate(90 ").rstrip(")").split())
    wide = width_of(text.text, size) * WIDER
    return Line(text.text, x - (0.5 + BELOW) * size, middle + down, x + (CAPITAL - 0.5) * size, middle + down + wide, index)


def cut_off(drawing, width, height):
    """Words that do not lie on the sheet as a whole."""
    lines = written(drawing)
    return [line.words for line in lines if line.left < 0 or line.top < 0 or line.right > width or line.bottom > height]


def overprinted(drawing):
    """Pairs of words of different texts that lie on each other."""
    lines = written(drawing)
    return [
        (one.words, other.words)
        for index, one in enumerate(lines)
        for other in lines[:index]
        if one.text != other.text and one.meets(other)
    ]
