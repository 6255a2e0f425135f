"""What went wrong, in words: a page for people, JSON for programs. Never a traceback."""

import logging
from collections.abc import Mapping, Sequence

import jinja2
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.memory.field import Problem
from app.web.address import is_for_programs, path_within, root_of
from app.web.query import read_scenario
from app.web.typed import details
from app.web.view import read_view

logger = logging.getLogger(__name__)


def refuse(problems: Sequence[Problem]) -> JSONResponse:
    """422 naming each field that cannot be used, why, what is accepted and an example."""
    return JSONResponse({"detail": details(problems)}, status_code=422, headers={"Cache-Control": "no-store"})


def too_busy() -> JSONResponse:
    """503: a sweep could not be made now; a single answer is still to be had."""
    headers = {"Cache-Control": "no-store", "Retry-After": "1"}
    detail = "Too many sweeps are being made at once. Ask again in a second, or for a single answer at …/live."
    return JSONResponse({"detail": detail}, status_code=503, headers=headers)


def install(app: FastAPI, env: jinja2.Environment) -> None:
    """Answer HTTP errors and unforeseen faults as a page, or as JSON where a program asked."""

    @app.exception_handler(HTTPException)
    async def on_http_error(request: Request, error: HTTPException) -> Response:
        return told(env, request, error.status_code, str(error.detail), allowing_head(error.headers or {}))


def allowing_head(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers of an error, with HEAD among the methods allowed wherever GET is: each of our addresses answers both."""
    allowed = {name.strip() for name in headers.get("Allow", "").split(",")}
    return {**headers, "Allow": ", ".join(sorted({*allowed, "HEAD"}))} if "GET" in allowed else dict(headers)


class Faults:
    """ASGI middleware, inside all others: logs an unforeseen fault and answers 500, so that it leaves with all headers."""

    def __init__(self, app: ASGIApp, env: jinja2.Environment) -> None:
        self.app = app
        self.env = env

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except Exception:
            if started or scope["type"] != "http":
                raise
            logger.exception("unforeseen fault at %s", path_within(scope))
            await _fault(self.env, Request(scope))(scope, receive, send)


def _fault(env: jinja2.Environment, request: Request) -> Response:
    try:
        return told(env, request, 500, "Something went wrong on our side", {})
    except Exception:
        logger.exception("the page that tells of a fault failed too")
        return PlainTextResponse("Something went wrong on our side.", status_code=500, headers={"Cache-Control": "no-store"})


def told(env: jinja2.Environment, request: Request, status: int, detail: str, headers: dict[str, str]) -> Response:
    """An error in words: JSON where a program asked, else a page with the way on."""
    headers["Cache-Control"] = "no-store"
    if is_for_programs(request.scope):
        return JSONResponse({"detail": detail}, status_code=status, headers=headers)
    view, scenario = read_view(request.query_params), read_scenario(request.query_params).scenario
    page = "embed-error.html" if path_within(request.scope).startswith("/embed/") else "error.html"
    body = env.get_template(page).render(
        status=status, detail=detail, root=root_of(request.scope), view=view, carried=view.address(scenario.address())
    )
    return HTMLResponse(body, status_code=status, headers=headers)
