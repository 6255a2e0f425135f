"""`/predict/<step>`: what a step asks before one looks, where scripts are off, and beside it the judgement for the page’s script.

The truth is in an answer only once a guess is in its query, or the query asks for it.
"""

from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.steps.catalog import STEPS
from app.steps.presentation import asked, settled
from app.steps.step import Step
from app.web.address import home_of, root_of
from app.web.answers import DATA_CACHE, PAGE_CACHE, Answers
from app.web.embed_links import discovery
from app.web.errors import refuse
from app.web.guessed import judged
from app.web.looks import address_problems
from app.web.query import read_scenario
from app.web.unframed import links_of_unframed
from app.web.view import read_view

PATH = "/predict"


def predict(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/predict/<step>` and `/predict/<step>/answer?guess=` for every step."""
    return [route for step in STEPS for route in _routes(answers, env, public_url, step)]


def _routes(answers: Answers, env: jinja2.Environment, public_url: str, step: Step) -> list[Route]:
    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        links = links_of_unframed(request, public_url)
        body = env.get_template("predict.html").render(**_page(request, step, home_of(request, public_url)), links=links)
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, discovery(links.oembed))

    async def answer(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        reading = read_scenario(request.query_params, step)
        if reading.problems:
            return refuse(reading.problems)
        run, _ = settled(step, reading.scenario)
        return answers.json(request, judged(asked(step, run), request.query_params))

    return [Route(f"{PATH}/{step.slug}", page), Route(f"{PATH}/{step.slug}/answer", answer)]


def _page(request: Request, step: Step, home: str) -> dict[str, Any]:
    query, view = request.query_params, read_view(request.query_params)
    reading = read_scenario(query, step)
    run, _ = settled(step, reading.scenario)
    question = asked(step, run)
    return {
        "root": root_of(request.scope), "view": view, "here": step.slug, "carried": view.address(run.address(step.controls)),
        "home": home, "about": step, "place": STEPS.index(step) + 1, "asked": question,
        "unusable": address_problems(query, reading, view),
        "told": judged(question, query) if "guess" in query or not question else {},
        "changed": view.address(question.after.address(step.controls)) if question else "",
    }  # fmt: skip
