"""Words at a place, with or without a ground and an arrow: Plotly's annotations."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.drawing.boxes import BELOW, CAPITAL, Box, covered
from app.drawing.frame import Axis, Frame
from app.drawing.paint import Paint, nearest, px, stroke
from app.drawing.schema import TRANSPARENT
from app.drawing.words import LINE_SPACING, ascent, descent, height_of, lines_of, spans, widest

Mapped = Mapping[str, Any]

BORDER = 1  # pixels, unseen, around every note
PAD = 1  # pixels between border and words, where a note does not say
SPARE = 0.1  # of a ground’s width, away from its anchor, so that a wider face than we reckon with has its ground too
TOWARDS = {"left": 0.5, "center": 0.0, "right": -0.5, "top": 0.5, "middle": 0.0, "bottom": -0.5}
HEAD_REACH, HEAD_LENGTH, HEAD_HALF = 1.3, 5.0, 2.5  # of an arrow's width: tip beyond the line's end, length, half its height


@dataclass(frozen=True)
class Ground:
    """What a note stands on: its middle and its sides, in pixels."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Placed:
    """A note's lines of words, the ground that they stand on, the rim around them, and both ends of the arrow that it may have."""

    lines: list[str]
    bold: bool
    ground: Ground
    edge: float
    tail: tuple[float, float]
    head: tuple[float, float]


def note(look: Mapped, frame: Frame, paint: Paint) -> str:
    """One note; nothing where it refers to a place off its axis."""
    placed = _placed(look, frame)
    if not placed:
        return ""
    arrow = _arrow(look, placed, paint) if look["showarrow"] else ""
    return f'<g data-kind="note">{_ground(look, placed.ground, paint)}{_words(look, placed, frame.size, paint)}{arrow}</g>'


def words_box(look: Mapped, frame: Frame) -> Box | None:
    """What the words of a note cover; nothing where there are none, or where the note refers to a place off its axis."""
    placed = _placed(look, frame)
    if not placed or not any(placed.lines):
        return None
    more = (len(placed.lines) - 1) * LINE_SPACING * frame.size
    x, anchor = _anchored(look, placed)
    wide = widest(placed.lines, frame.size, placed.bold)
    return covered(x, anchor, wide, _baseline(placed, frame.size), more, frame.size)


def ground_box(look: Mapped, frame: Frame) -> Box | None:
    """What a note hides of what lies under it: its ground where it has one, else its words."""
    box, size = words_box(look, frame), frame.size
    if not box or look.get("bgcolor", TRANSPARENT) == TRANSPARENT:
        return box
    edge = BORDER + look.get("borderpad", PAD)
    return box.grown(edge + ascent(size) - CAPITAL * size, edge + descent(size) - BELOW * size)


def _placed(look: Mapped, frame: Frame) -> Placed | None:
    if _off(frame.x, look["xref"], look["x"]) or _off(frame.y, look["yref"], look["y"]):
        return None
    lines, bold, size = lines_of(look["text"]), look["font"].get("weight", 400) == 700, frame.size
    edge = BORDER + look.get("borderpad", PAD)
    width, height = nearest(widest(lines, size, bold) + 2 * edge), nearest(height_of(lines, size) + 2 * edge)
    head_x, head_y = _place(frame.x, look["xref"], look["x"]), _place(frame.y, look["yref"], look["y"])
    shift_x, shift_y = look.get("xshift", 0), -look.get("yshift", 0)
    x, y = head_x + width * TOWARDS[look["xanchor"]], head_y + height * TOWARDS[look["yanchor"]]
    tail_x, tail_y = x, y
    if look["showarrow"]:
        x, tail_x = _kept_in(x + look["ax"], head_x + look["ax"], frame.width)
        y, tail_y = _kept_in(y + look["ay"], head_y + look["ay"], frame.height)
    ground = Ground(x + shift_x, y + shift_y, width, height)
    return Placed(lines, bold, ground, edge, (tail_x + shift_x, tail_y + shift_y), (head_x + shift_x, head_y + shift_y))


def _off(axis: Axis, reference: str, place: float) -> bool:
    return reference != "paper" and not axis.holds(place)


def _place(axis: Axis, reference: str, place: float) -> float:
    return axis.on_paper(place) if reference == "paper" else axis.along(place)


