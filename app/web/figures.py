"""Every figure as a picture of its own, drawn on the server: for slides, documents, previews and pages without scripts."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.drawing.sheet import sheet
from app.figures.picture import Picture
from app.figures.style import DARK, PAPER, ROLES
from app.memory.field import Problem
from app.memory.scenario import Scenario
from app.steps.catalog import PAGES
from app.steps.step import Step
from app.web.address import origin_of, root_of
from app.web.answers import DATA_CACHE, Answers, Endpoint
from app.web.canonical import elsewhere
from app.web.errors import refuse
from app.web.query import read_scenario
from app.web.typed import printable

SIZES = {"width": (960, 480, 2400), "height": (540, 360, 1600)}  # pixels: usual, least, most
THEMES: Mapping[str, Mapping[str, str]] = {"light": {}, "dark": DARK}


def figures(answers: Answers, public_url: str) -> list[Route]:
    """`/figures/<page>/<figure>.svg`, for the settings in the query, with `theme`, `width` and `height`, and `….json`, the figure in
    Plotly’s schema with its title, sentence and table; both 422 for what cannot be used."""
    return [
        route
        for step in PAGES
        for name in step.figures
        for route in (
            Route(f"/figures/{step.slug}/{name}.svg", _svg(answers, public_url, step, name)),
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


def _svg(answers: Answers, public_url: str, step: Step, name: str) -> Endpoint:
    async def figure(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        query = request.query_params
        reading = read_scenario(query)
        theme, (width, height), problems = _look(query)
        if reading.problems or problems:
            return refuse((*reading.problems, *problems))
        if moved := elsewhere(request, reading, **_given_look(query, theme, width, height)):
            return moved
        scenario = step.within(reading.scenario.reconciled()[0])
        link = f"{public_url or origin_of(request)}{root_of(request.scope)}{_address(step, scenario)}"
        body = _drawn(step.figures[name](scenario), width, height, theme, link, f"{step.slug}-{name}")
        return answers.give(request, body.encode(), "image/svg+xml", DATA_CACHE)

    return figure


def _given_look(query: QueryParams, theme: str, width: int, height: int) -> dict[str, str]:
    return {name: str(value) for name, value in (("theme", theme), ("width", width), ("height", height)) if name in query}


def _look(query: QueryParams) -> tuple[str, tuple[int, int], list[Problem]]:
    """Theme and size that a query asks for, and what could not be used of it."""
    problems = []
    theme = query.get("theme", "light")
    if theme not in THEMES:
        problems.append(Problem("theme", printable(theme)[:40], "there is no such theme", " or ".join(THEMES), "dark", "light"))
    sides = []
    for name, (usual, least, most) in SIZES.items():
        given = query.get(name, str(usual))
        side = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0
        if not least <= side <= most:
            accepted = f"a whole number of pixels from {least} to {most}"
            problems.append(Problem(name, printable(given)[:40], "it is no such size", accepted, str(usual), str(usual)))
        sides.append(side)
    return theme, (sides[0], sides[1]), problems


def _address(step: Step, scenario: Scenario) -> str:
    query = scenario.address(step.controls)
    return f"{quote(step.path)}{'?' + query if query else ''}"


def _drawn(picture: Picture, width: int, height: int, theme: str, link: str, name: str) -> str:
    """The file; its ids are those of no other, so that several can be put into one page."""
    mark = sha256(f"{link} {theme} {width} {height}".encode()).hexdigest()[:8]
    return sheet(
        picture.figure, width, height, paper=PAPER, colours=THEMES[theme], title=picture.title, description=picture.sentence,
        legend=_legend(picture), ids=f"{name}-{mark}",
        footer=(f"{link} · FSDP walkthrough · Apache-2.0",),
    )  # fmt: skip


def _legend(picture: Picture) -> list[tuple[Mapping[str, Any], str]]:
    """The look and the words of every role that the figure draws, in their fixed order."""
    markers = {trace["name"]: trace["marker"] for trace in picture.figure["data"] if trace["type"] == "bar"}  # what is grey comes first
    return [(markers[role.name], f"{role.symbol} {role.short}") for role in ROLES if role.name in markers]
