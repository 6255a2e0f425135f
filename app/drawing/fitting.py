"""A figure fitted to the size it is drawn at: type and margins grow with it, and words make way for each other."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.drawing.axes import GAP, UPRIGHT, label_boxes, names_meet
from app.drawing.boxes import ROOMY, Box
from app.drawing.frame import Frame, frame_of
from app.drawing.notes import ground_box, words_box
from app.drawing.paint import nearest
from app.drawing.schema import check
from app.drawing.stage import bolder
from app.drawing.words import width_of

Mapped = Mapping[str, Any]

SMALLEST, LARGEST = 12, 22  # pixels, of the type
BASE, ACROSS = 9, 75  # the type grows by one pixel with so many of the width
LINES = 14.5  # of type are as high as the drawing, at least
APART = 2  # pixels between words that would meet
NEAR, CLOSE = 1.5, 0.6  # pixels: words beside and over each other that are no further apart meet
RIM = 1  # pixels between words and the edge of the sheet
SURE = 0.01  # pixels: less is no matter
DOWN_ON = 3  # times as far up, rather than down over what they stand on
NOWHERE = (0.0, 0.0)


def type_size(width: float, height: float) -> int:
    """The size of the type on a drawing so wide and high, in pixels: as large as leaves room for the picture."""
    return nearest(max(SMALLEST, min(LARGEST, BASE + width / ACROSS, height / LINES)))


def fitted(figure: Mapped, width: float, height: float, stage: int = 0) -> Mapped:
    """The same figure with the type, the margins and the places of words that suit the size. Raises NotDrawable, naming the key.

    `stage`: the size of the type in pixels where the figure is projected; then its lines grow too.
    """
    check(figure)
    size = stage or type_size(width, height)
    grown = size / figure["layout"]["font"]["size"]
    figure = bolder(figure, grown) if stage else figure
    layout = figure["layout"]
    margin = {side: nearest(room * grown) for side, room in layout["margin"].items()}
    sized = _turned({**layout, "font": {**layout["font"], "size": size}, "margin": margin}, width, height)
    return {**figure, "layout": {**sized, "annotations": _apart(sized, frame_of(sized, width, height))}}


def _turned(layout: Mapped, width: float, height: float) -> Mapped:
    """The same layout with the names of its level axis upright, each in one line, where they would run into each other."""
    if not names_meet(frame_of(layout, width, height)):
        return layout
    axis, margin = layout["xaxis"], layout["margin"]
    names = [name.replace("-<br>", "").replace("<br>", " ").strip() for name in axis["ticktext"]]
    longest = max(width_of(name, layout["font"]["size"]) for name in names)
    return {
        **layout,
        "xaxis": {**axis, "ticktext": names, "tickangle": UPRIGHT},
        "margin": {**margin, "b": nearest(ROOMY * longest + layout["font"]["size"] / 2) + GAP + RIM},
    }


def _apart(layout: Mapped, frame: Frame) -> list[Mapped]:
    """The notes, moved as little as keeps them on the sheet and off each other, off the labels of the axes and off level lines.

    What has an arrow stays: its place means something.
    """
    notes = layout.get("annotations", ())
    boxes = [words_box(look, frame) for look in notes]
    taken = label_boxes(frame) + [box for look, box in zip(notes, boxes, strict=True) if box and look["showarrow"]]
    lines = [box for shape in layout.get("shapes", ()) if (box := _level_line(shape, frame))]
    placed = []
    for look, box in zip(notes, boxes, strict=True):
        across, down = NOWHERE
        if box and not look["showarrow"]:
            across, down = _way(box, ground_box(look, frame) or box, taken, lines, frame, look["yanchor"] == "bottom")
            taken.append(box.moved(across, down))
        placed.append(_shifted(look, across, down))
    return placed


def _level_line(shape: Mapped, frame: Frame) -> Box | None:
    """What a level line covers."""
    if shape["type"] != "line" or shape["y0"] != shape["y1"]:
        return None
    x0, x1 = (frame.x.on_paper(shape[key]) if shape["xref"] == "paper" else frame.x.at(shape[key]) for key in ("x0", "x1"))
    y = frame.y.on_paper(shape["y0"]) if shape["yref"] == "paper" else frame.y.at(shape["y0"])
    half = shape["line"]["width"] / 2
    return Box(min(x0, x1), y - half, max(x0, x1), y + half)


def _way(words: Box, ground: Box, taken: Sequence[Box], lines: Sequence[Box], frame: Frame, standing: bool) -> tuple[float, float]:
    """How far words move, in pixels to the right and down: a little to a side, or up or down as far as it takes.

    What stands on something moves rather up than down. Where room is short, first the ground may hide what is near, then a line.
    """
    for barred in ([*taken, *lines], taken):
        for box in (ground, words):
            inside = box.moved(_into(box.left, box.right, frame.width), _into(box.top, box.bottom, frame.height))
            for across, down in sorted(_ways(inside, barred, frame), key=lambda way: _price(way, standing)):
                moved = inside.moved(across, down)
                if _free(moved, barred, frame):
                    return moved.left - box.left, moved.top - box.top
    return _into(words.left, words.right, frame.width), _into(words.top, words.bottom, frame.height)


def _price(way: tuple[float, float], standing: bool) -> float:
    across, down = way
    return abs(across) + (DOWN_ON * down if standing and down > 0 else abs(down))


def _ways(box: Box, barred: Sequence[Box], frame: Frame) -> list[tuple[float, float]]:
    """None where a place is free; else to each side of everything in the way, as far sideways as the type is high."""
    if _free(box, barred, frame):
        return [(0.0, 0.0)]
    aside = [across for each in barred for across in (each.left - APART - box.right, each.right + APART - box.left)]
    along = [down for each in barred for down in (each.top - APART - box.bottom, each.bottom + APART - box.top)]
    return [(across, 0.0) for across in aside if abs(across) < frame.size] + [(0.0, down) for down in along]


def _free(box: Box, barred: Sequence[Box], frame: Frame) -> bool:
    """Whether a place is on the sheet, and nothing there."""
    least, right, bottom = RIM - SURE, frame.width - RIM + SURE, frame.height - RIM + SURE
    on_sheet = box.left > least and box.top > least and box.right < right and box.bottom < bottom
    return on_sheet and not any(
        each.left < box.right + NEAR and box.left < each.right + NEAR and each.top < box.bottom + CLOSE and box.top < each.bottom + CLOSE
        for each in barred
    )


def _into(low: float, high: float, most: float) -> float:
    """How far to move what reaches from low to high, so that it lies within a rim of 0 and most; at the start where it is too long."""
    return max(RIM - low, min(0.0, most - RIM - high))


def _shifted(look: Mapped, across: float, down: float) -> Mapped:
    if not across and not down:
        return look
    return {**look, "xshift": look.get("xshift", 0) + across, "yshift": look.get("yshift", 0) - down}
