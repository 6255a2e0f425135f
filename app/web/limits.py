"""How much a request may bring along: a query so long, and no body to speak of."""

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.address import path_within
from app.web.errors import told

DRAINED_BYTES = 16_000_000  # of a refused body that are taken in, and
DRAINED_SECONDS = 2.0  # for how long: a client that still writes when its connection ends is told of a reset, not of the refusal
TOO_LARGE = "walkthrough.too_large"  # in a scope: the size in bytes of a body that is too large, for a page that says so itself


class Limits:
    """ASGI middleware: 414 for an address longer than `longest_address` bytes, 413 for a body larger than `largest_body`.

    Few addresses of ours read a body, those in `larger` with limits of their own (all below it where one ends in a slash); one of unknown
    length is refused. The pages in
    `telling` say themselves that a form is too large, with all settings kept.
    """

    def __init__(self, app: ASGIApp, env: jinja2.Environment, longest_address: int, largest_body: int,
                 larger: Mapping[str, int] | None = None, telling: Collection[str] = ()) -> None:  # fmt: skip
        self.app = app
        self.env = env
        self.longest_address = longest_address
        self.largest_body = largest_body
        self.larger = larger or {}  # path -> bytes
        self.below = {path: size for path, size in self.larger.items() if path.endswith("/")}
        self.telling = telling

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self.refused(scope) if scope["type"] == "http" else None
        if refused:
            await drain(scope, receive)
            if refused.status_code == 413 and (size := self.told_by_page(scope)):
                scope, refused = {**scope, TOO_LARGE: size}, None
        await (refused or self.app)(scope, receive, send)

    def refused(self, scope: Scope) -> Response | None:
        """The refusal, if the request is one to refuse. The address is not looked at further."""
        if len(scope["path"]) + len(scope["query_string"]) > self.longest_address:
            status = 404 if path_within(scope) == "/oembed" else 414  # there the query is an address itself, and none of ours is so long
            return self.answer(scope, status, f"The address is longer than {self.longest_address} bytes")
        size, read = body_size(scope), self.read_at(path_within(scope))
        if size is None or size > (read or self.largest_body):
            words = (
                f"A body of at most {read} bytes is read here, with its length told"
                if read
                else (f"No body is read here; one of at most {self.largest_body} bytes, with its length told, is let pass")
            )
            return self.answer(scope, 413, words)
        return None

    def read_at(self, path: str) -> int | None:
        """The bytes of a body that a path reads; None where it reads none."""
        return self.larger.get(path) or next((size for start, size in self.below.items() if path.startswith(start)), None)

    def told_by_page(self, scope: Scope) -> int | None:
        """The size of a form whose page says itself that it is too large; None where it does not."""
        return body_size(scope) if scope["method"] == "POST" and path_within(scope) in self.telling else None

    def answer(self, scope: Scope, status: int, detail: str) -> Response:
        """The refusal in words."""
        return told(self.env, Request({**scope, "query_string": b""}), status, detail, {"Connection": "close"})


async def drain(scope: Scope, receive: Receive) -> None:
    """Take in a body that nobody reads, within bounds; not from a client that asks first whether it may send one."""
    if body_size(scope) == 0 or any(name == b"expect" for name, _ in scope["headers"]):
        return
    taken, more = 0, True
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAINED_SECONDS):
            while more and taken < DRAINED_BYTES:
                message = await receive()
                taken += len(message.get("body", b""))
                more = message.get("more_body", False)


def body_size(scope: Scope) -> int | None:
    """The bytes that a request announces; None where it does not say how many, or says it wrongly."""
    for name, value in scope["headers"]:
        if name == b"transfer-encoding":
            return None
        if name == b"content-length":
            return int(value) if value.isdigit() and len(value) < 20 else None
    return 0
