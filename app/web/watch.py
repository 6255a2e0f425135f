"""Who runs the site may watch it: one line of JSON a request, and numbers for Prometheus. Neither knows anything about the reader."""

import json
import logging
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.address import path_within

LONGEST_PATH = 200  # characters of a path that are logged
SEAT = re.compile("(?<=/guesses/).*")  # by it one reader’s guesses could be told from another’s
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answered:
    """One answer: what was asked for, and what came of it. The query is not part of it, for it says what the reader looked at."""

    method: str
    path: str
    status: int
    size: int  # bytes of the body
    seconds: float


class Watch:
    """ASGI middleware, outside all others, that tells each answer to those who asked to be told."""

    def __init__(self, app: ASGIApp, tell: tuple[Callable[[Answered], None], ...]) -> None:
        self.app = app
        self.tell = tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, size = perf_counter(), 500, 0

        async def counted(message: Message) -> None:
            nonlocal status, size
            status = message.get("status", status)
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, counted)
        finally:
            answered = Answered(scope["method"], path_within(scope), status, size, perf_counter() - began)
            for tell in self.tell:
                tell(answered)


def log(answered: Answered) -> None:
    """One line: method, path, status, bytes and milliseconds."""
    told = {
        "method": answered.method,
        "path": SEAT.sub("…", answered.path)[:LONGEST_PATH],
        "status": answered.status,
        "bytes": answered.size,
        "milliseconds": round(1000 * answered.seconds, 2),
    }
    logger.info("answered", extra={"told": told})


def log_as_json() -> None:
    """From now on all that is logged in this process is one JSON object a line, on the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.getLogger().handlers = [handler]
    logger.setLevel(logging.INFO)


class JsonLines(logging.Formatter):
    """Time, level, what happened and, of a fault, its traceback; everything on one line."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            told["fault"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)
