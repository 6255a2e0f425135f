"""The pages: each one complete in its first answer."""

from collections.abc import Sequence

import jinja2
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from app.memory.field import Problem
from app.steps.catalog import NOTES, PAGES, STEPS
from app.steps.presentation import present
from app.steps.self_check import STEP as SELF_CHECK
from app.steps.step import Step
from app.web.address import root_of
from app.web.answers import PAGE_CACHE, Answers, Endpoint
from app.web.embed_links import Links, discovery, links_of
from app.web.looks import address_problems
from app.web.projector import projector_page
from app.web.query import SAME_PAGE, read_scenario
from app.web.stage import WALK, parts_of, projected
from app.web.view import View, read_view


def pages(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """Routes of all pages, and of the addresses that lead to them: by number, with a slash too many."""
    return [
        *(Route(step.path, _page(answers, env, step, public_url), name=step.slug) for step in PAGES if step.path != SELF_CHECK.path),
        *(Route(f"/steps/{number}{slash}", redirect_to(step.path)) for number, step in enumerate(STEPS, start=1) for slash in ("", "/")),
        *(Route(f"{path}/", redirect_to(path)) for path in (*(step.path for step in PAGES if step.path != "/"), "/about")),
        *(Route(path, redirect_to("/")) for path in ("/steps", "/steps/")),
    ]


def _page(answers: Answers, env: jinja2.Environment, step: Step, public_url: str) -> Endpoint:
    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        about = links_of(request, step, public_url)
        body = (projector_page if projected(request.query_params, step) else render_page)(env, step, request, about)
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE | discovery(about.oembed))

    return page


def render_page(
    env: jinja2.Environment, step: Step, request: Request, about: Links, problems: Sequence[Problem] = (), view: View | None = None,
    **more: object,
) -> str:  # fmt: skip
    """The HTML of one page for the settings in the request's query, with its addresses; further `problems` are told too, `more` is for the
    template.

    `view` is the look of this page where it is not that of the page itself.
    """
    reading, look = read_scenario(request.query_params, step), read_view(request.query_params)
    shown, view = present(step, reading.scenario), view or look
    usual = {
        "step": step,
        "number": STEPS.index(step) + 1 if step in STEPS else 0,
        "shown": shown,
        "scenario": shown.scenario,
        "fields": step.kind.FIELDS,
        "notes": NOTES,
        "roles": {role.key: role for role in step.roles},
        "view": view,
        "problems": (*address_problems(request.query_params, reading, look), *problems),
        "root": root_of(request.scope),
        "carried": view.address(shown.scenario.address()),
        "afresh": view.afresh(shown.scenario),
        "links": about,
        "permalink": about.page,
        "parts": parts_of(env, step.slug) if view.room and step in WALK else (),
    }
    return env.get_template(step.template).render(usual | dict(step.given) | more)


def redirect_to(path: str) -> Endpoint:
    """An endpoint that leads to another path with the same query."""

    async def redirect(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{root_of(request.scope)}{path}{query}", status_code=307)

    return redirect
