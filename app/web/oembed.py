"""oEmbed (oembed.com): what stands for one of our addresses on another site. The address is read into its parts and built anew."""

import re
from html import escape
from urllib.parse import urlsplit

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.steps.catalog import PAGES, STEPS
from app.web.address import home_of
from app.web.answers import DATA_CACHE, Answers
from app.web.embed import embed_path, read_embed_view
from app.web.embed_builder import framed_as
from app.web.embed_links import thumbnail
from app.web.embed_self_test import PATH as SELF_TEST
from app.web.embed_self_test import framed_self_test
from app.web.embed_size import WIDTH
from app.web.embed_snippets import Framed
from app.web.query import read_scenario
from app.web.unframed import linked, unframed_at

PROVIDER = "FSDP walkthrough"
LONGEST = 2048  # bytes of an address
PLAIN = re.compile(r"https?://[!-\[\]-~]+", re.IGNORECASE)  # letters, digits and signs of ASCII; no backslash
PLACES = {path: step for step in PAGES for path in (step.path, embed_path(step))}
PLACES |= {f"/steps/{number}": step for number, step in enumerate(STEPS, start=1)}


def oembed(answers: Answers, public_url: str) -> list[Route]:
    """`/oembed?url=`, with `maxwidth` and `maxheight`: 404 for an address that is not ours, 501 for another format than JSON."""

    async def describe(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        if request.query_params.get("format", "json").lower() != "json":
            return _refused(501, "Only JSON is given: format=json.")
        home = home_of(request, public_url)
        found, most = asked_for(request.query_params.get("url", ""), home), limits(request.query_params)
        told = described(home, *found, most) if found else None
        if told is None:
            return _refused(404, "There is nothing to embed at that address.")
        return answers.json(request, told)

    return [Route("/oembed", describe)]


def asked_for(address: str, home: str) -> tuple[str, QueryParams] | None:
    """The path and the query of an address of the site that lies at `home`; None where it is none. Its place on the page is a figure’s."""
    if len(address) > LONGEST or not PLAIN.fullmatch(address):
        return None
    try:
        asked, own = urlsplit(address), urlsplit(home)
    except ValueError:  # brackets that hold no address
        return None
    if asked.netloc.lower() != own.netloc.lower() or not asked.path.startswith(own.path):
        return None
    query = QueryParams(asked.query)
    if "figure" not in query and asked.fragment:
        query = QueryParams([*query.multi_items(), ("figure", asked.fragment)])
    return asked.path.removeprefix(own.path).rstrip("/") or "/", query


def limits(query: QueryParams) -> tuple[int, int]:
    """The most pixels of width and height that a frame may have; what is no number of pixels is no limit."""
    given = [query.get(name, "") for name in ("maxwidth", "maxheight")]
    width, height = (int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 6 and int(text) else 99_999 for text in given)
    return width, height


def described(home: str, path: str, query: QueryParams, most: tuple[int, int]) -> dict[str, object] | None:
    """The answer: a frame where the page has one, else a picture or a link; None where there is no page."""
    about = {"version": "1.0", "provider_name": PROVIDER, "provider_url": f"{home}/", "cache_age": 3600}
    width = min(WIDTH, most[0])
    if path == SELF_TEST:
        return about | in_a_frame(framed_self_test(home, query, width), width, most[1])
    if step := PLACES.get(path):
        framed = framed_as(home, step, read_embed_view(query, step), read_scenario(query, step), width)
        return about | in_a_frame(framed, width, most[1])
    place = unframed_at(path)
    return about | linked(home, place, query, most) if place else None


def in_a_frame(framed: Framed, width: int, most: int) -> dict[str, object]:
    """A frame as HTML, its size, at most so high, and a picture."""
    height = min(framed.height, most)
    return {
        "type": "rich",
        "title": framed.title,
        "html": frame(framed.source, framed.title, width, height),
        "width": width,
        "height": height,
        **thumbnail(framed.picture),
    }


def frame(source: str, title: str, width: int, height: int) -> str:
    """A bare frame as HTML."""
    return (
        f'<iframe src="{escape(source)}" width="{width}" height="{height}" title="{escape(title)}" '
        'frameborder="0" loading="lazy" allowfullscreen></iframe>'
    )


def _refused(status: int, detail: str) -> Response:
    return JSONResponse({"detail": detail}, status_code=status, headers={"Cache-Control": "no-store"})
