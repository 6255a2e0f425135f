"""Rooms kept in Redis, for any number of processes on any number of machines.

Every room is one key that ends with the room; each new version is published on a channel of the same name. Redis may lose everything
at any time: whoever knows a newer version than it does writes it back.
"""

import json
import secrets
import time

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff

from app.classroom.redis_channels import CONNECTION, Channels, reached
from app.classroom.room import Room
from app.classroom.store import Heard, Unreachable

PREFIX = "fsdp:room:"
ALL = "fsdp:rooms"  # the codes, by the time of their end; and the channel that is always listened to
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


class InRedis:
    """A store that all share who are given the same address of a Redis."""

    def __init__(self, url: str) -> None:
        self.redis = Redis.from_url(url, retry=Retry(ExponentialBackoff(cap=0.2, base=0.02), 2), **CONNECTION)
        self.channels = Channels(url, ALL, self._hear, self._write_back)
        self.replacing = self.redis.register_script(REPLACE)
        self.worker = secrets.token_hex(6)
        self.heard: dict[str, Heard] = {}
        self.known: dict[str, Room] = {}  # the newest version of each room that is listened to

    async def read(self, code: str) -> Room | None:
        self.channels.start()
        text = await reached(self.redis.hget(PREFIX + code, "room"))
        if text is None and self.channels.unsure:
            raise Unreachable  # others may know it
        room = Room.from_json(json.loads(text)) if text else None
        if room:
            self._keep(room)
        return room

    async def replace(self, expected: int, room: Room) -> Room:
        self.channels.start()
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
        newer = await reached(self.replacing(keys=[PREFIX + room.code, ALL], args=told))
        kept = Room.from_json(json.loads(newer)) if newer else room
        if kept == room:  # an answer may be lost, and the same be asked once more
            kept = room
        self._keep(kept)
        return kept

    async def listen(self, code: str, heard: Heard) -> None:
        self.channels.start()
        self.heard[code] = heard
        await self.channels.add(PREFIX + code)

    async def forget(self, code: str) -> None:
        self.heard.pop(code, None)
        self.known.pop(code, None)
        await self.channels.drop(PREFIX + code)

    async def crowd(self, code: str, followers: int) -> int:
        key, now = f"{PREFIX}{code}:crowd", int(time.time())
        commands = self.redis.pipeline(transaction=False)
        commands.hset(key, self.worker, f"{followers} {now}")
        commands.expire(key, ENDED_SECONDS)
        commands.hvals(key)
        counted = [text.split() for text in (await reached(commands.execute()))[-1]]
        return sum(int(number) for number, told in counted if now - int(told) <= CROWD_SECONDS)

    async def rooms(self) -> int:
        self.channels.start()
        return int(await reached(self.redis.zcount(ALL, time.time(), "+inf")))

    async def close(self) -> None:
        await self.channels.close()
        await self.redis.aclose()

    async def _write_back(self) -> None:
        """Tell Redis of the rooms of which it has no version, or an old one."""
        for room in list(self.known.values()):
            await self.replace(room.version, room)

    def _hear(self, text: str) -> None:
        self._keep(Room.from_json(json.loads(text)))

    def _keep(self, room: Room) -> None:
        """Of a room that is listened to, what is newest."""
        if heard := self.heard.get(room.code):
            known = self.known.get(room.code)
            if known is None or room.version > known.version:
                self.known[room.code] = room
            heard(room)
