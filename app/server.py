"""The HTTP server around the application: its workers, and the time it gives to clients."""

import asyncio
import contextlib
import os
import socket
from asyncio import TimerHandle
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from uvicorn.supervisors import Multiprocess, multiprocess

from app.main import create_app
from app.settings import Settings
from app.web.room_stream import HOLD_LITTLE

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

REQUEST_SECONDS = 10  # for a whole request to arrive, from the connection or from its first byte
TAKING_SECONDS = 30  # for a client to take the next part of an answer, some 50 KB
IDLE_SECONDS = 15  # for a client to ask again on the same connection
FAREWELL_SECONDS = 10  # for answers under way when the server is told to stop
LAST_CALL_SECONDS = 0.3  # for a client that is connected to ask once more then
LITTLE_BYTES = 16_384  # that wait for a client of a stream which wants the newest only: what waits is old
OTHER_FILES = 100  # that are open besides connections
LARGEST_HEAD = 65_536  # bytes of a request line with its headers
LARGEST_URL = 65_000  # bytes of an address that the parser can take apart; the application refuses far shorter ones


def refusal(status: str, words: str) -> bytes:
    """A whole answer, after which the connection is closed."""
    return f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {len(words)}\r\nConnection: close\r\n\r\n{words}".encode()


TOO_SLOW = refusal("408 Request Timeout", "The request took too long to arrive.")
NOTHING_THERE = refusal("404 Not Found", "There is nothing to embed at that address.")
TOO_LONG = refusal("414 URI Too Long", f"The address is longer than {LARGEST_URL} bytes.")
TOO_LARGE = refusal("431 Request Header Fields Too Large", f"The headers of the request are longer than {LARGEST_HEAD} bytes.")


def run(settings: Settings, listener: socket.socket) -> None:
    """Serve on an open socket until told to stop. Several workers share nothing but that socket; one that dies is replaced."""
    _let_open(settings.most_connections)
    if settings.workers == 1:
        with contextlib.suppress(KeyboardInterrupt):
            Server(configuration(settings, create_app(settings))).run(sockets=[listener])
        return
    os.environ.update(settings.as_environment())  # each worker reads it anew
    multiprocess.Process = Worker  # type: ignore[misc]  # uvicorn has no setting for it
    Workers(configuration(settings, "app.main:create_app", factory=True), sockets=[listener]).run()


def _let_open(connections: int) -> None:
    """Ask the system for as many open files as connections may need, as far as it allows. Windows does not count them."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = connections + OTHER_FILES
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def configuration(settings: Settings, application: Any, **more: Any) -> uvicorn.Config:
    """uvicorn’s configuration. Forwarded headers are the application’s own business, in app/web/forwarded.py."""
    return uvicorn.Config(
        application,
        http=Patient,
        ws="none",
        lifespan="off",
        workers=settings.workers,
        limit_concurrency=settings.most_connections,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=FAREWELL_SECONDS,
        log_config=None,  # the application’s own, see app/web/watch.py
        log_level="warning",
        access_log=False,  # it would write down readers' addresses
        server_header=False,
        proxy_headers=False,
        **more,
    )


class Clients(ServerState):
    """The connections of one worker, which see here when it is about to stop."""

    stopping = False


class Server(uvicorn.Server):
    """uvicorn’s server, which lets those in who have called already, and hears them out, before it stops."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.server_state: Clients = Clients()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.server_state.stopping = True
        self.config.loaded_app.state.rooms.leave()  # its streams would never end
        for listener in sockets or ():
            await self._let_in(listener)
        await super().shutdown(sockets)

    async def _let_in(self, listener: socket.socket) -> None:
        """Take every connection that waits in the system’s queue: closing the listener would reset it."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):  # the queue is empty
            while True:
                connection, _ = listener.accept()
                await loop.connect_accepted_socket(self._protocol, connection)

    def _protocol(self) -> asyncio.Protocol:
        return Patient(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


class Worker(multiprocess.Process):
    """One of several processes, with our server in it."""

    @property
    def server(self) -> uvicorn.Server:
        if self._server is None:
            self._server = Server(self.config)
        return self._server


class Workers(Multiprocess):
    """The parent of the workers. It lets go of the socket before them, so that whoever calls when they have stopped is told at once."""

    def terminate_all(self) -> None:
        for listener in self.sockets:
            listener.close()
        super().terminate_all()


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
