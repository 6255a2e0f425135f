"""What went wrong, in words: a page for people, JSON for programs. Never a traceback."""

import logging
from collections.abc import Sequence

import jinja2
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.memory.field import Problem

logger = logging.getLogger(__name__)


def refuse(problems: Sequence[Problem], field: str = "", given: str = "", accepted: str = "") -> JSONResponse:
    """422 naming each field that cannot be used, why, what is accepted and an example."""
    detail = [
        {"field": problem.field, "given": problem.given, "message": problem.message, "accepted": problem.accepted,
         "example": problem.example}
        for problem in problems
    ]  # fmt: skip
    if field:
        message = f"{field} “{given[:40]}” cannot be used. Accepted: {accepted}."
        example = accepted.split(" or ")[0]
        detail.append({"field": field, "given": given[:40], "message": message, "accepted": accepted, "example": example})
    return JSONResponse({"detail": detail}, status_code=422, headers={"Cache-Control": "no-store"})


def install(app: FastAPI, env: jinja2.Environment) -> None:
    """Answer HTTP errors and unforeseen faults as a page, or as JSON where a program asked."""

    @app.exception_handler(HTTPException)
    async def on_http_error(request: Request, error: HTTPException) -> Response:
        return _answer(env, request, error.status_code, str(error.detail), dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def on_fault(request: Request, error: Exception) -> Response:
        logger.exception("unforeseen fault at %s", request.url.path, exc_info=error)
        return _answer(env, request, 500, "Something went wrong on our side", {})


def _answer(env: jinja2.Environment, request: Request, status: int, detail: str, headers: dict[str, str]) -> Response:
    headers["Cache-Control"] = "no-store"
    if wants_json(request):
        return JSONResponse({"detail": detail}, status_code=status, headers=headers)
    body = env.get_template("error.html").render(status=status, detail=detail, root=request.scope.get("root_path", ""))
    return HTMLResponse(body, status_code=status, headers=headers)


def wants_json(request: Request) -> bool:
    """Whether the address is one that programs ask."""
    path = request.scope["path"]
    return path.startswith("/api/") or path.endswith(("/live", "/sweep", "/openapi.json"))
