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
from app.web.embed import embed_path, read_embed_view, read_run
from app.web.embed_links import PREVIEW, START, picture, settings_of
from app.web.embed_size import WIDTH, frame_height
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
    view, run = read_embed_view(query, step), read_run(query, step)
    width = min(WIDTH, most[0])
    height = min(frame_height(step, view.figure, width, len(set(view.hide) & set(step.controls))), most[1])
    source = f"{home}{embed_path(step)}{view.address(settings_of(read_scenario(query, step)))}"
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": PROVIDER,
        "provider_url": f"{home}/",
        "title": step.title,
        "html": frame(source, step.title, width, height),
        "width": width,
        "height": height,
        "cache_age": 3600,
        "thumbnail_url": picture(home, step if step.figures else START, run, view, view.figure),
        "thumbnail_width": PREVIEW["width"],
        "thumbnail_height": PREVIEW["height"],
    }


def frame(source: str, title: str, width: int | str, height: int) -> str:
    """A bare frame as HTML."""
    return (
        f'<iframe src="{escape(source)}" width="{width}" height="{height}" title="{escape(title)}" '
        'frameborder="0" loading="lazy" allowfullscreen></iframe>'
    )


def _refused(status: int, detail: str) -> Response:
    return JSONResponse({"detail": detail}, status_code=status, headers={"Cache-Control": "no-store"})
