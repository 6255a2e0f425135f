"""The self-check's answers: marked as JSON for the page's script, or in the page itself where scripts are off."""

from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.steps.checking import TOLERANCE_PERCENT, examples
from app.steps.questions import FIXED, OWN
from app.steps.self_check import STEP
from app.web.answers import DATA_CACHE, PAGE_CACHE, Answers
from app.web.embed_links import discovery, links_of
from app.web.errors import refuse
from app.web.marked import BY_ID, not_asked, result
from app.web.pages import render_page
from app.web.projector import projector_page
from app.web.query import SAME_PAGE, read_scenario
from app.web.stage import projected


def self_check(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/self-check`, which also marks the answer in its query, and `/self-check/answer?question=&answer=` as JSON."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        asked = request.query_params.get("question", "")
        about = links_of(request, STEP, public_url)
        if projected(request.query_params, STEP):
            body = projector_page(env, STEP, request, about)
        else:
            body = render_page(env, STEP, request, about, not_asked(asked) if asked else (), **exercises(request))
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE | discovery(about.oembed))

    async def marked(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        asked = request.query_params.get("question", "")
        if problems := (*not_asked(asked), *read_scenario(request.query_params).problems):
            return refuse(problems)
        return answers.json(request, result(BY_ID[asked], request.query_params))

    return [Route(STEP.path, page, name=STEP.slug), Route(f"{STEP.path}/answer", marked)]


def exercises(request: Request) -> dict[str, Any]:
    """What the template of the self-check asks for besides a page’s own: questions, and the result of the one answered in the query."""
    question = BY_ID.get(request.query_params.get("question", ""))
    return {
        "results": {question.id: result(question, request.query_params)} if question else {},
        "own_questions": OWN,
        "fixed_questions": FIXED,
        "tolerance": TOLERANCE_PERCENT,
        "examples": examples(read_scenario(request.query_params).scenario.units),
    }
