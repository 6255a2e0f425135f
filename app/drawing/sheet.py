"""A figure as a file of its own: ground, heading, drawing and what must be said under it."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from app.drawing.paint import Paint, px
from app.drawing.svg import content
from app.drawing.words import wrapped

EDGE = 16  # pixels
SURE = 0.85  # of the room is used by words as we guess their width, so that a wider face fits too
HEADING_SIZE, FOOTER_SIZE, SPACING = 18, 11, 1.4


def sheet(figure: Mapping[str, Any], width: int, height: int, *, paper: str, colours: Mapping[str, str] | None = None, title: str = "",
          description: str = "", footer: Sequence[str] = ()) -> str:  # fmt: skip
    """A complete SVG document of `width` × `height` pixels. Raises NotDrawable, naming the key, for what cannot be drawn."""
    paint = Paint(colours or {}, "sheet")
    font, ink = figure["layout"]["font"], paint.colour(figure["layout"]["font"]["color"])
    room = (width - 2 * EDGE) * SURE
    heading = wrapped(title, HEADING_SIZE, room, bold=True) if title else []
    closing = [line for words in footer for line in wrapped(words, FOOTER_SIZE, room)]
    above = len(heading) * HEADING_SIZE * SPACING + (EDGE / 2 if heading else 0)
    below = len(closing) * FOOTER_SIZE * SPACING + (EDGE / 2 if closing else 0)
    drawn = content(figure, width, height - above - below, paint)
    parts = (
        f"<title>{escape(title, quote=False)}</title>" if title else "",
        f"<desc>{escape(description, quote=False)}</desc>" if description else "",
        f'<rect width="100%" height="100%" fill="{paint.colour(paper)}"/>',
        f'<g font-family="{escape(font["family"])}" fill="{ink}">',
        _block(heading, HEADING_SIZE, EDGE / 2, ' font-weight="700"'),
        _block(closing, FOOTER_SIZE, height - below, ""),
        f'</g><g transform="translate(0 {px(above)})">{drawn}</g>',
    )
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{"".join(parts)}</svg>'


def _block(lines: Sequence[str], size: float, top: float, look: str) -> str:
    step = size * SPACING
    return "".join(
        f'<text x="{EDGE}" y="{px(top + (index + 0.8) * step)}" font-size="{size}"{look}>{escape(line, quote=False)}</text>'
        for index, line in enumerate(lines)
    )
