"""`/practice`: problems by level and series, marked as JSON for the page's script or in the page itself where scripts are off."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import jinja2
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory.field import Problem as Slip
from app.memory.field import quoted
from app.memory.scenario import Scenario
from app.steps.checking import TOLERANCE_PERCENT, examples
from app.steps.practice.catalog import BY_SLUG, next_seed, practice_set
from app.steps.practice.problem import Problem, problem
from app.steps.practice.template import LEVELS
from app.steps.variants import ACCEPTED, SEED
from app.web.address import home_of, root_of
from app.web.answers import DATA_CACHE, PAGE_CACHE, Answers
from app.web.embed_links import discovery
from app.web.errors import refuse
from app.web.looks import address_problems
from app.web.marked import told
from app.web.query import read_scenario
from app.web.typed import printable
from app.web.unframed import links_of_unframed
from app.web.view import read_view

PATH = "/practice"
USUAL_SERIES = "1"
MIXED = 0  # the level that has all
NAMES = {**{level: f"Level {level}" for level in LEVELS}, MIXED: "All levels"}


@dataclass(frozen=True)
class Asked:
    """Which problems an address asks for, and a sentence for each part of it that could not be used."""

    level: int
    series: str
    only: str  # the slug of the one problem, or ""
    refused: tuple[str, ...]

    @property
    def query(self) -> str:
        """The part of the query string that asks for them."""
        return f"level={self.level}&series={self.series}" + (f"&only={self.only}" if self.only else "")

    @property
    def problems(self) -> list[Problem]:
        """The problems themselves."""
        return [problem(BY_SLUG[self.only], self.series)] if self.only else practice_set(self.level, self.series)


def practice(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/practice`, and `/practice/answer?question=&series=&answer=` as JSON."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        links = links_of_unframed(request, public_url, read_asked(request.query_params).query)
        body = env.get_template("practice.html").render(**_page(request, public_url), links=links)
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, discovery(links.oembed))

    async def marked(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        query = request.query_params
        series, slug = query.get("series", USUAL_SERIES), query.get("question", "")
        if problems := _unknown(slug, series):
            return refuse(problems)
        return answers.json(request, result(problem(BY_SLUG[slug], series), query))

    return [Route(PATH, page), Route(f"{PATH}/answer", marked)]


def read_asked(query: QueryParams) -> Asked:
    """The level, the series and the one problem that a query names; the usual ones where they cannot be used."""
    level, series, only = (printable(query.get(name, usual)) for name, usual in (("level", "1"), ("series", USUAL_SERIES), ("only", "")))
    told = []
    if level not in map(str, NAMES):
        told.append(f"level {quoted(level[:40])} cannot be used: there are 1, 2, 3, and 0 for all. Used instead: 1.")
    if not SEED.fullmatch(series):
        told.append(f"series {quoted(series[:40])} cannot be used: it takes {ACCEPTED}. Used instead: {USUAL_SERIES}.")
    if only and only not in BY_SLUG:
        told.append(f"only {quoted(only[:40])} cannot be used: there is no such problem. Used instead: all of the series.")
    return Asked(
        int(level) if level in map(str, NAMES) else 1,
        series if SEED.fullmatch(series) else USUAL_SERIES,
        only if only in BY_SLUG else "",
        tuple(told),
    )


def result(made: Problem, query: QueryParams) -> dict[str, object]:
    """One answer marked, as those to the self-check are."""
    units = read_scenario(query).scenario.units
    return told(made.template.slug, query, partial(made.mark, units), lambda: made.question.answered(Scenario(units=units)))


def _page(request: Request, public_url: str) -> dict[str, Any]:
    query, view = request.query_params, read_view(request.query_params)
    asked, reading = read_asked(query), read_scenario(query)
    lesson = reading.scenario
    carried = view.address(lesson.address())
    answered = query.get("question", "")
    return {
        "root": root_of(request.scope), "view": view, "here": "practice", "asked": asked, "levels": NAMES, "about_level": LEVELS,
        "problems": asked.problems, "units": lesson.units, "run": Scenario(units=lesson.units), "tolerance": TOLERANCE_PERCENT,
        "examples": examples(lesson.units), "carried": carried, "also": carried.replace("?", "&"), "following": next_seed(asked.series),
        "results": {each.id: result(each, query) for each in asked.problems if each.template.slug == answered},
        "home": home_of(request, public_url), "unusable": address_problems(query, reading, view),
    }  # fmt: skip


def _unknown(slug: str, series: str) -> tuple[Slip, ...]:
    if slug not in BY_SLUG:
        return (Slip("question", printable(slug)[:40], "it is no practice problem", " or ".join(BY_SLUG), next(iter(BY_SLUG)), "none"),)
    if not SEED.fullmatch(series):
        return (Slip("series", printable(series)[:40], "it is no series", ACCEPTED, USUAL_SERIES, USUAL_SERIES),)
    return ()
