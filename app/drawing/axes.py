"""Grid lines, tick labels and the title of an axis, where Plotly puts them."""

import math
from itertools import pairwise

from app.drawing.frame import Axis, Frame
from app.drawing.paint import Paint, nearest, px
from app.drawing.words import LINE_SPACING, descent, lines_of, spans, widest

MIDDLE = 0.35  # of the font size: from the baseline to the middle of a capital
GAP = 1  # pixels between the plot area and its labels
TITLE_SIZE = 1.2  # of the font size
TILTS = (30, 90)  # degrees that labels turn by where they would run into each other
TITLE_DROP = 3  # of the title's size, and 10 pixels: from the plot area to the baseline of the title


def grid(frame: Frame, paint: Paint) -> str:
    """The grid lines of both axes; none within a pixel of the ends of an axis."""
    upright = "".join(f"M{px(at)},{px(frame.y.start)}v{px(frame.y.length)}" for at in _grid_places(frame.x))
    level = "".join(f"M{px(frame.x.start)},{px(at)}h{px(frame.x.length)}" for at in _grid_places(frame.y))
    return _grid_lines(upright, frame.x, paint) + _grid_lines(level, frame.y, paint)


def _grid_places(axis: Axis) -> list[float]:
    look = axis.look
    if not look.get("visible", True) or not look.get("showgrid", True):
        return []
    places = (axis.at(value) for value in look.get("tickvals", ()))
    return [place for place in places if axis.start + 1 < place < axis.start + axis.length - 1]


def _grid_lines(path: str, axis: Axis, paint: Paint) -> str:
    if not path:
        return ""
    return f'<path data-kind="grid" d="{path}" fill="none" stroke="{paint.colour(axis.look["gridcolor"])}" shape-rendering="crispEdges"/>'


def labels(frame: Frame, paint: Paint) -> str:
    """The tick labels of both axes, and the title of the horizontal one."""
    return _level_labels(frame, paint) + _upright_labels(frame, paint) + _title(frame, paint)


def _named_ticks(axis: Axis) -> list[tuple[float, list[str]]]:
    look = axis.look
    if not look.get("visible", True):
        return []
    pairs = zip(look.get("tickvals", ()), look.get("ticktext", ()), strict=True)
    placed = [(axis.at(value), lines_of(name)) for value, name in pairs if name]
    return [(at, lines) for at, lines in placed if axis.start - 0.1 <= at <= axis.start + axis.length + 0.1]


def _level_labels(frame: Frame, paint: Paint) -> str:
    ticks, size = _named_ticks(frame.x), frame.size
    if not ticks:
        return ""
    tilt = 0 if "tickangle" in frame.x.look else _tilt(ticks, size)
    y = frame.bottom + GAP + size
    texts = []
    for at, lines in ticks:
        turned = f' transform="rotate({tilt} {px(at)} {px(y - size / 2)})"' if tilt else ""
        texts.append(f'<text data-kind="tick" x="{px(at)}" y="{px(y)}"{turned}>{spans(lines, px(at), size)}</text>')
    return f'<g fill="{paint.colour(_ink(frame, frame.x))}" text-anchor="{"start" if tilt else "middle"}">{"".join(texts)}</g>'


def _tilt(ticks: list[tuple[float, list[str]]], size: float) -> int:
    """Degrees by which the labels turn: none as long as neighbours keep 2 pixels apart."""
    halves = [(at, widest(lines, size) / 2) for at, lines in ticks]
    if all(at + half + 2 <= following - next_half for (at, half), (following, next_half) in pairwise(halves)):
        return 0
    spacing = abs(ticks[-1][0] - ticks[0][0]) / (len(ticks) - 1)
    height = 1.25 * size * max(len(lines) for _, lines in ticks)
    steep_enough = spacing / math.hypot(spacing, height)
    return next((tilt for tilt in TILTS if math.cos(math.radians(tilt)) <= steep_enough), TILTS[-1])


def _upright_labels(frame: Frame, paint: Paint) -> str:
    ticks, size = _named_ticks(frame.y), frame.size
    if not ticks:
        return ""
    x = px(frame.x.start - GAP)
    texts = ""
    for at, lines in ticks:
        y = at + MIDDLE * size - (len(lines) - 1) * LINE_SPACING * size / 2
        texts += f'<text data-kind="tick" x="{x}" y="{px(y)}">{spans(lines, x, size)}</text>'
    return f'<g fill="{paint.colour(_ink(frame, frame.y))}" text-anchor="end">{texts}</g>'


def _title(frame: Frame, paint: Paint) -> str:
    look = frame.x.look
    if not look.get("visible", True) or not look.get("title", {}).get("text"):
        return ""
    size = nearest(TITLE_SIZE * frame.size)
    lines = lines_of(look["title"]["text"])
    lowest = frame.height - descent(size) - (len(lines) - 1) * LINE_SPACING * size
    x, y = px(frame.x.start + frame.x.length / 2), px(min(frame.bottom + 10 + TITLE_DROP * size, lowest))
    ink = paint.colour(frame.font["color"])
    return f'<text data-kind="title" x="{x}" y="{y}" font-size="{size}" fill="{ink}" text-anchor="middle">{spans(lines, x, size)}</text>'


def _ink(frame: Frame, axis: Axis) -> str:
    return str(axis.look.get("tickfont", frame.font)["color"])
