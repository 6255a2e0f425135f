"""Where a request came in: behind a proxy that strips the site's own path or one that keeps it, and from which origin."""

import re

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

HOST = re.compile(r"[\w.-]+(:\d{1,5})?|\[[0-9a-fA-F:.]+\](:\d{1,5})?", re.ASCII)


class UnderRoot:
    """ASGI middleware that tells the application under which path the site lies, as ASGI wants it: root_path, and path with it."""

    def __init__(self, app: ASGIApp, root_path: str = "") -> None:
        self.app = app
        self.root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self.root_path:
            path = scope["path"]
            inside = path == self.root_path or path.startswith(f"{self.root_path}/")
            full = (path if inside else f"{self.root_path}{path}") if path != self.root_path else f"{path}/"
            scope = {**scope, "root_path": self.root_path, "path": full}
        await self.app(scope, receive, send)


def root_of(scope: Scope) -> str:
    """The path under which the site lies, to be put before every path in a link; empty at the top of a host."""
    root: str = scope.get("root_path", "")
    return root


def path_within(scope: Scope) -> str:
    """The path of a request within the site."""
    path: str = scope["path"]
    return path.removeprefix(root_of(scope))


def is_for_programs(scope: Scope) -> bool:
    """Whether the address answers JSON."""
    path = path_within(scope)
    if path.startswith("/rooms"):
        return path.count("/") > 2 or scope["method"] not in ("GET", "HEAD")
    return path == "/oembed" or path.startswith("/api/") or path.endswith(("/live", "/sweep", "/answer", ".json"))


def origin_of(request: Request) -> str:
    """Scheme and host that the reader typed; empty where the Host header is none, so that links stay on this site."""
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if HOST.fullmatch(host) else ""


def home_of(request: Request, public_url: str) -> str:
    """Where the site lies: scheme, host and root path; `public_url` is scheme and host where the site was told."""
    return f"{public_url or origin_of(request)}{root_of(request.scope)}"
