"""The self-check's answers: marked as JSON for the page's script, or in the page itself where scripts are off."""

import jinja2
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.memory.field import Problem
from app.steps.checking import EXAMPLES, TOLERANCE_PERCENT, Marked, mark
from app.steps.question import Question
from app.steps.questions import FIXED, OWN, QUESTIONS
from app.steps.self_check import STEP
from app.web.answers import PAGE_CACHE, answer, json_answer
from app.web.errors import refuse
from app.web.pages import render_page
from app.web.query import read_scenario
from app.web.view import read_view

BY_ID = {question.id: question for question in QUESTIONS}


def self_check(env: jinja2.Environment, public_url: str) -> APIRouter:
    """`/self-check`, which also marks the answer in its query, and `/self-check/answer?question=&answer=` as JSON."""
    router = APIRouter(include_in_schema=False)

    @router.api_route(STEP.path, methods=["GET", "HEAD"])
    async def page(request: Request) -> Response:
        question = BY_ID.get(request.query_params.get("question", ""))
        results = {question.id: result(question, request)} if question else {}
        body = render_page(
            env, STEP, request, public_url,
            results=results, own_questions=OWN, fixed_questions=FIXED, examples=EXAMPLES, tolerance=TOLERANCE_PERCENT,
        )  # fmt: skip
        return answer(request, body.encode(), "text/html", PAGE_CACHE)

    @router.api_route(f"{STEP.path}/answer", methods=["GET", "HEAD"])
    async def marked(request: Request) -> Response:
        asked = request.query_params.get("question", "")
        if problems := (*_not_asked(asked), *read_scenario(request.query_params).problems):
            return refuse(problems)
        return json_answer(request, result(BY_ID[asked], request))

    return router


def result(question: Question, request: Request) -> dict[str, object]:
    """One answer marked. What was expected is told when the answer is right or when `reveal` asks for it, and never with `answers=0`."""
    query = request.query_params
    run, _ = read_scenario(query).scenario.reconciled()
    given, asked = query.get("answer", ""), query.get("reveal") == "1"
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
    return (Problem("question", name[:40], "it is no question of the self-check", " or ".join(BY_ID), QUESTIONS[0].id, ""),)


def _revealed(allowed: bool) -> str:
    return "This is the answer." if allowed else "The answers are switched off on this page."
