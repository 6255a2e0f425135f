"""The pages: each one complete in its first answer."""

from urllib.parse import quote

import jinja2
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.steps.catalog import PAGES, STEPS
from app.steps.presentation import present
from app.steps.step import Step
from app.web.address import origin_of, root_of
from app.web.answers import PAGE_CACHE, READ, Endpoint, answer
from app.web.query import read_scenario
from app.web.view import read_view


def pages(env: jinja2.Environment, public_url: str) -> APIRouter:
    """Routes of all pages, and of the addresses that lead to them: by number, with a slash too many."""
    router = APIRouter(include_in_schema=False)
    for step in PAGES:
        router.add_api_route(step.path, _page(env, step, public_url), methods=READ, name=step.slug)
    for number, step in enumerate(STEPS, start=1):
        router.add_api_route(f"/steps/{number}", _redirect(step.path), methods=READ)
    for step in PAGES:
        if step.path != "/":
            router.add_api_route(f"{step.path}/", _redirect(step.path), methods=READ)
    router.add_api_route("/steps", _redirect("/"), methods=READ)
    return router


def _page(env: jinja2.Environment, step: Step, public_url: str) -> Endpoint:
    async def page(request: Request) -> Response:
        body = render_page(env, step, request, public_url)
        return answer(request, body.encode(), "text/html", PAGE_CACHE)

    return page


def render_page(env: jinja2.Environment, step: Step, request: Request, public_url: str, **more: object) -> str:
    """The HTML of one page for the settings in the request's query; `more` goes to the template as it is."""
    reading, view = read_scenario(request.query_params), read_view(request.query_params)
    shown = present(step, reading.scenario)
    root = root_of(request.scope)
    query = "&".join(part for part in (shown.scenario.address(step.controls), view.query) if part)
    carried = "&".join(part for part in (shown.scenario.address(), view.query) if part)
    return env.get_template(step.template).render(
        step=step,
        number=STEPS.index(step) + 1 if step in STEPS else 0,
        shown=shown,
        scenario=shown.scenario,
        view=view,
        problems=reading.problems,
        root=root,
        carried=f"?{carried}" if carried else "",
        permalink=f"{public_url.rstrip('/') or origin_of(request)}{root}{quote(step.path)}{'?' + query if query else ''}",
        **more,
    )


def _redirect(path: str) -> Endpoint:
    async def redirect(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{root_of(request.scope)}{path}{query}", status_code=307)

    return redirect
