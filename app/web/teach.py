"""`/teach`: the instructor pack, two lesson plans and a page of notes for each step."""

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.steps.catalog import OTHERS, STEPS
from app.steps.question import gpus_of, parameters_of, size_of
from app.steps.teaching import LESSONS, MINUTES, ONE_HOUR, RUN, TEN_MINUTES, Turn
from app.web.address import home_of, root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.embed_links import discovery
from app.web.looks import address_problems
from app.web.query import SAME_PAGE, read_scenario
from app.web.unframed import links_of_unframed
from app.web.view import read_view

PATH = "/teach"


def teach(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """The one page."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        view, links = read_view(request.query_params), links_of_unframed(request, public_url)
        reading = read_scenario(request.query_params)
        body = env.get_template("teach.html").render(
            root=root_of(request.scope), view=view, here="teach", links=links, lessons=LESSONS, run=RUN,
            unusable=address_problems(request.query_params, reading, view),
            example=f"{parameters_of(RUN)} on {gpus_of(RUN)} of {size_of(RUN, RUN.gpu_memory)}", home=home_of(request, public_url),
            plans=(("Ten minutes", TEN_MINUTES), ("One hour", ONE_HOUR)), minutes=minutes,
            hour=MINUTES,
            titles={step.path: step.name or step.title for step in (*STEPS, *OTHERS)},
            carried=view.address(reading.scenario.address()),
        )  # fmt: skip
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE | discovery(links.oembed))

    return [Route(PATH, page)]


def minutes(plan: tuple[Turn, ...]) -> list[tuple[int, Turn]]:
    """Each turn of a plan with the minute at which it begins."""
    return [(sum(each.minutes for each in plan[:number]), turn) for number, turn in enumerate(plan)]
