"""A figure as a file of its own: ground, heading, drawing and what must be said under it."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from app.drawing.fitting import fitted, type_size
from app.drawing.paint import Paint, nearest, px
from app.drawing.svg import content
from app.drawing.traces import fill_of
from app.drawing.words import width_of, wrapped

EDGE = 16  # pixels
SURE = 0.85  # of the room is used by words as we guess their width, so that a wider face fits too
HEADING, KEY, FOOTER = 1.2, 0.9, 0.75  # the size of the heading, the legend and what stands under it, as shares of the drawing’s type
SPACING, KEY_SPACING = 1.4, 1.7  # from line to line, and from row to row of the legend
SWATCH = 1.7  # of the legend’s size: the width of what it explains

Entry = tuple[Mapping[str, Any], str]


def sheet(figure: Mapping[str, Any], width: int, height: int, *, paper: str, colours: Mapping[str, str] | None = None, title: str = "",
          description: str = "", legend: Sequence[Entry] = (), footer: Sequence[str] = (), ids: str = "sheet") -> str:  # fmt: skip
    """A complete SVG document of `width` × `height` pixels. Raises NotDrawable, naming the key, for what cannot be drawn.

    `legend` holds the marker of a trace and what it is called, for each thing that the drawing does not name itself;
    markers are those of the figure. `ids` begins the ids inside, so that several files can be put into one page.
    """
    paint = Paint(colours or {}, ids)
    font, ink = figure["layout"]["font"], paint.colour(figure["layout"]["font"]["color"])
    room = (width - 2 * EDGE) * SURE
    heading_size, key_size, footer_size = (nearest(share * type_size(width, height)) for share in (HEADING, KEY, FOOTER))
    heading = wrapped(title, heading_size, room, bold=True) if title else []
    closing = [line for words in footer for line in wrapped(words, footer_size, room)]
    keys = _keys(legend, key_size, room)
    above = len(heading) * heading_size * SPACING + (EDGE / 2 if heading else 0)
    feet = len(closing) * footer_size * SPACING + (EDGE / 2 if closing else 0)
    below = feet + len(keys) * key_size * KEY_SPACING
    room_below = height - above - below
    drawn = content(fitted(figure, width, room_below), width, room_below, paint)
    parts = (
        f"<title>{escape(title, quote=False)}</title>" if title else "",
        f"<desc>{escape(description, quote=False)}</desc>" if description else "",
        f'<rect width="100%" height="100%" fill="{paint.colour(paper)}"/>',
        f'<g font-family="{escape(font["family"])}" fill="{ink}">',
        _block(heading, heading_size, EDGE / 2, ' font-weight="700"'),
        *(_key_row(row, key_size, height - below + index * key_size * KEY_SPACING, ink, paint) for index, row in enumerate(keys)),
        _block(closing, footer_size, height - feet, ""),
        f'</g><g transform="translate(0 {px(above)})">{drawn}</g>',
    )
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{"".join(parts)}</svg>'


def _keys(legend: Sequence[Entry], size: float, room: float) -> list[list[tuple[float, Entry]]]:
    """The entries of a legend in rows that fit, each with its place."""
    rows: list[list[tuple[float, Entry]]] = []
    place = room
    for entry in legend:
        wide = (SWATCH + 1) * size + width_of(entry[1], size) / SURE + EDGE
        if not rows or place + wide > room:
            rows.append([])
            place = 0.0
        rows[-1].append((EDGE + place, entry))
        place += wide
    return rows


def _key_row(row: Sequence[tuple[float, Entry]], size: float, top: float, ink: str, paint: Paint) -> str:
    return "".join(
        f'<rect data-kind="key" x="{px(x)}" y="{px(top)}" width="{px(SWATCH * size)}" height="{px(size)}" fill="{fill_of(marker, paint)}"'
        f' stroke="{ink}"/><text x="{px(x + (SWATCH + 0.5) * size)}" y="{px(top + 0.85 * size)}" font-size="{size}">'
        f"{escape(words, quote=False)}</text>"
        for x, (marker, words) in row
    )


def _block(lines: Sequence[str], size: float, top: float, look: str) -> str:
    step = size * SPACING
    return "".join(
        f'<text x="{EDGE}" y="{px(top + (index + 0.8) * step)}" font-size="{size}"{look}>{escape(line, quote=False)}</text>'
        for index, line in enumerate(lines)
    )
