"""`/presenter`: the lecturer’s own window, with notes, time and sliders, which drives the projected one."""

from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.steps.catalog import BY_SLUG
from app.steps.question import gpus_of, parameters_of
from app.steps.speaking import said
from app.steps.teaching import LESSONS, MINUTES, RUN
from app.web.address import root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.embed import read_run
from app.web.projector import hall
from app.web.query import SAME_PAGE
from app.web.stage import WALK, part_of, parts_of
from app.web.view import read_view

PATH = "/presenter"


def presenter(answers: Answers, env: jinja2.Environment) -> list[Route]:
    """The one page; `page` and `part` in its query say where it stands."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        query, root = request.query_params, root_of(request.scope)
        asked = BY_SLUG.get(query.get("page", ""))
        step = asked if asked in WALK else WALK[0]
        run, view = read_run(query, step), read_view(query)
        body = env.get_template("presenter.html").render(
            step=step, view=view, root=root, showing=part_of(env, step, query), settings=run.address(step.stated),
            frame_address=f"{root}/embed/{step.slug}{view.address(run.address())}", fields=step.kind.FIELDS, notes=notes(env),
            example=f"{parameters_of(RUN)} on {gpus_of(RUN)}", run=RUN,
            planned={each.slug: MINUTES.get(each.path, 0) for each in WALK}, **hall(env),
        )  # fmt: skip
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE)

    return [Route(PATH, page, name="presenter")]


def notes(env: jinja2.Environment) -> list[dict[str, Any]]:
    """For each page of the walk: what to say at each kind of part, and the lesson’s question with what to expect."""
    return [
        {
            "step": step,
            "said": {kind: said(step.slug, kind) for kind in dict.fromkeys(part.kind for part in parts_of(env, step.slug))},
            "lesson": next((lesson for lesson in LESSONS if lesson.slug == step.slug), None),
        }
        for step in WALK
    ]  # fmt: skip
