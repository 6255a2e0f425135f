"""How much a request may bring along: a query so long, and no body to speak of."""

from collections.abc import Mapping

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.address import path_within
from app.web.errors import told


class Limits:
    """ASGI middleware: 414 for an address longer than `longest_address` bytes, 413 for a body larger than `largest_body`.

    Few addresses of ours read a body, those in `larger` with limits of their own; one of unknown length is refused.
    """

    def __init__(self, app: ASGIApp, env: jinja2.Environment, longest_address: int, largest_body: int,
                 larger: Mapping[str, int] | None = None) -> None:  # fmt: skip
        self.app = app
        self.env = env
        self.longest_address = longest_address
        self.largest_body = largest_body
        self.larger = larger or {}  # path -> bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self.refused(scope) if scope["type"] == "http" else None
        await (refused or self.app)(scope, receive, send)

    def refused(self, scope: Scope) -> Response | None:
        """The refusal, if the request is one to refuse. The address is not looked at further."""
        if len(scope["path"]) + len(scope["query_string"]) > self.longest_address:
            status = 404 if path_within(scope) == "/oembed" else 414  # there the query is an address itself, and none of ours is so long
            return self.answer(scope, status, f"The address is longer than {self.longest_address} bytes")
        size, read = body_size(scope), self.larger.get(path_within(scope))
        if size is None or size > (read or self.largest_body):
            words = (
                f"A body of at most {read} bytes is read here, with its length told"
                if read
                else (f"No body is read here; one of at most {self.largest_body} bytes, with its length told, is let pass")
            )
            return self.answer(scope, 413, words)
        return None

    def answer(self, scope: Scope, status: int, detail: str) -> Response:
        """The refusal in words."""
        return told(self.env, Request({**scope, "query_string": b""}), status, detail, {"Connection": "close"})


def body_size(scope: Scope) -> int | None:
    """The bytes that a request announces; None where it does not say how many, or says it wrongly."""
    for name, value in scope["headers"]:
        if name == b"transfer-encoding":
            return None
        if name == b"content-length":
            return int(value) if value.isdigit() and len(value) < 20 else None
    return 0
