"""Pages for frames in other sites: a page’s figures and controls without anything around them, in the look that an author chose."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

import jinja2
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory.field import Problem
from app.memory.scenario import Scenario
from app.steps.catalog import PAGES
from app.steps.self_check import STEP as SELF_CHECK
from app.steps.step import Step
from app.web.address import home_of
from app.web.answers import PAGE_CACHE, Answers, Endpoint
from app.web.embed_links import discovery, links
from app.web.pages import redirect_to, render_page
from app.web.query import SAME_PAGE, read_scenario
from app.web.self_check import exercises
from app.web.stage import projected, staged
from app.web.typed import printable
from app.web.view import View, read_view


@dataclass(frozen=True)
class EmbedView(View):
    """The look of a page in a frame: the same, one figure alone where `figure` names one, and starting over means the author’s run."""

    figure: str = ""
    start: str = ""

    @property
    def query(self) -> str:
        """The part of the query string that keeps this look."""
        return "&".join(part for part in (super().query, urlencode({"figure": self.figure}) if self.figure else "") if part)

    def afresh(self, run: Scenario) -> str:
        """The query that the author gave."""
        return self.start


def embed(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/embed/<page>` for every page, with `figure=` for one figure alone."""
    return [
        route
        for step in PAGES
        for route in (
            Route(embed_path(step), _page(answers, env, step, public_url), name=f"embed-{step.slug}"),
            Route(f"{embed_path(step)}/", redirect_to(embed_path(step))),
        )
    ]


def embed_path(step: Step) -> str:
    """Where a page is served for frames."""
    return f"/embed/{step.slug}"


def read_embed_view(query: QueryParams, step: Step) -> EmbedView:
    """The look that a query asks for, with the author’s run to start over from."""
    look, figure = read_view(query).lasting, query.get("figure", "")
    view = EmbedView(**vars(look), figure=figure if figure in step.figures else "")
    return replace(view, start=view.address(read_run(query, step).address()))


def read_run(query: QueryParams, step: Step) -> Scenario:
    """The run that a page shows for a query."""
    return step.settled(read_scenario(query, step).scenario)


def _page(answers: Answers, env: jinja2.Environment, step: Step, public_url: str) -> Endpoint:
    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        view, run = read_embed_view(request.query_params, step), read_run(request.query_params, step)
        about = links(
            home_of(request, public_url), step, run, read_view(request.query_params), view.figure, f"{embed_path(step)}{view.start}"
        )
        usual = {"embedded": True, "frame": "embed.html", **(exercises(request) if step is SELF_CHECK else {})}
        more = staged(env, step, request.query_params) if projected(request.query_params, step) else usual
        body = render_page(env, step, request, about, no_figure(request.query_params, step), view=view, action=embed_path(step), **more)
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE | discovery(about.oembed))

    return page


def no_figure(query: QueryParams, step: Step) -> tuple[Problem, ...]:
    """The problem with the figure that a query asks for, if the page has none of that name."""
    asked = printable(query.get("figure", ""))
    if not asked or asked in step.figures:
        return ()
    names = tuple(step.figures)
    accepted = " or ".join(names) or "nothing on this page"
    return (Problem("figure", asked[:40], "it is no figure of this page", accepted, names[0] if names else "", "all figures of the page"),)
