"""The same presentations as JSON: one for a run, or one for every rung of a slider."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.memory.scenario import FIELDS
from app.steps.catalog import PAGES
from app.steps.presentation import present, sweep
from app.steps.step import Step
from app.web.answers import Endpoint, json_answer
from app.web.errors import refuse
from app.web.query import read_scenario


def live() -> APIRouter:
    """`…/live` and `…/sweep?over=` beside every page. Both answer 422 for a setting that cannot be used."""
    router = APIRouter(include_in_schema=False)
    for step in PAGES:
        base = step.path.rstrip("/")
        router.add_api_route(f"{base}/live", _live(step), methods=["GET", "HEAD"])
        router.add_api_route(f"{base}/sweep", _sweep(step), methods=["GET", "HEAD"])
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
        if over not in sweepable:
            return refuse((), field="over", given=over, accepted=" or ".join(sweepable) or "nothing on this page")
        if reading.problems:
            return refuse(reading.problems)
        return json_answer(request, sweep(step, reading.scenario, over))

    return answer_sweep
