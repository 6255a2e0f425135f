"""Rooms kept in Redis, for any number of processes on any number of machines.

Every room is one key that ends with the room; each new version is published on a channel of the same name. Redis may lose everything
at any time: whoever knows a newer version than it does writes it back.
"""

import asyncio
import json
import logging
import secrets
import time
from asyncio import Future, Task
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import RedisError

from app.classroom.room import Room
from app.classroom.store import Heard, Unreachable

PREFIX = "fsdp:room:"
ALL = "fsdp:rooms"  # the codes, by the time of their end; and a channel that is always listened to, so that a loss is noticed
ANSWER_SECONDS = 2.0
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0  # seconds between attempts to listen again
PING_SECONDS = 5.0  # without a message, after which Redis is asked whether it is there
UNSURE_SECONDS = 5.0  # after a loss, in which a room that Redis does not know may still be written back
ENDED_SECONDS = 600  # for which it is kept that a room has ended
CROWD_SECONDS = 10  # after which a process that does not tell how many follow there has none

REPLACE = """
local kept = redis.call('HMGET', KEYS[1], 'version', 'room')
if kept[1] and tonumber(kept[1]) > tonumber(ARGV[1]) then return kept[2] end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'room', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
if ARGV[5] == '' then redis.call('ZREM', KEYS[2], ARGV[6]) else redis.call('ZADD', KEYS[2], ARGV[5], ARGV[6]) end
redis.call('PUBLISH', KEYS[1], ARGV[3])
return false
"""  # one step for Redis: the newer version stays

Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)


class InRedis:
    """A store that all share who are given the same address of a Redis."""

    def __init__(self, url: str) -> None:
        common: dict[str, Any] = {"decode_responses": True, "socket_connect_timeout": ANSWER_SECONDS, "socket_timeout": ANSWER_SECONDS}
        self.redis = Redis.from_url(url, retry=Retry(ExponentialBackoff(cap=0.2, base=0.02), 2), **common)
        self.listening = Redis.from_url(url, retry=Retry(NoBackoff(), 0), **common)  # a loss must be seen here
        self.replacing = self.redis.register_script(REPLACE)
        self.worker = secrets.token_hex(6)
        self.heard: dict[str, Heard] = {}
        self.known: dict[str, Room] = {}  # the newest version of each room that is listened to
        self.pubsub: PubSub | None = None
        self.tuned_in = asyncio.Event()  # set while Redis is there
        self.lost = False
        self.confirmed: dict[str, Future[None]] = {}
        self.unsure_until = 0.0
        self.task: Task[None] | None = None

    async def read(self, code: str) -> Room | None:
        self._start()
        text = await _reached(self.redis.hget(PREFIX + code, "room"))
        if text is None and (self.lost or time.monotonic() < self.unsure_until):
            raise Unreachable  # it may be empty, and not told yet what others know
        room = Room.from_json(json.loads(text)) if text else None
        if room and code in self.heard:
            self._keep(room)
        return room

    async def replace(self, expected: int, room: Room) -> Room:
        self._start()
        text = json.dumps(room.as_json(), separators=(",", ":"))
        seconds = ENDED_SECONDS if room.ended else max(int(room.ends - time.time()), 1) + ENDED_SECONDS
        told: list[str | int | float | bytes | bytearray | memoryview[int]] = [
            expected,
            room.version,
            text,
            seconds,
            "" if room.ended else int(room.ends),
            room.code,
        ]
        newer = await _reached(self.replacing(keys=[PREFIX + room.code, ALL], args=told))
        kept = Room.from_json(json.loads(newer)) if newer else room
        if kept == room:  # an answer may be lost, and the same be asked once more
            kept = room
        if room.code in self.heard:
            self._keep(kept)
        return kept

    async def listen(self, code: str, heard: Heard) -> None:
        self._start()
        self.heard[code] = heard
        confirmed = self.confirmed[code] = asyncio.get_running_loop().create_future()
        try:
            await asyncio.wait_for(self.tuned_in.wait(), ANSWER_SECONDS)
            assert self.pubsub is not None
            await _reached(self.pubsub.subscribe(PREFIX + code))
            await asyncio.wait_for(confirmed, ANSWER_SECONDS)
        except TimeoutError:
            raise Unreachable from None
        finally:
            self.confirmed.pop(code, None)

    async def forget(self, code: str) -> None:
        self.heard.pop(code, None)
        self.known.pop(code, None)
        if self.pubsub is not None and self.tuned_in.is_set():
            with suppress(RedisError, OSError):
                await self.pubsub.unsubscribe(PREFIX + code)

    async def crowd(self, code: str, followers: int) -> int:
        key, now = f"{PREFIX}{code}:crowd", int(time.time())
        commands = self.redis.pipeline(transaction=False)
        commands.hset(key, self.worker, f"{followers} {now}")
        commands.expire(key, ENDED_SECONDS)
        commands.hvals(key)
        counted = [text.split() for text in (await _reached(commands.execute()))[-1]]
        return sum(int(number) for number, told in counted if now - int(told) <= CROWD_SECONDS)

    async def rooms(self) -> int:
        self._start()
        return int(await _reached(self.redis.zcount(ALL, time.time(), "+inf")))

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        await self.redis.aclose()
        await self.listening.aclose()

    def _start(self) -> None:
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._hear_out())

    async def _hear_out(self) -> None:
        """Listen for ever; after a loss again, with longer and longer pauses while Redis is away."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with self.listening.pubsub() as pubsub:
                    await self._tuned_in(pubsub)
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

    async def _tuned_in(self, pubsub: PubSub) -> None:
        """Listen to every room again, and write back those of which Redis has no version, or an old one."""
        await pubsub.subscribe(ALL, *(PREFIX + code for code in self.heard))
        if self.lost:
            logger.warning("Redis is there again")
            self.lost, self.unsure_until = False, time.monotonic() + UNSURE_SECONDS
        for room in list(self.known.values()):
            self._keep(await self.replace(room.version, room))
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
        code = str(message["channel"] or "").removeprefix(PREFIX)
        if message["type"] == "subscribe" and (confirmed := self.confirmed.get(code)) and not confirmed.done():
            confirmed.set_result(None)
        elif message["type"] == "message" and code in self.heard:
            self._keep(Room.from_json(json.loads(message["data"])))

    def _keep(self, room: Room) -> None:
        known = self.known.get(room.code)
        if known is None or room.version > known.version:
            self.known[room.code] = room
        if heard := self.heard.get(room.code):
            heard(room)


async def _reached(answer: Awaitable[Answer]) -> Answer:
    """What Redis answers. Raises Unreachable where it does not."""
    try:
        return await answer
    except (RedisError, OSError) as error:
        raise Unreachable from error
