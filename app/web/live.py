"""The same presentations as JSON: one for a run, or one for every rung of a slider."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.memory.field import Problem
from app.memory.scenario import FIELDS
from app.steps.catalog import PAGES
from app.steps.presentation import present, sweep
from app.steps.step import Step
from app.web.answers import READ, Endpoint, json_answer
from app.web.errors import refuse
from app.web.query import read_scenario


def live() -> APIRouter:
    """`…/live` and `…/sweep?over=` beside every page. Both answer 422 for a setting that cannot be used."""
    router = APIRouter(include_in_schema=False)
    for step in PAGES:
        base = step.path.rstrip("/")
        router.add_api_route(f"{base}/live", _live(step), methods=READ)
        router.add_api_route(f"{base}/sweep", _sweep(step), methods=READ)
    return router


def _live(step: Step) -> Endpoint:
    async def answer_live(request: Request) -> Response:
        reading = read_scenario(request.query_params)
        if reading.problems:
            return refuse(reading.problems)
        return json_answer(request, present(step, reading.scenario).as_json())

    return answer_live


def _sweep(step: Step) -> Endpoint:
    sweepable = tuple(name for name in step.controls if FIELDS[name].values)

    async def answer_sweep(request: Request) -> Response:
        reading = read_scenario(request.query_params)
        over = request.query_params.get("over", "")
        problems = (*_not_swept(over, sweepable), *reading.problems)
        if problems:
            return refuse(problems)
        return json_answer(request, sweep(step, reading.scenario, over))

    return answer_sweep


def _not_swept(over: str, sweepable: tuple[str, ...]) -> tuple[Problem, ...]:
    if over in sweepable:
        return ()
    accepted = " or ".join(sweepable) or "nothing on this page"
    return (Problem("over", over[:40], "it is no slider of this page", accepted, sweepable[0] if sweepable else "", ""),)
