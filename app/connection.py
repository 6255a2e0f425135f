"""One client’s connection: HTTP/1.1 with patience that ends."""

import asyncio
import contextlib
import socket
from asyncio import TimerHandle
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from app.web.room_stream import HOLD_LITTLE

REQUEST_SECONDS = 10  # for a whole request to arrive, from the connection or from its first byte
TAKING_SECONDS = 30  # for a client to take the next part of an answer, some 50 KB
LAST_CALL_SECONDS = 0.3  # for a client that is connected to ask once more then
LITTLE_BYTES = 16_384  # that wait for a client of a stream which wants the newest only: what waits is old
LARGEST_HEAD = 65_536  # bytes of a request line with its headers
LARGEST_URL = 65_000  # bytes of an address that the parser can take apart; the application refuses far shorter ones


def refusal(status: str, words: str) -> bytes:
    """A whole answer, after which the connection is closed."""
    return f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {len(words)}\r\nConnection: close\r\n\r\n{words}".encode()


TOO_SLOW = refusal("408 Request Timeout", "The request took too long to arrive.")
NOTHING_THERE = refusal("404 Not Found", "There is nothing to embed at that address.")
TOO_LONG = refusal("414 URI Too Long", f"The address is longer than {LARGEST_URL} bytes.")
TOO_LARGE = refusal("431 Request Header Fields Too Large", f"The headers of the request are longer than {LARGEST_HEAD} bytes.")


class Clients(ServerState):
    """The connections of one worker, which see here when it is about to stop."""

    stopping = False


class Deadline:
    """Something that happens unless it is called off in time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.timer: TimerHandle | None = None

    def set(self, otherwise: Callable[[], object]) -> None:
        """Start anew."""
        self.call_off()
        self.timer = asyncio.get_running_loop().call_later(self.seconds, otherwise)

    def call_off(self) -> None:
        """What was awaited came."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Patient(HttpToolsProtocol):
    """HTTP/1.1 with patience that ends: a request must arrive, and an answer be taken, in the seconds above."""

    server_state: Clients

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.heading, self.head = False, 0  # whether headers are arriving, and how many bytes have
        self.arrival, self.taking, self.last_call = Deadline(REQUEST_SECONDS), Deadline(TAKING_SECONDS), Deadline(LAST_CALL_SECONDS)
        self.arrival.set(self._too_slow)
        if self.server_state.stopping:
            self.shutdown()

    def shutdown(self) -> None:
        """The server stops: who is being answered gets the answer, anybody else may still ask once, and soon."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False
        elif not self.heading:
            self.last_call.set(self.transport.close)

    def data_received(self, data: bytes) -> None:
        self.head += len(data)
        super().data_received(data)
        if self.heading and self.head > LARGEST_HEAD:
            self._refuse(self._too_much())

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["state"][HOLD_LITTLE] = self._hold_little
        self.heading = True
        self.last_call.call_off()
        if self.arrival.timer is None:
            self.arrival.set(self._too_slow)

    def on_headers_complete(self) -> None:
        self.heading, self.head = False, 0
        self.url = self.url[:LARGEST_URL]
        super().on_headers_complete()
        if self.server_state.stopping:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        self.arrival.call_off()
        self.head = 0
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.taking.set(self.transport.abort)

    def resume_writing(self) -> None:
        self.taking.call_off()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.taking.set(self.transport.abort)  # closing waits until the last answer is taken

    def connection_lost(self, exc: Exception | None) -> None:
        for deadline in (self.arrival, self.taking, self.last_call):
            deadline.call_off()
        super().connection_lost(exc)

    def _too_much(self) -> bytes:
        """The refusal of a head without end: where the address alone is so long, the application’s own words for it."""
        if len(self.url) <= LARGEST_URL:
            return TOO_LARGE
        return NOTHING_THERE if self.url.partition(b"?")[0].endswith(b"/oembed") else TOO_LONG

    def _hold_little(self) -> None:
        """From now on let little wait for a client that is slow, here and in the system."""
        self.transport.set_write_buffer_limits(high=0)
        with contextlib.suppress(OSError):
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LITTLE_BYTES)

    def _too_slow(self) -> None:
        self._refuse(TOO_SLOW)

    def _refuse(self, answer: bytes) -> None:
        if self.cycle is None or self.cycle.response_complete:  # else an answer is on its way, and ends with the connection
            self.transport.write(answer)
        self.transport.close()
        self.taking.set(self.transport.abort)
