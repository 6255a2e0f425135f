"""Figures drawn on the server: inside a page in the page's own colours, before and without any script."""

import logging
from collections.abc import Mapping
from math import ceil
from typing import Any

from markupsafe import Markup

from app.drawing.fitting import fitted
from app.drawing.schema import NotDrawable
from app.drawing.svg import draw
from app.figures import style

logger = logging.getLogger(__name__)

# The custom property of the page (static/css/tokens.css) that holds each colour of the figures, in light and in dark.
PROPERTIES: Mapping[str, str] = {role.light: role.key for role in style.WITH_MASTER} | {
    style.INK: "ink", style.MUTED: "muted", style.GRID: "line", style.PAPER: "paper", style.GHOST: "ghost", style.CAPACITY: "capacity",
    style.HATCH: "hatch",
}  # fmt: skip
AS_ON_PAGE = {colour: f"var(--{name}, {colour})" for colour, name in PROPERTIES.items()}

# Pixels that a figure's plot has on a screen of 1440 × 900 and on a phone of 360 × 740; a browser test holds the style sheet to them.
WIDTHS = {"full": 777, "two-thirds": 574, "half": 366, "third": 230}
HEIGHTS = {"": 306, "large": 360, "roomy": 306, "low": 234, "short": 198, "strip": 153}
PHONE_WIDTH, PHONE_HEIGHT = 312, 252
STAGE, STAGE_SCREEN = (838, 560), 720  # a projected plot over one line of its legend, on a screen of 16:9 that is so high; a test as above
STAGE_TYPE = 0.031  # of the screen’s height: the type of a projected figure
PHONE_HEIGHTS = {"short": 163, "strip": 163}


def drawn(figure: Mapping[str, Any], name: str, span: str = "full", colours: Mapping[str, str] = AS_ON_PAGE) -> Markup:
    """The figure called `name` as it first shows on a page, drawn for wide screens and for phones; the style sheet shows the one that fits.

    `span` says how much of the stage it takes and, in a second word, how high it is, as in `half large`. Raises KeyError for other words.
    Nothing where the figure cannot be drawn: then Plotly shows it alone.
    """
    share, _, kind = span.partition(" ")
    width, height = WIDTHS[share], HEIGHTS[kind]
    try:
        wide = inline(figure, width, height, f"{name}-drawn", "drawing on-screens", colours)
        phone = PHONE_WIDTH, PHONE_HEIGHTS.get(kind, PHONE_HEIGHT)
        return wide + inline(figure, *phone, f"{name}-phone", "drawing on-phones", colours)
    except NotDrawable as problem:
        logger.error("the figure %s cannot be drawn: %s", name, problem)
        return Markup()


def drawn_large(figure: Mapping[str, Any], name: str) -> Markup:
    """The figure called `name` for a projector; scripts draw it again in the size that it has there."""
    try:
        return inline(figure, *STAGE, f"{name}-drawn", stage=ceil(STAGE_TYPE * STAGE_SCREEN))
    except NotDrawable as problem:
        logger.error("the figure %s cannot be drawn: %s", name, problem)
        return Markup()


def inline(
    figure: Mapping[str, Any], width: int, height: int, ids: str, classes: str = "drawing", colours: Mapping[str, str] = AS_ON_PAGE,
    stage: int = 0,
) -> Markup:  # fmt: skip
    """A figure of that size for the inside of a page, in the page's colours; `ids` begins the names in it. Raises NotDrawable.

    `stage`: the size of its type in pixels where it is projected.
    """
    return Markup(draw(fitted(figure, width, height, stage), width, height, colours=colours, ids=ids, classes=classes))
