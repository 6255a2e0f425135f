"""Response headers of every answer. Nothing may frame a page but those made for it, run inline script or style, or call elsewhere."""

from collections.abc import Iterable, Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.address import is_for_programs, path_within

EMPTY_STYLE = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="  # Plotly inserts an empty sheet and fills it by CSSOM
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Vary": "Accept-Encoding",  # set here and nowhere else, so that it stands once
}
LOADABLE_ANYWHERE = {"Cross-Origin-Resource-Policy": "cross-origin"}
READABLE_ANYWHERE = {"Access-Control-Allow-Origin": "*", **LOADABLE_ANYWHERE}
ANY_HOST = "*"
FRAMING = ("/embed", "/presenter")  # pages of ours that show others in frames, besides those that are projected


class Headers:
    """ASGI middleware, outside all others: the same headers on pages, data, errors, redirects and faults.

    `style_hashes` are those of the style sheets that the Plotly script in use inserts, `embed_hosts` the sites that may frame `/embed/…`.
    """

    def __init__(self, app: ASGIApp, style_hashes: Iterable[str] = (), embed_hosts: str = ANY_HOST) -> None:
        self.app = app
        self.usual = encoded({"Content-Security-Policy": policy(style_hashes), **HEADERS})
        self.repeated = encoded({"Vary": HEADERS["Vary"]})  # with a 304, whose other headers the caller has
        self.open = [*self.usual, *encoded(READABLE_ANYWHERE)]
        self.framed = encoded({"Content-Security-Policy": policy(style_hashes, framed_by(embed_hosts)), **HEADERS, **LOADABLE_ANYWHERE})
        self.framing = encoded({"Content-Security-Policy": policy(style_hashes, frames="'self'"), **HEADERS})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        own = self._own(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *(self.repeated if message["status"] == 304 else own)]
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _own(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        path = path_within(scope)
        if path.startswith("/embed/"):
            return self.framed
        return self.framing if is_framing(scope) else self.open if is_open(scope) else self.usual


def encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Headers as ASGI takes them."""
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def is_framing(scope: Scope) -> bool:
    """Whether an address is that of a page with frames in it."""
    return path_within(scope) in FRAMING or b"view=projector" in scope["query_string"].split(b"&")


def is_open(scope: Scope) -> bool:
    """Whether other origins may read an address: data, pictures and static files, which a sandboxed frame of our own needs too.

    Rooms are for our own pages alone.
    """
    path = path_within(scope)
    return (is_for_programs(scope) and not path.startswith("/rooms")) or path.startswith(("/static/", "/figures/"))


def framed_by(hosts: str) -> str:
    """Who may frame an embed page: the sites listed and the site itself, or any, which includes a page opened from disk."""
    return "* file:" if ANY_HOST in hosts.split() else f"'self' {hosts}"


def policy(style_hashes: Iterable[str], framed_by: str = "'none'", frames: str = "") -> str:
    """The content security policy, which allows style sheets of those hashes besides our own files, and no frames unless told."""
    styles = " ".join(f"'{style}'" for style in (EMPTY_STYLE, *style_hashes))
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' {styles}",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            *([f"frame-src {frames}"] if frames else []),
            f"frame-ancestors {framed_by}",
        )
    )
