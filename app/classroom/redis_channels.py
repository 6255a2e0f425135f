"""Channels of a Redis that are listened to for ever: after a loss again, as soon as it is back."""

import asyncio
import logging
import time
from asyncio import Future, Task
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.classroom.store import Unreachable

ANSWER_SECONDS = 2.0
CONNECTION: dict[str, Any] = {"decode_responses": True, "socket_connect_timeout": ANSWER_SECONDS, "socket_timeout": ANSWER_SECONDS}
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0  # seconds between attempts to listen again
PING_SECONDS = 5.0  # without a message, after which Redis is asked whether it is there
UNSURE_SECONDS = 5.0  # after a loss, in which what Redis does not know may still be written back

Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)


class Channels:
    """Calls `hear` with each message. `there` is called whenever Redis is there, before anybody relies on it."""

    def __init__(self, url: str, always: str, hear: Callable[[str], None], there: Callable[[], Awaitable[None]]) -> None:
        self.redis = Redis.from_url(url, retry=Retry(NoBackoff(), 0), **CONNECTION)  # a loss must be seen here
        self.always = always  # a channel on which nobody speaks, so that a loss is noticed
        self.names: set[str] = set()
        self.hear, self.there = hear, there
        self.pubsub: PubSub | None = None
        self.tuned_in = asyncio.Event()  # set while Redis is there
        self.lost = False
        self.unsure_until = 0.0
        self.confirmed: dict[str, Future[None]] = {}
        self.task: Task[None] | None = None

    def start(self) -> None:
        """Listen from now on, if that is not done already."""
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._hear_out())

    @property
    def unsure(self) -> bool:
        """Whether Redis may be empty, and not told yet what others know."""
        return self.lost or time.monotonic() < self.unsure_until

    async def add(self, name: str) -> None:
        """Listen to one more channel. Raises Unreachable unless Redis confirms it."""
        self.names.add(name)
        confirmed = self.confirmed[name] = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait_for(self.tuned_in.wait(), ANSWER_SECONDS)
            assert self.pubsub is not None
            await reached(self.pubsub.subscribe(name))
            await asyncio.wait_for(confirmed, ANSWER_SECONDS)
        except TimeoutError:
            raise Unreachable from None
        finally:
            self.confirmed.pop(name, None)

    async def drop(self, name: str) -> None:
        """Listen to a channel no more."""
        self.names.discard(name)
        if self.pubsub is not None and self.tuned_in.is_set():
            with suppress(RedisError, OSError):
                await self.pubsub.unsubscribe(name)

    async def close(self) -> None:
        """Stop, and let go of the connection."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        await self.redis.aclose()

    async def _hear_out(self) -> None:
        """Listen for ever; after a loss again, with longer and longer pauses while Redis is away."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with self.redis.pubsub() as pubsub:
                    await self._tune_in(pubsub)
                    pause = FIRST_PAUSE
                    while True:
                        self._take(await self._next(pubsub))
            except (RedisError, OSError, Unreachable) as error:
                if not self.lost:
                    logger.warning("Redis cannot be reached, which keeps rooms: %s", error.__cause__ or error)
                self.tuned_in.clear()
                self.lost = True
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _tune_in(self, pubsub: PubSub) -> None:
        await pubsub.subscribe(self.always, *self.names)
        if self.lost:
            logger.warning("Redis is there again")
            self.lost, self.unsure_until = False, time.monotonic() + UNSURE_SECONDS
        await self.there()
        self.pubsub = pubsub
        self.tuned_in.set()

    async def _next(self, pubsub: PubSub) -> dict[str, Any]:
        """The next message; where none comes for long, an answer to a question whether Redis is there."""
        message = await pubsub.get_message(timeout=PING_SECONDS)
        if message is None:
            await pubsub.ping()
            message = await pubsub.get_message(timeout=ANSWER_SECONDS)
        if message is None:
            raise Unreachable
        return dict(message)

    def _take(self, message: dict[str, Any]) -> None:
        name = message["channel"]
        if message["type"] == "subscribe" and (confirmed := self.confirmed.get(name)) and not confirmed.done():
            confirmed.set_result(None)
        elif message["type"] == "message" and name in self.names:
            self.hear(message["data"])


async def reached(answer: Awaitable[Answer]) -> Answer:
    """What Redis answers. Raises Unreachable where it does not."""
    try:
        return await answer
    except (RedisError, OSError) as error:
        raise Unreachable from error
