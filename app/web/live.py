"""The same presentations as JSON: one for a run, or one for every rung of a slider."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory.field import Problem
from app.steps.catalog import PAGES
from app.steps.presentation import present
from app.steps.step import Step
from app.web.answers import DATA_CACHE, JSON, Answers, Endpoint
from app.web.canonical import elsewhere
from app.web.errors import refuse, too_busy
from app.web.query import read_scenario
from app.web.sweeps import Busy, Sweeps
from app.web.typed import printable


def live(answers: Answers, sweeps: Sweeps) -> list[Route]:
    """`…/live` and `…/sweep?over=` beside every page. Both answer 422 for a setting that cannot be used."""
    return [
        route
        for step in PAGES
        for route in (
            Route(f"{step.path.rstrip('/')}/live", _live(answers, step)),
            Route(f"{step.path.rstrip('/')}/sweep", _sweep(answers, sweeps, step)),
        )
    ]


def _live(answers: Answers, step: Step) -> Endpoint:
    async def answer_live(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        reading = read_scenario(request.query_params, step)
        if reading.problems:
            return refuse(reading.problems)
        if moved := elsewhere(request, reading):
            return moved
        return answers.json(request, present(step, reading.scenario).as_json())

    return answer_live


def _sweep(answers: Answers, sweeps: Sweeps, step: Step) -> Endpoint:
    sweepable = tuple(name for name in step.controls if step.kind.FIELDS[name].values)

    async def answer_sweep(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        reading = read_scenario(request.query_params, step)
        over = request.query_params.get("over", "")
        problems = (*_not_swept(over, sweepable), *reading.problems)
        if problems:
            return refuse(problems)
        if moved := elsewhere(request, reading, over=over):
            return moved
        try:
            body, headers = await sweeps.encoded(request, step, reading.scenario, over)
        except Busy:
            return too_busy()
        return answers.give(request, body, JSON, DATA_CACHE, headers, packed=False)

    return answer_sweep


def _not_swept(over: str, sweepable: tuple[str, ...]) -> tuple[Problem, ...]:
    if over in sweepable:
        return ()
    accepted = " or ".join(sweepable) or "nothing on this page"
    return (Problem("over", printable(over)[:40], "it is no slider of this page", accepted, sweepable[0] if sweepable else "", ""),)
