"""Bytes out, with the validators that let browsers and proxies keep them."""

import hashlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

Endpoint = Callable[[Request], Awaitable[Response]]

READ = ["GET", "HEAD"]
PAGE_CACHE = "no-cache"
DATA_CACHE = "public, max-age=3600"
FOREVER = "public, max-age=31536000, immutable"


def answer(request: Request, body: bytes, media_type: str, cache: str, headers: dict[str, str] | None = None) -> Response:
    """A 200 with an ETag of the body, or a 304 where the caller has it already. The tag is weak: it holds for every encoding."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    kept = {"ETag": f"W/{tag}", "Cache-Control": cache, **(headers or {})}
    if {tag, "*"} & _known(request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=kept)
    return Response(body, media_type=media_type, headers=kept)


def json_answer(request: Request, content: Any, cache: str = DATA_CACHE) -> Response:
    """The same for a JSON document. Integers are exact, however large."""
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    return answer(request, body, "application/json", cache)


def _known(header: str) -> set[str]:
    return {part.strip().removeprefix("W/") for part in header.split(",")}
