"""Figures drawn on the server: inside a page in the page's own colours, before and without any script."""

import logging
from collections.abc import Mapping
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

WIDTHS = {"full": 777, "two-thirds": 574, "half": 366, "third": 230}  # pixels that a figure's plot has on a 1440 × 900 screen
HEIGHTS = {"short": 198, "tall": 522}
USUAL_HEIGHT = 360
PHONE = {"short": (302, 163), "tall": (302, 400)}  # the same on a phone 360 pixels wide, where every figure is as wide as the screen
USUAL_PHONE = (302, 296)


def drawn(figure: Mapping[str, Any], name: str, span: str = "full", colours: Mapping[str, str] = AS_ON_PAGE) -> Markup:
    """The figure called `name` as it first shows on a page, drawn for wide screens and, where that is not the same, for phones.

    `span` says how much of the stage it takes, as in `half tall`. Nothing where the figure cannot be drawn: then Plotly shows it alone.
    """
    words = span.split()
    kind = next((word for word in words if word in HEIGHTS), "")
    width = next((WIDTHS[word] for word in words if word in WIDTHS), WIDTHS["full"])
    try:
        wide = _inline(figure, width, HEIGHTS.get(kind, USUAL_HEIGHT), f"{name}-drawn", "drawing", colours)
        if width <= WIDTHS["half"]:
            return Markup(wide)
        narrow = _inline(figure, *PHONE.get(kind, USUAL_PHONE), f"{name}-phone", "drawing on-phones", colours)
        return Markup(wide.replace('class="drawing"', 'class="drawing on-screens"', 1) + narrow)
    except NotDrawable as problem:
        logger.error("the figure %s cannot be drawn: %s", name, problem)
        return Markup()


def _inline(figure: Mapping[str, Any], width: int, height: int, ids: str, classes: str, colours: Mapping[str, str]) -> str:
    return draw(fitted(figure, width, height), width, height, colours=colours, ids=ids, classes=classes)
