"""The self-check's answers: marked as JSON for the page's script, or in the page itself where scripts are off."""

from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory.field import Problem
from app.steps.checking import TOLERANCE_PERCENT, Marked, examples, mark
from app.steps.question import Question
from app.steps.questions import FIXED, OWN, QUESTIONS
from app.steps.self_check import STEP
from app.web.answers import DATA_CACHE, PAGE_CACHE, Answers
from app.web.embed_links import discovery, links_of
from app.web.errors import refuse
from app.web.pages import render_page
from app.web.query import SAME_PAGE, read_scenario
from app.web.typed import printable
from app.web.view import read_view

BY_ID = {question.id: question for question in QUESTIONS}


def self_check(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/self-check`, which also marks the answer in its query, and `/self-check/answer?question=&answer=` as JSON."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        asked = request.query_params.get("question", "")
        body = render_page(env, STEP, request, public_url, _not_asked(asked) if asked else (), **exercises(request))
        return answers.give(
            request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE | discovery(links_of(request, STEP, public_url).oembed)
        )

    async def marked(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        asked = request.query_params.get("question", "")
        if problems := (*_not_asked(asked), *read_scenario(request.query_params).problems):
            return refuse(problems)
        return answers.json(request, result(BY_ID[asked], request))

    return [Route(STEP.path, page, name=STEP.slug), Route(f"{STEP.path}/answer", marked)]


def exercises(request: Request) -> dict[str, Any]:
    """What the template of the self-check asks for besides a page’s own: questions, and the result of the one answered in the query."""
    question = BY_ID.get(request.query_params.get("question", ""))
    return {
        "results": {question.id: result(question, request)} if question else {},
        "own_questions": OWN,
        "fixed_questions": FIXED,
        "tolerance": TOLERANCE_PERCENT,
        "examples": examples(read_scenario(request.query_params).scenario.units),
    }


def result(question: Question, request: Request) -> dict[str, object]:
    """One answer marked. What was expected is told when the answer is right or when `reveal` asks for it, and never with `answers=0`."""
    query = request.query_params
    run, _ = read_scenario(query).scenario.reconciled()
    given, asked = printable(query.get("answer", "")), query.get("reveal") == "1"
    allowed = read_view(query).answers
    marked = Marked("", False, False, _revealed(allowed)) if asked and not given.strip() else mark(question, run, given)
    return {
        "question": question.id,
        "given": marked.given,
        "readable": marked.readable,
        "right": marked.right,
        "message": marked.message,
        "expected": question.answered(run) if allowed and (marked.right or asked) else None,
    }


def _not_asked(name: str) -> tuple[Problem, ...]:
    if name in BY_ID:
        return ()
    return (Problem("question", printable(name)[:40], "it is no question of the self-check", " or ".join(BY_ID), QUESTIONS[0].id, "none"),)


def _revealed(allowed: bool) -> str:
    return "This is the answer." if allowed else "The answers are switched off on this page."
