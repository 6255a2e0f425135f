"""Every figure as a picture of its own, drawn on the server: for slides, documents, previews and pages without scripts."""

from collections.abc import Mapping
from urllib.parse import quote

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.drawing.sheet import sheet
from app.figures.picture import Picture
from app.figures.style import DARK, PAPER
from app.memory.field import Problem
from app.memory.scenario import Scenario
from app.steps.catalog import PAGES
from app.steps.step import Step
from app.web.address import origin_of, root_of
from app.web.answers import DATA_CACHE, READ, answer
from app.web.drawn import fitted
from app.web.errors import refuse
from app.web.query import read_scenario

SIZES = {"width": (960, 320, 2400), "height": (540, 240, 1600)}  # pixels: usual, least, most
THEMES: Mapping[str, Mapping[str, str]] = {"light": {}, "dark": DARK}


def figures(public_url: str) -> APIRouter:
    """`/figures/<page>/<figure>.svg`, for the settings in the query, with `theme`, `width` and `height`; 422 for what cannot be used."""
    router = APIRouter(include_in_schema=False)
    steps = {step.slug: step for step in PAGES}

    @router.api_route("/figures/{slug}/{name}.svg", methods=READ)
    async def figure(request: Request, slug: str, name: str) -> Response:
        step = steps.get(slug)
        if step is None or name not in step.figures:
            raise HTTPException(404)
        query = request.query_params
        reading = read_scenario(query)
        theme, (width, height), problems = _look(query)
        if reading.problems or problems:
            return refuse((*reading.problems, *problems))
        scenario, _ = reading.scenario.reconciled()
        link = f"{public_url.rstrip('/') or origin_of(request)}{root_of(request.scope)}{_address(step, scenario)}"
        body = _drawn(step.figures[name](scenario), width, height, THEMES[theme], link)
        return answer(request, body.encode(), "image/svg+xml", DATA_CACHE)

    return router


def _look(query: QueryParams) -> tuple[str, tuple[int, int], list[Problem]]:
    """Theme and size that a query asks for, and what could not be used of it."""
    problems = []
    theme = query.get("theme", "light")
    if theme not in THEMES:
        problems.append(Problem("theme", theme[:40], "there is no such theme", " or ".join(THEMES), "dark", "light"))
    sides = []
    for name, (usual, least, most) in SIZES.items():
        given = query.get(name, str(usual))
        side = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0
        if not least <= side <= most:
            accepted = f"a whole number of pixels from {least} to {most}"
            problems.append(Problem(name, given[:40], "it is no such size", accepted, str(usual), str(usual)))
        sides.append(side)
    return theme, (sides[0], sides[1]), problems


def _address(step: Step, scenario: Scenario) -> str:
    query = scenario.address(step.controls)
    return f"{quote(step.path)}{'?' + query if query else ''}"


def _drawn(picture: Picture, width: int, height: int, colours: Mapping[str, str], link: str) -> str:
    return sheet(
        fitted(picture.figure, width), width, height, paper=PAPER, colours=colours, title=picture.title, description=picture.sentence,
        footer=(f"{link} · FSDP walkthrough · Apache-2.0",),
    )  # fmt: skip
