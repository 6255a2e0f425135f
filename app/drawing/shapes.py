"""Straight lines and rectangles that are no data: rules, brackets, breaks."""

from collections.abc import Mapping
from typing import Any

from app.drawing.frame import Axis, Frame
from app.drawing.paint import Paint, px, stroke
from app.drawing.schema import TRANSPARENT

Mapped = Mapping[str, Any]


def shape(look: Mapped, frame: Frame, paint: Paint) -> str:
    """One line or rectangle, cut off where the axis that it refers to ends."""
    x0, x1 = (_place(frame.x, look["xref"], look[key]) for key in ("x0", "x1"))
    y0, y1 = (_place(frame.y, look["yref"], look[key]) for key in ("y0", "y1"))
    if look["type"] == "line":
        path, fill = f"M{px(x0)},{px(y0)}L{px(x1)},{px(y1)}", "none"
    else:
        path, fill = f"M{px(x0)},{px(y0)}H{px(x1)}V{px(y1)}H{px(x0)}Z", paint.colour(look.get("fillcolor", TRANSPARENT))
    return f'<path data-kind="shape" d="{path}" fill="{fill}"{stroke(look["line"], paint)}{_clip(look, frame, paint)}/>'


def _place(axis: Axis, reference: str, value: float) -> float:
    return axis.on_paper(value) if reference == "paper" else axis.at(value)


def _clip(look: Mapped, frame: Frame, paint: Paint) -> str:
    on_x, on_y = look["xref"] == "x", look["yref"] == "y"
    if not on_x and not on_y:
        return ""
    left, width = (frame.x.start, frame.x.length) if on_x else (0.0, frame.width)
    top, height = (frame.y.start, frame.y.length) if on_y else (0.0, frame.height)
    return f" {paint.clip(left, top, width, height)}"
