"""`/api/v1/plan`: the full account for programs, of a model in the query or of a config.json in the body. Nothing is stored."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.memory.architecture.document import MOST_BYTES
from app.memory.architecture.published import PUBLISHED
from app.memory.run_fields import FIELDS, SIZE_FIELDS
from app.web.address import root_of
from app.web.answers import DATA_CACHE, JSON, Answers
from app.web.api import described
from app.web.canonical import moved
from app.web.errors import refuse
from app.web.looks import slips
from app.web.plan_answer import PlanAnswer, plan_answer
from app.web.quantities import Refusal
from app.web.run_query import FAMILY, read_run

WITHIN = "/plan"  # the place under the API’s own prefix
PATH = f"/api/v1{WITHIN}"
SETTINGS = {"parameters": [described(field) for field in FIELDS.values()]}
BESIDE_CONFIG = {"parameters": [described(field) for name, field in FIELDS.items() if name not in ("model", *SIZE_FIELDS)]}
CONFIG: dict[str, Any] = {
    "required": True,
    "description": f"the text of a Hugging Face config.json, at most {MOST_BYTES:,} bytes",
    "content": {JSON: {"schema": {"type": "object"}, "example": dict(PUBLISHED["llama-3-8b"].keys)}},
}
REFUSED: dict[int | str, dict[str, Any]] = {
    422: {"model": Refusal, "description": "A setting or a key of the config cannot be used: which, why, what is accepted, an example"},
}
TOO_LARGE: dict[int | str, dict[str, Any]] = {413: {"description": "The body is larger than a config.json ever is, or of unknown length"}}


def plan_api(answers: Answers) -> APIRouter:
    """GET for a model that the query names, POST for one that a config describes."""
    router = APIRouter(tags=["numbers"])

    async def either(request: Request) -> Response:
        return await (plan_of_config if request.method == "POST" else plan)(request)

    router.add_api_route(WITHIN, either, methods=["GET", "HEAD", "POST"], include_in_schema=False)  # so that a 405 names all three

    @router.get(
        WITHIN, summary="The full account: what PyTorch holds on one GPU, phase by phase", response_model=PlanAnswer, responses=REFUSED,
        openapi_extra=SETTINGS,
    )  # fmt: skip
    async def plan(request: Request) -> Response:
        """The model is `model`, or the keys of a config where `model_type` is given, or the sizes `params`, `layer`, `hidden`, `layers`."""
        if known := answers.known(request, DATA_CACHE):
            return known
        query = request.query_params
        reading, keyed = read_run(query), FAMILY in query  # the keys of a config have names of their own
        if problems := (*(() if keyed else slips(query, FIELDS)), *reading.problems, *reading.contradictions):
            return refuse(problems)
        return moved(request, reading.canonical) or answers.json(request, plan_answer(reading.run, root_of(request.scope)))

    @router.post(
        WITHIN, summary="The same for the model of a config.json", response_model=PlanAnswer, responses=REFUSED | TOO_LARGE,
        openapi_extra=BESIDE_CONFIG | {"requestBody": CONFIG},
    )  # fmt: skip
    async def plan_of_config(request: Request) -> Response:
        """The body is the config; settings of the run stand in the query."""
        reading = read_run(request.query_params, await request.body())
        if problems := (*slips(request.query_params, FIELDS), *reading.problems, *reading.contradictions):
            return refuse(problems)
        return JSONResponse(plan_answer(reading.run, root_of(request.scope)), headers={"Cache-Control": "no-store"})

    return router
