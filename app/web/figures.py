"""Every figure as a picture of its own, drawn on the server: for slides, documents, previews and pages without scripts."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.memory.field import Problem
from app.steps.catalog import PAGES
from app.steps.evidence import PAGE as EVIDENCE
from app.steps.plan import PAGE as PLANNER
from app.steps.step import Page
from app.web.address import home_of
from app.web.answers import DATA_CACHE, Answers, Endpoint
from app.web.canonical import canonical, moved
from app.web.citation import plain
from app.web.errors import refuse
from app.web.picture_file import LICENCE, look_of, permalink, svg_of
from app.web.query import read_scenario
from app.web.raster import available, png_of
from app.web.run_query import read_run

NO_PNG = (
    "This server makes no PNGs: it was installed without the extra “png”. "
    "The same picture is there as SVG, at the address that ends in .svg."
)


@dataclass(frozen=True)
class Asked:
    """The run that a query asks for, what could not be used of it, and its one spelling."""

    run: Any
    problems: Sequence[Problem]
    query: str


def of_lesson(query: QueryParams, step: Page[Any]) -> Asked:
    """A run of the lesson."""
    reading = read_scenario(query, step)
    return Asked(reading.scenario, reading.problems, canonical(reading))


def of_plan(query: QueryParams, _: Page[Any]) -> Asked:
    """A run of the full account."""
    reading = read_run(query)
    return Asked(reading.run, reading.problems, reading.canonical)


Reader = Callable[[QueryParams, Page[Any]], Asked]


def figures(answers: Answers, public_url: str) -> list[Route]:
    """`/figures/<page>/<figure>.svg` and `….png`, for the settings in the query, with `theme`, `width`, `height` and `scale`, and `….json`,
    the figure in Plotly’s schema with its title, sentence and table. 422 for what cannot be used; 501 for a PNG that cannot be made here.
    """
    turn = asyncio.Semaphore(1)  # a PNG takes a tenth of a second or more
    pages: list[tuple[Page[Any], Reader]] = [*((step, of_lesson) for step in (*PAGES, EVIDENCE)), (PLANNER, of_plan)]
    return [
        route
        for step, read in pages
        for name in step.figures
        for route in (
            Route(f"/figures/{step.slug}/{name}.svg", _picture(answers, public_url, step, read, name)),
            Route(f"/figures/{step.slug}/{name}.png", _picture(answers, public_url, step, read, name, turn)),
            Route(f"/figures/{step.slug}/{name}.json", _json(answers, step, read, name)),
        )
    ]


def _json(answers: Answers, step: Page[Any], read: Reader, name: str) -> Endpoint:
    async def figure(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        asked = read(request.query_params, step)
        if asked.problems:
            return refuse(asked.problems)
        return moved(request, asked.query) or answers.json(request, step.figures[name](step.settled(asked.run)).as_json())

    return figure


def _picture(
    answers: Answers, public_url: str, step: Page[Any], read: Reader, name: str, turn: asyncio.Semaphore | None = None
) -> Endpoint:
    """SVG, or PNG where it is given a `turn` to wait for."""

    async def figure(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        query = request.query_params
        asked = read(query, step)
        look, problems = look_of(query)
        if asked.problems or problems:
            return refuse((*asked.problems, *problems))
        if turn and not available():
            return JSONResponse({"detail": NO_PNG}, status_code=501, headers={"Cache-Control": "no-store"})
        pairs = (f"{part}={text}" for part, text in look.given(query).items())
        if elsewhere := moved(request, "&".join(part for part in (asked.query, *pairs) if part)):
            return elsewhere
        home = home_of(request, public_url)
        svg = svg_of(step, name, asked.run, look, home)
        if not turn:
            return answers.give(request, svg.encode(), "image/svg+xml", DATA_CACHE)
        link = permalink(step, asked.run, home)
        texts = {"Title": step.title, "Source": link, "Copyright": f"{plain(link)} Licence: {LICENCE}"}
        async with turn:
            png = await run_in_threadpool(png_of, svg, look.scale, texts)
        return answers.give(request, png, "image/png", DATA_CACHE, packed=False)

    return figure
