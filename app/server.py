"""The HTTP server around the application and its workers. What it bears from clients stands in app/connection.py."""

import asyncio
import contextlib
import os
import socket
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess, multiprocess

from app.connection import Clients, Patient
from app.main import create_app
from app.settings import Settings

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

IDLE_SECONDS = 15  # for a client to ask again on the same connection
FAREWELL_SECONDS = 10  # for answers under way when the server is told to stop
OTHER_FILES = 100  # that are open besides connections
DOORS = 16  # callers let in between two rounds of answers; uvloop lets in one for each listening socket, however many wait


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


class Server(uvicorn.Server):
    """uvicorn’s server, which lets those in who have called already, and hears them out, before it stops."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.server_state: Clients = Clients()

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve on each of these sockets by several doors, or else those who have been let in would be answered many times first."""
        await super().serve(sockets and [door for listener in sockets for door in (listener, *_doors(listener))])

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


def _doors(listener: socket.socket) -> list[socket.socket]:
    """More doors to a listening socket. `dup` of a socket would let it block for a moment, and with it other workers that share it."""
    more = DOORS - 1 if os.name == "posix" else 0  # uvloop is not for Windows
    return [socket.socket(fileno=os.dup(listener.fileno())) for _ in range(more)]


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
