"""The numbers for programs: exact integers with their names, units and meanings, and the catalogue of presets."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory import catalog
from app.memory.field import Field
from app.memory.scenario import FIELDS
from app.steps.variants import EXAMPLE
from app.web.address import root_of
from app.web.answers import DATA_CACHE, Answers
from app.web.errors import refuse
from app.web.looks import slips
from app.web.quantities import CatalogAnswer, MemoryAnswer, Refusal, memory_answer
from app.web.query import read_scenario


def api(answers: Answers) -> APIRouter:
    """`/api/v1/memory` and `/api/v1/catalog`."""
    router = APIRouter(prefix="/api/v1", tags=["numbers"])
    entries = {"models": [asdict(model) for model in catalog.MODELS], "gpus": [asdict(gpu) for gpu in catalog.GPUS]}

    @router.get(
        "/memory",
        summary="Memory of one GPU under data parallelism and under FSDP",
        response_model=MemoryAnswer,
        responses={
            422: {"model": Refusal, "description": "A setting cannot be used: which, why, what is accepted, an example"},
        },
        openapi_extra={"parameters": [*(described(field) for field in FIELDS.values()), *_presets()]},
    )
    async def memory(request: Request) -> Response:
        """All settings are optional; what is not given has its default. What looks like a slip for a name is refused; foreign names are
        ignored."""
        if known := answers.known(request, DATA_CACHE):
            return known
        reading = read_scenario(request.query_params)
        if problems := (*slips(request.query_params), *reading.problems):
            return refuse(problems)
        return answers.json(request, memory_answer(reading.scenario))

    @router.get("/catalog", summary="Known models and GPUs, with their sources", response_model=CatalogAnswer)
    async def presets(request: Request) -> Response:
        """What `model=` and `gpu=` may name. Counts are exact; memory is in bytes."""
        return answers.known(request, DATA_CACHE) or answers.json(request, entries)

    for path, endpoint in (("/memory", memory), ("/catalog", presets)):
        router.add_api_route(path, endpoint, methods=["HEAD"], include_in_schema=False)
    return router


def document(answers: Answers) -> list[Route]:
    """`/openapi.json`, which names the path under which the site lies."""

    async def described(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        root = root_of(request.scope)
        return answers.json(request, {**request.app.openapi(), **({"servers": [{"url": root}]} if root else {})})

    return [Route("/openapi.json", described)]


def described(field: Field) -> dict[str, Any]:
    """One setting as a parameter of OpenAPI."""
    symbol = f" {field.symbol}" if field.symbol else ""
    unit = f", in {field.unit}" if field.unit not in ("", "number") else ""
    about = f"{field.title}{symbol}: {field.help}{unit}. Accepted: {field.accepted}."
    return _parameter(
        field.name, about, field.text(field.default), field.example, [str(value) for value in field.values], field.kind == "choice"
    )


def _presets() -> list[dict[str, Any]]:
    models, gpus = [entry.slug for entry in catalog.MODELS], [entry.slug for entry in catalog.GPUS]
    return [
        _parameter(
            "model",
            "A model of the catalogue: sets params, layer, hidden and layers where they are not given.",
            "",
            models[0],
            models,
            True,
        ),
        _parameter("seed", "An exam variant: stands for one run, always the same, where nothing else is given.", "", EXAMPLE, [], False),
        _parameter("gpu", "A GPU of the catalogue: sets gpu_memory where it is not given.", "", gpus[0], gpus, True),
    ]


def _parameter(name: str, about: str, default: str, example: str, values: list[str], closed: bool) -> dict[str, Any]:
    schema = {"type": "string", "default": default, "enum": values if closed else None}
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": about,
        "schema": {key: value for key, value in schema.items() if value},
        "example": example,
    }
