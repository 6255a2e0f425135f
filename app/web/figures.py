"""Every figure as a picture of its own, drawn on the server: for slides, documents, previews and pages without scripts."""

import asyncio

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.steps.catalog import PAGES
from app.steps.step import Step
from app.web.address import origin_of, root_of
from app.web.answers import DATA_CACHE, Answers, Endpoint
from app.web.canonical import elsewhere
from app.web.citation import plain
from app.web.errors import refuse
from app.web.picture_file import LICENCE, look_of, permalink, svg_of
from app.web.query import read_scenario
from app.web.raster import available, png_of

NO_PNG = (
    "This server makes no PNGs: it was installed without the extra “png”. "
    "The same picture is there as SVG, at the address that ends in .svg."
)


def figures(answers: Answers, public_url: str) -> list[Route]:
    """`/figures/<page>/<figure>.svg` and `….png`, for the settings in the query, with `theme`, `width`, `height` and `scale`, and `….json`,
    the figure in Plotly’s schema with its title, sentence and table. 422 for what cannot be used; 501 for a PNG that cannot be made here.
    """
    turn = asyncio.Semaphore(1)  # a PNG takes a tenth of a second or more
    return [
        route
        for step in PAGES
        for name in step.figures
        for route in (
            Route(f"/figures/{step.slug}/{name}.svg", _picture(answers, public_url, step, name)),
            Route(f"/figures/{step.slug}/{name}.png", _picture(answers, public_url, step, name, turn)),
            Route(f"/figures/{step.slug}/{name}.json", _json(answers, step, name)),
        )
    ]


def _json(answers: Answers, step: Step, name: str) -> Endpoint:
    async def figure(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        reading = read_scenario(request.query_params)
        if reading.problems:
            return refuse(reading.problems)
        return elsewhere(request, reading) or answers.json(
            request, step.figures[name](step.within(reading.scenario.reconciled()[0])).as_json()
        )

    return figure


def _picture(answers: Answers, public_url: str, step: Step, name: str, turn: asyncio.Semaphore | None = None) -> Endpoint:
    """SVG, or PNG where it is given a `turn` to wait for."""

    async def figure(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        query = request.query_params
        reading = read_scenario(query)
        look, problems = look_of(query)
        if reading.problems or problems:
            return refuse((*reading.problems, *problems))
        if turn and not available():
            return JSONResponse({"detail": NO_PNG}, status_code=501, headers={"Cache-Control": "no-store"})
        if moved := elsewhere(request, reading, **look.given(query)):
            return moved
        home = f"{public_url or origin_of(request)}{root_of(request.scope)}"
        svg = svg_of(step, name, reading.scenario, look, home)
        if not turn:
            return answers.give(request, svg.encode(), "image/svg+xml", DATA_CACHE)
        link = permalink(step, reading.scenario, home)
        texts = {"Title": step.title, "Source": link, "Copyright": f"{plain(link)} {LICENCE}"}
        async with turn:
            png = await run_in_threadpool(png_of, svg, look.scale, texts)
        return answers.give(request, png, "image/png", DATA_CACHE, packed=False)

    return figure
