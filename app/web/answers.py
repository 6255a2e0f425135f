"""Bytes out, with the validators that let browsers and proxies keep them.

Every answer is a function of its address and of what is installed. So the tag is a hash of these two, and what a caller has already is told
before anything is computed.
"""

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

Endpoint = Callable[[Request], Awaitable[Response]]
Headers = dict[str, str]

PAGE_CACHE = "no-cache"
DATA_CACHE = "public, max-age=3600"
ANY = "*"  # in If-None-Match: any answer at all, so that it counts only where there is one
FOREVER = "public, max-age=31536000, immutable"
JSON = "application/json"
WORTH_COMPRESSING = 500  # bytes
GZIP_LEVEL = 5
OVERHEAD = 2000  # bytes of memory that an answer takes besides its body


class Answers:
    """Makes the answers of one installation, whose `version` changes when any answer may."""

    def __init__(self, version: str, most_bytes: int = 0) -> None:
        self.version = version.encode()
        self.kept = Kept(most_bytes)

    def known(self, request: Request, cache: str) -> Response | None:
        """What can be answered without computing: a 304 where the caller has the answer to this address, or the answer where we have it."""
        tag, held = self._tag(request), tags_held(request)
        if tag in held:
            return unchanged(tag, cache)
        kept = self.kept.get((tag, takes_gzip(request)))
        return unchanged(tag, cache) if kept and ANY in held else kept

    def give(
        self, request: Request, body: bytes, media_type: str, cache: str, headers: Headers | None = None, packed: bool = True
    ) -> Response:
        """A 200 with its tag, compressed where the caller takes that; a 304 to a caller that has whatever there is (`*`).

        `packed=False`: the body is compressed as it is, or needs not be.
        """
        tag, zipped = self._tag(request), takes_gzip(request)
        told = {"ETag": f"W/{tag}", "Cache-Control": cache, **(headers or {})}
        if packed and len(body) >= WORTH_COMPRESSING and zipped:
            body = gzip.compress(body, GZIP_LEVEL, mtime=0)
            told["Content-Encoding"] = "gzip"
        response = Response(body, media_type=media_type, headers=told)
        if cache != FOREVER:  # static files have their own place
            self.kept.put((tag, zipped), response)
        return unchanged(tag, cache) if ANY in tags_held(request) else response

    def json(self, request: Request, content: Any, cache: str = DATA_CACHE) -> Response:
        """A 200 with a JSON document. Integers are exact, however large."""
        return self.give(request, to_json(content), JSON, cache)

    def _tag(self, request: Request) -> str:
        scope = request.scope
        if "walkthrough.tag" in scope:
            return str(scope["walkthrough.tag"])
        host = request.headers.get("host", "")
        address = f"{scope['scheme']}://{host}{scope.get('root_path', '')}|{scope['path']}?".encode() + scope["query_string"]
        tag = scope["walkthrough.tag"] = f'"{hashlib.blake2b(address, key=self.version, digest_size=12).hexdigest()}"'
        return tag


class Kept:
    """The answers asked for last, as many as `most_bytes` hold."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.size = 0
        self.answers: OrderedDict[tuple[str, bool], Response] = OrderedDict()

    def get(self, key: tuple[str, bool]) -> Response | None:
        """An answer, if it is kept; it counts as asked for just now."""
        answer = self.answers.get(key)
        if answer is not None:
            self.answers.move_to_end(key)
        return answer

    def put(self, key: tuple[str, bool], answer: Response) -> None:
        """Keep an answer, and let go of those that have not been asked for longest."""
        if key in self.answers or len(answer.body) > self.most_bytes:
            return
        self.answers[key] = answer
        self.size += len(answer.body) + OVERHEAD
        while self.size > self.most_bytes:
            _, oldest = self.answers.popitem(last=False)
            self.size -= len(oldest.body) + OVERHEAD


def unchanged(tag: str, cache: str) -> Response:
    """A 304: the caller has the answer already."""
    return Response(status_code=304, headers={"ETag": f"W/{tag}", "Cache-Control": cache})


def tags_held(request: Request) -> set[str]:
    """The tags of the answers that the caller has, weak or not; `*` stands for any, which refusals and redirects are not."""
    return {part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")}


def takes_gzip(request: Request) -> bool:
    """Whether the caller accepts gzip."""
    return "gzip" in encodings(request.headers.get("accept-encoding", ""))


def encodings(accepted: str) -> set[str]:
    """The encodings that an Accept-Encoding header allows, by name; those refused with q=0 are not among them."""
    offered = (part.partition(";") for part in accepted.lower().split(","))
    return {name.strip() for name, _, weight in offered if not weight or float_of(weight.strip().removeprefix("q=")) > 0}


def float_of(text: str) -> float:
    """The weight in a header; 0 where it is none."""
    try:
        return float(text)
    except ValueError:
        return 0.0
