"""Grid lines, tick labels and the title of an axis, where Plotly puts them."""

from itertools import pairwise

from app.drawing.boxes import Box, covered
from app.drawing.frame import Axis, Frame
from app.drawing.paint import Paint, nearest, px, stroke
from app.drawing.words import LINE_SPACING, descent, lines_of, spans, widest, width_of

MIDDLE = 0.35  # of the font size: from the baseline to the middle of a capital
GAP = 1  # pixels between the plot area and its labels
WIDER = 1.1  # times as wide as we reckon are many faces
UPRIGHT = 90  # degrees that the names of a level axis may be turned by
TITLE_SIZE = 1.2  # of the font size
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
    look = stroke({"color": axis.look["gridcolor"], "width": axis.look.get("gridwidth", 1)}, paint)
    return f'<path data-kind="grid" d="{path}" fill="none"{look} shape-rendering="crispEdges"/>'


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


def label_boxes(frame: Frame) -> list[Box]:
    """What the tick labels and the title cover."""
    size, level = frame.size, _level_baseline(frame)
    if _turned(frame):
        boxes = [Box(at - size / 2, frame.bottom, at + size / 2, frame.height) for at, _ in _named_ticks(frame.x)]
    else:
        boxes = [_covered(at, "middle", lines, level, size) for at, lines in _named_ticks(frame.x)]
    boxes += [_covered(frame.x.start - GAP, "end", lines, _upright_baseline(at, lines, size), size) for at, lines in _named_ticks(frame.y)]
    title = _title_lines(frame)
    return boxes + ([_covered(_title_middle(frame), "middle", title, _title_baseline(frame), _title_size(frame))] if title else [])


def names_meet(frame: Frame) -> bool:
    """Whether the names of the level axis run into each other, line by line."""
    ticks = sorted(_named_ticks(frame.x))
    for line in range(max((len(lines) for _, lines in ticks), default=0)):
        halves = [(at, WIDER * width_of(lines[line], frame.size) / 2) for at, lines in ticks if lines[line:] and lines[line].strip()]
        if any(at + half > following - next_half for (at, half), (following, next_half) in pairwise(halves)):
            return True
    return False


def _turned(frame: Frame) -> bool:
    return frame.x.look.get("tickangle") == UPRIGHT


def _covered(x: float, anchor: str, lines: list[str], baseline: float, size: float) -> Box:
    return covered(x, anchor, widest(lines, size), baseline, (len(lines) - 1) * LINE_SPACING * size, size)


def _level_labels(frame: Frame, paint: Paint) -> str:
    ticks, size = _named_ticks(frame.x), frame.size
    if not ticks:
        return ""
    y = _level_baseline(frame) - (size / 2 if _turned(frame) else 0)  # names that are turned begin where level ones have their top
    texts = ""
    for at, lines in ticks:
        turn = f' transform="rotate({UPRIGHT} {px(at)} {px(y - size / 2)})"' if _turned(frame) else ""
        texts += f'<text data-kind="tick" x="{px(at)}" y="{px(y)}"{turn}>{spans(lines, px(at), size)}</text>'
    return f'<g fill="{paint.colour(_ink(frame, frame.x))}" text-anchor="{"start" if _turned(frame) else "middle"}">{texts}</g>'


def _level_baseline(frame: Frame) -> float:
    return frame.bottom + GAP + frame.size


def _upright_labels(frame: Frame, paint: Paint) -> str:
    ticks, size = _named_ticks(frame.y), frame.size
    if not ticks:
        return ""
    x = px(frame.x.start - GAP)
    texts = ""
    for at, lines in ticks:
        texts += f'<text data-kind="tick" x="{x}" y="{px(_upright_baseline(at, lines, size))}">{spans(lines, x, size)}</text>'
    return f'<g fill="{paint.colour(_ink(frame, frame.y))}" text-anchor="end">{texts}</g>'


def _upright_baseline(at: float, lines: list[str], size: float) -> float:
    return at + MIDDLE * size - (len(lines) - 1) * LINE_SPACING * size / 2


def _title(frame: Frame, paint: Paint) -> str:
    lines, size = _title_lines(frame), _title_size(frame)
    if not lines:
        return ""
    x, y, ink = px(_title_middle(frame)), px(_title_baseline(frame)), paint.colour(frame.font["color"])
    return f'<text data-kind="title" x="{x}" y="{y}" font-size="{size}" fill="{ink}" text-anchor="middle">{spans(lines, x, size)}</text>'


def _title_lines(frame: Frame) -> list[str]:
    words = frame.x.look.get("title", {}).get("text") if frame.x.look.get("visible", True) else ""
    return lines_of(words) if words else []


def _title_size(frame: Frame) -> int:
    return nearest(TITLE_SIZE * frame.size)


def _title_middle(frame: Frame) -> float:
    return frame.x.start + frame.x.length / 2


def _title_baseline(frame: Frame) -> float:
    """Of the first line: as far below the plot area as Plotly puts it, but on the sheet."""
    size = _title_size(frame)
    lowest = frame.height - descent(size) - (len(_title_lines(frame)) - 1) * LINE_SPACING * size
    return min(frame.bottom + 10 + TITLE_DROP * size, lowest)


def _ink(frame: Frame, axis: Axis) -> str:
    return str(axis.look.get("tickfont", frame.font)["color"])
