"""oEmbed (oembed.com): what stands for one of our addresses on another site. The address is read into its parts and built anew."""

import re
from html import escape
from urllib.parse import urlsplit

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.steps.catalog import PAGES, STEPS
from app.steps.step import Step
from app.web.address import home_of
from app.web.answers import DATA_CACHE, Answers
from app.web.embed import embed_path, read_embed_view
from app.web.embed_builder import framed_as
from app.web.embed_links import PREVIEW
from app.web.embed_size import WIDTH
from app.web.query import read_scenario

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
        found = page_at(request.query_params.get("url", ""), home)
        if found is None:
            return _refused(404, "There is nothing to embed at that address.")
        return answers.json(request, described(home, *found, limits(request.query_params)))

    return [Route("/oembed", describe)]


def page_at(address: str, home: str) -> tuple[Step, QueryParams] | None:
    """The page at an address of the site that lies at `home`, and what it is asked for; None where there is none."""
    if len(address) > LONGEST or not PLAIN.fullmatch(address):
        return None
    try:
        asked, own = urlsplit(address), urlsplit(home)
    except ValueError:  # brackets that hold no address
        return None
    if asked.netloc.lower() != own.netloc.lower() or not asked.path.startswith(own.path):
        return None
    step = PLACES.get(asked.path.removeprefix(own.path).rstrip("/") or "/")
    query = QueryParams(asked.query)
    if step and "figure" not in query and asked.fragment in step.figures:
        query = QueryParams([*query.multi_items(), ("figure", asked.fragment)])
    return (step, query) if step else None


def limits(query: QueryParams) -> tuple[int, int]:
    """The most pixels of width and height that a frame may have; what is no number of pixels is no limit."""
    given = [query.get(name, "") for name in ("maxwidth", "maxheight")]
    width, height = (int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 6 and int(text) else 99_999 for text in given)
    return width, height


def described(home: str, step: Step, query: QueryParams, most: tuple[int, int]) -> dict[str, object]:
    """The answer: a frame as HTML, its size, and a picture."""
    width = min(WIDTH, most[0])
    framed = framed_as(home, step, read_embed_view(query, step), read_scenario(query, step), width)
    height = min(framed.height, most[1])
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": PROVIDER,
        "provider_url": f"{home}/",
        "title": framed.title,
        "html": frame(framed.source, framed.title, width, height),
        "width": width,
        "height": height,
        "cache_age": 3600,
        "thumbnail_url": framed.picture,
        "thumbnail_width": PREVIEW["width"],
        "thumbnail_height": PREVIEW["height"],
    }


def frame(source: str, title: str, width: int, height: int) -> str:
    """A bare frame as HTML."""
    return (
        f'<iframe src="{escape(source)}" width="{width}" height="{height}" title="{escape(title)}" '
        'frameborder="0" loading="lazy" allowfullscreen></iframe>'
    )


def _refused(status: int, detail: str) -> Response:
    return JSONResponse({"detail": detail}, status_code=status, headers={"Cache-Control": "no-store"})
