"""One connection that follows a room, reading its server-sent events as they come."""

import asyncio
import json
from asyncio import Future, Transport
from collections.abc import Callable
from typing import Any

from app.rehearsal.site import Site

Hear = Callable[[bytes], None]


class Follower(asyncio.Protocol):
    """Calls `hear` with the JSON of each event. `over` is done when the stream ends, with the status of the answer."""

    def __init__(self, site: Site, code: str, hear: Hear) -> None:
        self.request = site.head("GET", f"/rooms/{code}/events", stays=True)
        self.hear = hear
        self.status = 0
        self.received, self.text = b"", b""  # what came and is not taken apart, and the part of an event
        self.transport: Transport | None = None
        self.over: Future[int] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.received += data
        if not self.status:
            head, found, rest = self.received.partition(b"\r\n\r\n")
            if not found:
                return
            self.status, self.received = int(head.split()[1]), rest
            if self.status != 200 and self.transport is not None:
                self.transport.close()  # it was refused
                return
        self._unchunk()
        *events, self.text = self.text.split(b"\n\n")
        for event in events:
            start = event.find(b"data: {")
            if start >= 0:
                self.hear(event[start + 6 :])

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.over.done():
            self.over.set_result(self.status)

    def _unchunk(self) -> None:
        """Take whole chunks out of what came; each has its length before it."""
        at, received = 0, self.received
        while (end := received.find(b"\r\n", at)) >= 0:
            size = int(received[at:end] or b"0", 16)
            if len(received) < end + 2 + size + 2:
                break
            if size == 0 and self.transport is not None:
                self.transport.close()  # there is nothing more to come
            self.text += received[end + 2 : end + 2 + size]
            at = end + 2 + size + 2
        self.received = received[at:]


async def follow(site: Site, code: str, hear: Hear) -> Follower:
    """A follower that is connected."""
    loop = asyncio.get_running_loop()
    _, follower = await loop.create_connection(lambda: Follower(site, code, hear), site.host, site.port, ssl=site.tls)
    return follower


def read(event: bytes) -> dict[str, Any]:
    """The state that an event tells."""
    return dict(json.loads(event))
