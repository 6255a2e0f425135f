"""Colours, dashes and patterns as SVG attributes."""

import math
from collections.abc import Mapping
from html import escape
from typing import Any

from app.drawing.schema import TRANSPARENT

Mapped = Mapping[str, Any]


def nearest(value: float) -> int:
    """The nearest whole pixel, halves upwards as in browsers."""
    return math.floor(value + 0.5)


def px(value: float) -> str:
    """A number, mostly of pixels, to the hundredth, halves upwards: browsers that draw the same write the same text."""
    hundredths = math.floor(value * 100 + 0.5)
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


class Paint:
    """What stands for each colour, and the patterns that one drawing has used so far."""

    def __init__(self, colours: Mapping[str, str], ids: str) -> None:
        self._colours = colours
        self._ids = escape(ids)
        self._definitions: dict[str, tuple[str, str, str]] = {}  # what stands inside -> id, element, attributes

    @property
    def definitions(self) -> str:
        """The elements that the drawing refers to, each once."""
        made = self._definitions.items()
        return "".join(f'<{kind} id="{name}"{attributes}>{inside}</{kind}>' for inside, (name, kind, attributes) in made)

    def colour(self, name: str) -> str:
        """The value of a fill or stroke attribute for a colour of the figure."""
        return "none" if name == TRANSPARENT else escape(self._colours.get(name, name))

    def clip(self, x: float, y: float, width: float, height: float) -> str:
        """The attribute that keeps an element inside a rectangle."""
        area = f'<rect x="{px(x)}" y="{px(y)}" width="{px(width)}" height="{px(height)}"/>'
        return f'clip-path="url(#{self._defined("clipPath", "", area)})"'

    def pattern(self, look: Mapped) -> str:
        """A fill of lines or dots on a ground, as Plotly draws its pattern shapes."""
        size, solidity, shape = look["size"], look["solidity"], look["shape"]
        tile = size * math.sqrt(2) if shape in ("/", "\\", "x") else size
        ink = self.colour(look["fgcolor"])
        if shape == ".":
            mark = f'<circle cx="{px(tile / 2)}" cy="{px(tile / 2)}" r="{px(size * math.sqrt(solidity / math.pi))}" fill="{ink}"/>'
        else:
            crossed = shape in ("x", "+")
            thickness = size * (1 - math.sqrt(1 - solidity)) if crossed else size * solidity
            mark = f'<path d="{_strokes(shape, tile)}" stroke="{ink}" stroke-width="{px(thickness)}"/>'
        inside = f'<rect width="{px(tile)}" height="{px(tile)}" fill="{self.colour(look["bgcolor"])}"/>{mark}'
        sides = f' width="{px(tile)}" height="{px(tile)}" patternUnits="userSpaceOnUse"'
        return f"url(#{self._defined('pattern', sides, inside)})"

    def _defined(self, kind: str, attributes: str, inside: str) -> str:
        """The id of a definition, which is added where it is new."""
        if inside not in self._definitions:
            self._definitions[inside] = f"{self._ids}-{len(self._definitions) + 1}", kind, attributes
        return self._definitions[inside][0]


def _strokes(shape: str, tile: float) -> str:
    half, quarter, far = px(tile / 2), px(tile / 4), px(tile * 0.75)
    side, past = px(tile), px(tile * 1.25)
    upright, level = f"M{half},0V{side}", f"M0,{half}H{side}"
    rising = f"M-{quarter},{quarter}L{quarter},-{quarter}M0,{side}L{side},0M{far},{past}L{past},{far}"
    falling = f"M{far},-{quarter}L{past},{quarter}M0,0L{side},{side}M-{quarter},{far}L{quarter},{past}"
    return {"/": rising, "\\": falling, "x": rising + falling, "|": upright, "-": level, "+": upright + level}[shape]


def stroke(look: Mapped, paint: Paint) -> str:
    """The attributes of a line: colour, width in pixels and dash."""
    width = look.get("width", 0)
    if not width or look["color"] == TRANSPARENT:
        return ""
    dash = dashes(look.get("dash", "solid"), width)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f' stroke="{paint.colour(look["color"])}" stroke-width="{px(width)}"{dashed}'


def dashes(name: str, width: float) -> str:
    """Lengths of strokes and gaps; they grow with the width of the line, from 3 pixels on."""
    unit = max(width, 3)
    units = {"solid": (), "dot": (1, 1), "dash": (3, 3), "longdash": (5, 5), "dashdot": (3, 1, 1, 1)}[name]
    return ",".join(px(unit * length) for length in units)
