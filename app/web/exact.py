"""Most requests name an address without variable parts: those are found in a dictionary, before any list of patterns is searched."""

from collections.abc import Iterable

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.address import path_within
from app.web.answers import Endpoint


class Exact:
    """ASGI middleware that calls the endpoint of an exact path at once. All else goes on to the application, whose routes are the same."""

    def __init__(self, app: ASGIApp, routes: Iterable[BaseRoute]) -> None:
        self.app = app
        self.endpoints = exact(routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            endpoint = self.endpoints.get(path_within(scope))
            if endpoint is not None:
                response = await endpoint(Request(scope, receive))
                await response(scope, receive, send)
                return
        await self.app(scope, receive, send)


def exact(routes: Iterable[BaseRoute]) -> dict[str, Endpoint]:
    """The endpoints of all routes whose path has no variable part, by path."""
    return {
        route.path: route.endpoint
        for route in routes
        if isinstance(route, Route | APIRoute) and "{" not in route.path and "GET" in (route.methods or ())
    }
