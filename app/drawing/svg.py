"""A figure as an SVG, without a browser: the same mapping that Plotly draws, at the same places."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from app.drawing import axes
from app.drawing.frame import Frame, frame_of
from app.drawing.notes import note
from app.drawing.paint import Paint
from app.drawing.schema import check
from app.drawing.shapes import shape
from app.drawing.traces import bars, lines

Mapped = Mapping[str, Any]


def draw(figure: Mapped, width: int, height: int, *, colours: Mapping[str, str] | None = None, ids: str = "drawing",
         classes: str = "drawing") -> str:  # fmt: skip
    """An SVG element for a page, `width` × `height` pixels, that fills the box it stands in and keeps its proportions.

    `colours` says what stands for a colour of the figure: a custom property of the page, or another colour. `ids` begins the ids
    inside, so that several drawings can stand on a page. Raises NotDrawable, naming the key, for what cannot be drawn.
    """
    opening = (
        f'<svg class="{escape(classes)}" viewBox="0 0 {width} {height}" width="100%" height="100%" preserveAspectRatio="xMidYMid meet"'
    )
    return f'{opening} aria-hidden="true" focusable="false">{content(figure, width, height, Paint(colours or {}, ids))}</svg>'


def content(figure: Mapped, width: float, height: float, paint: Paint) -> str:
    """What is drawn, from the back to the front, as one group. Raises NotDrawable."""
    check(figure)
    layout = figure["layout"]
    frame = frame_of(layout, width, height)
    shapes = layout.get("shapes", ())
    back = _shapes([each for each in shapes if each.get("layer") == "below"], frame, paint)
    front = _shapes([each for each in shapes if each.get("layer") != "below"], frame, paint)
    clip = paint.clip(frame.x.start, frame.y.start, frame.x.length, frame.y.length)
    parts = (
        back,
        axes.grid(frame, paint),
        f"<g {clip}>{''.join(_traces(figure['data'], frame, paint))}</g>",
        axes.labels(frame, paint),
        front,
        *(note(each, frame, paint) for each in layout.get("annotations", ())),
    )
    family, size = escape(layout["font"]["family"]), layout["font"]["size"]
    drawn = "".join(parts)
    return f'<g font-family="{family}" font-size="{size}"><defs>{paint.definitions}</defs>{drawn}</g>'


def _shapes(looks: Sequence[Mapped], frame: Frame, paint: Paint) -> str:
    return "".join(shape(look, frame, paint) for look in looks)


def _traces(traces: Sequence[Mapped], frame: Frame, paint: Paint) -> list[str]:
    """Bars behind lines, each in the order of the figure."""
    upright = [element for trace in traces if trace["type"] == "bar" for element in bars(trace, frame, paint)]
    return upright + [element for trace in traces if trace["type"] == "scatter" for element in lines(trace, frame, paint)]
