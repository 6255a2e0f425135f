"""Bars, lines and marked points."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.drawing.frame import Frame
from app.drawing.paint import Paint, px, stroke

Mapped = Mapping[str, Any]

FAR = 3  # a bar that ends further away than so many heights of the plot area is cut there
DIAMOND = 1.3  # half a diagonal of a diamond, as a share of half its size


def bars(trace: Mapped, frame: Frame, paint: Paint) -> Iterator[str]:
    """One rectangle for each bar, its edges exactly where the axes put them."""
    marker = trace["marker"]
    fill = fill_of(marker, paint)
    outline = stroke({"color": marker["color"]} | marker.get("line", {}), paint)
    count = len(trace["x"])
    bases, widths, opacities = (_for_each(value, count) for value in (trace["base"], trace["width"], marker.get("opacity", 1)))
    for x, height, base, width, opacity in zip(trace["x"], trace["y"], bases, widths, opacities, strict=True):
        left, right = frame.x.at(x - width / 2), frame.x.at(x + width / 2)
        top, bottom = sorted((_near(frame.y.at(base + height), frame), _near(frame.y.at(base), frame)))
        faded = f' opacity="{px(opacity)}"' if opacity != 1 else ""
        path = f"M{px(left)},{px(bottom)}V{px(top)}H{px(right)}V{px(bottom)}Z"  # a path, because a flat rectangle would lose its outline
        yield f'<path data-kind="bar" d="{path}" fill="{fill}"{outline}{faded}/>'


def fill_of(marker: Mapped, paint: Paint) -> str:
    """The value of a fill attribute for a bar: its colour, or its pattern."""
    pattern = marker.get("pattern", {})
    return paint.pattern(pattern) if pattern.get("shape") else paint.colour(marker["color"])


def lines(trace: Mapped, frame: Frame, paint: Paint) -> Iterator[str]:
    """The line through the points of a trace, then its marks."""
    places = [(frame.x.at(x), frame.y.at(y)) for x, y in zip(trace["x"], trace["y"], strict=True)]
    if "lines" in trace["mode"] and len(places) > 1:
        path = "L".join(f"{px(x)},{px(y)}" for x, y in places)
        yield f'<path data-kind="line" d="M{path}" fill="none"{stroke(trace["line"], paint)} stroke-miterlimit="2"/>'
    if "markers" in trace["mode"]:
        marker = trace["marker"]
        look = f'fill="{paint.colour(marker["color"])}"{stroke({"color": marker["color"]} | marker.get("line", {}), paint)}'
        for x, y in places:
            yield _mark(marker.get("symbol", "circle"), x, y, marker["size"] / 2, look)


def _mark(symbol: str, x: float, y: float, half: float, look: str) -> str:
    if symbol == "circle":
        return f'<circle data-kind="mark" cx="{px(x)}" cy="{px(y)}" r="{px(half)}" {look}/>'
    if symbol == "square":
        return f'<rect data-kind="mark" x="{px(x - half)}" y="{px(y - half)}" width="{px(2 * half)}" height="{px(2 * half)}" {look}/>'
    reach = px(half * DIAMOND)
    return f'<path data-kind="mark" d="M{px(x)},{px(y)}m{reach},0l-{reach},{reach}l-{reach},-{reach}l{reach},-{reach}z" {look}/>'


def _near(y: float, frame: Frame) -> float:
    reach = FAR * frame.y.length
    return min(max(y, frame.y.start - reach), frame.bottom + reach)


def _for_each(value: Any, count: int) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value] * count
