"""What a proxy says of the reader's own request, believed only from proxies that are trusted."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.address import HOST

ANYONE = "*"
SCHEMES = (b"http", b"https")


class Forwarded:
    """ASGI middleware that takes scheme and host from X-Forwarded-Proto and X-Forwarded-Host. The reader's own address is not asked for.

    `trusted` are addresses or networks of proxies, or `*` for whoever connects.
    """

    def __init__(self, app: ASGIApp, trusted: Iterable[str]) -> None:
        self.app = app
        self.anyone = ANYONE in trusted
        self.networks = networks(name for name in trusted if name != ANYONE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self.trusts(scope):
            scope = forwarded(scope)
        await self.app(scope, receive, send)

    def trusts(self, scope: Scope) -> bool:
        """Whether the request comes from a trusted proxy; one over a Unix socket has no address and is not."""
        if self.anyone:
            return True
        try:
            peer = ip_address(scope["client"][0])
        except (TypeError, ValueError):
            return False
        return any(peer in network for network in self.networks)


def networks(names: Iterable[str]) -> tuple[IPv4Network | IPv6Network, ...]:
    """The networks of names such as '10.0.0.0/8' or '127.0.0.1'. Raises ValueError for anything else."""
    return tuple(ip_network(name.strip()) for name in names)


def forwarded(scope: Scope) -> Scope:
    """The request as the first proxy got it: of several values the first counts, and one that is no scheme or host does not."""
    told = {name: value.split(b",")[0].strip() for name, value in scope["headers"] if name.startswith(b"x-forwarded-")}
    scheme, host = told.get(b"x-forwarded-proto", b""), told.get(b"x-forwarded-host", b"")
    if scheme in SCHEMES:
        scope = {**scope, "scheme": scheme.decode()}
    if HOST.fullmatch(host.decode("latin-1")):
        scope = {**scope, "headers": [*(pair for pair in scope["headers"] if pair[0] != b"host"), (b"host", host)]}
    return scope