def _kept_in(words: float, tail: float, most: float) -> tuple[float, float]:
    """Words and tail of an arrow, moved together so that they begin on the sheet."""
    before, after = -max(tail - 3, words), min(tail + 3, words) - most
    move = before if before > 0 else -after if after > 0 else 0
    return words + move, tail + move


def _ground(look: Mapped, box: Ground, paint: Paint) -> str:
    fill = paint.colour(look.get("bgcolor", TRANSPARENT))
    if fill == "none":
        return ""
    more = box.width * SPARE
    left = nearest(box.x - box.width / 2) - more * (0.5 - TOWARDS[look["xanchor"]])
    x, y = px(left + BORDER / 2), px(nearest(box.y - box.height / 2) + BORDER / 2)
    return f'<rect x="{x}" y="{y}" width="{px(box.width + more - BORDER)}" height="{px(box.height - BORDER)}" fill="{fill}"/>'


def _words(look: Mapped, placed: Placed, size: float, paint: Paint) -> str:
    if not any(placed.lines):
        return ""
    place, anchor = _anchored(look, placed)
    x, y, ink = px(place), px(_baseline(placed, size)), paint.colour(look["font"]["color"])
    weight = ' font-weight="700"' if placed.bold else ""
    return f'<text x="{x}" y="{y}" fill="{ink}" text-anchor="{anchor}"{weight}>{spans(placed.lines, x, size)}</text>'


def _anchored(look: Mapped, placed: Placed) -> tuple[float, str]:
    """Lines are aligned in their box; a single one keeps to the side that it is anchored at, whatever its true width."""
    side = look["xanchor"] if len(placed.lines) == 1 else look.get("align", "center")
    box = placed.ground
    left = nearest(box.x - box.width / 2)
    x = {"left": left + placed.edge, "center": left + box.width / 2, "right": left + box.width - placed.edge}[side]
    return x, {"left": "start", "center": "middle", "right": "end"}[side]


def _baseline(placed: Placed, size: float) -> float:
    """Of the first line."""
    return nearest(placed.ground.y - placed.ground.height / 2) + placed.edge + ascent(size)


def _arrow(look: Mapped, placed: Placed, paint: Paint) -> str:
    """A line from the edge of the words to the head, and the head; nothing where the words cover the place they point at."""
    head, ground = placed.head, placed.ground
    box = Ground(ground.x, ground.y, ground.width - BORDER, ground.height - BORDER)
    if abs(head[0] - box.x) <= box.width / 2 and abs(head[1] - box.y) <= box.height / 2:
        return ""
    start = _leaving(box, placed.tail, head)
    thickness = look["arrowwidth"]
    length, direction = math.dist(start, head), math.atan2(head[1] - start[1], head[0] - start[0])
    if length < HEAD_REACH * thickness:
        return ""
    end = tuple(at - HEAD_REACH * thickness * turn for at, turn in zip(head, (math.cos(direction), math.sin(direction)), strict=True))
    line = stroke({"color": look["arrowcolor"], "width": thickness}, paint)
    tip, back, half = px(HEAD_REACH), px(HEAD_LENGTH - HEAD_REACH), px(HEAD_HALF)
    turned = f"translate({px(end[0])} {px(end[1])}) rotate({px(math.degrees(direction))}) scale({px(thickness)})"
    return (
        f'<path data-kind="arrow" d="M{px(start[0])},{px(start[1])}L{px(end[0])},{px(end[1])}" fill="none"{line}/>'
        f'<path data-kind="head" d="M-{back},-{half}V{half}L{tip},0Z" transform="{turned}" fill="{paint.colour(look["arrowcolor"])}"/>'
    )


def _leaving(box: Ground, tail: tuple[float, float], head: tuple[float, float]) -> tuple[float, float]:
    """Where the way from tail to head leaves the box; the tail itself if it starts outside."""
    run, fall = head[0] - tail[0], head[1] - tail[1]
    ways = [(box.width / 2 * math.copysign(1, run) + box.x - tail[0]) / run] if run else []
    ways += [(box.height / 2 * math.copysign(1, fall) + box.y - tail[1]) / fall] if fall else []
    share = min((way for way in ways), default=0)
    inside = abs(tail[0] - box.x) <= box.width / 2 and abs(tail[1] - box.y) <= box.height / 2
    return (tail[0] + share * run, tail[1] + share * fall) if inside and 0 < share < 1 else tail
