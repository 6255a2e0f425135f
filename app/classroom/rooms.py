"""The rooms of one process: opened, found, changed, counted and ended in time."""

import asyncio
import time
from asyncio import Task
from collections.abc import Callable
from contextlib import suppress

from app.classroom.channel import Change, Channel, Waiting, applied
from app.classroom.keys import hash_of, new_code, new_secret
from app.classroom.limits import RoomLimits
from app.classroom.room import Refused, Room, is_over, is_used, over
from app.classroom.store import Store, Unreachable

HOUSEKEEPING_SECONDS = 1.0
COMING_SECONDS = 10  # for somebody to come to a room before it may have to make way for another
TRIES = 20  # to find a code that nobody has


class NoStore(Exception):
    """Rooms cannot be opened here: several workers share nothing."""


class Full(Exception):
    """There are as many rooms, or followers of one, as the settings allow."""


class Rooms:
    """`store` is None where several workers run and nothing is set by which they could share rooms."""

    def __init__(self, store: Store | None, limits: RoomLimits, clock: Callable[[], float] = time.time) -> None:
        self.store, self.limits, self.clock = store, limits, clock
        self.channels: dict[str, Channel] = {}  # every room that was asked for here, until it ends
        self.leaving = False
        self._finding = asyncio.Lock()
        self._housekeeping: Task[None] | None = None

    async def open(self) -> tuple[Room, str]:
        """A new room and the secret of who drives it. Raises NoStore, Full or Unreachable."""
        if self.store is None:
            raise NoStore
        if await self.store.rooms() >= self.limits.most_rooms and not await self._end_unused():
            raise Full
        secret, now = new_secret(), self.clock()
        for attempt in range(TRIES):
            room = Room(new_code(longer=attempt > 2), hash_of(secret), now + self.limits.room_seconds, now)
            if await self.store.replace(0, room) is room:
                await self.find(room.code)
                return room, secret
        raise Full

    async def find(self, code: str) -> Channel | None:
        """A room that has not ended; None where there is none. Raises Unreachable where that cannot be known now."""
        if self.store is None:
            return None
        channel = self.channels.get(code)
        if channel is None:
            async with self._finding:
                channel = self.channels.get(code) or await self._found(code, self.store)
        if channel is not None and is_over(channel.room, self.clock(), self.limits.room_idle_seconds):
            await self._end(channel)
            return None
        self._keep_house()
        return channel

    async def change(self, channel: Channel, change: Change) -> Room:
        """Make a change; those that come at the same time are made together. Raises Refused or Unreachable."""
        done: asyncio.Future[Room] = asyncio.get_running_loop().create_future()
        channel.waiting.append((change, done))
        if channel.making is None or channel.making.done():
            channel.making = asyncio.create_task(self._make(channel))
        return await done

    def leave(self) -> None:
        """The process is about to stop: end all streams."""
        self.leaving = True
        for channel in self.channels.values():
            channel.leave()
        if self._housekeeping is not None:
            self._housekeeping.cancel()

    async def _end_unused(self) -> bool:
        """End the oldest room that nobody has come to, so that whoever opens them by the hundred keeps others out for seconds only."""
        before = self.clock() - COMING_SECONDS
        unused = [channel for channel in self.channels.values() if not is_used(channel.room) and channel.room.touched <= before]
        if not unused:
            return False
        await self._end(min(unused, key=lambda channel: channel.room.touched))
        return True

    async def _found(self, code: str, store: Store) -> Channel | None:
        """Listen first and read then, so that nothing is missed in between."""
        room = await store.read(code)
        if room is None or room.ended:
            return None
        channel = Channel(room, self.limits.guesses_per_second)
        await store.listen(code, channel.hear)
        channel.hear(await store.read(code) or room)
        channel.leaving = self.leaving  # which may have begun meanwhile
        self.channels[code] = channel
        return channel

    async def _make(self, channel: Channel) -> None:
        while channel.waiting:
            batch, channel.waiting = channel.waiting, []
            try:
                room, outcomes = await self._made(channel, batch)
                channel.hear(room)
            except Exception as error:  # whatever it is, whoever waits is to know
                for _, done in batch:
                    if not done.done():
                        done.set_exception(error)
                continue
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                if done.done():
                    continue
                if isinstance(outcome, Refused):
                    done.set_exception(outcome)
                else:
                    done.set_result(outcome)

    async def _made(self, channel: Channel, batch: list[Waiting]) -> tuple[Room, list[Room | Refused]]:
        """Apply the changes to the newest room, again where another process was quicker. Nothing is refused for what was true before."""
        base = channel.room
        while True:
            room, outcomes = applied(base, batch)
            newest = await self._settled(base, room, outcomes)
            if newest is room:
                return room, outcomes
            base = newest

    async def _settled(self, base: Room, room: Room, outcomes: list[Room | Refused]) -> Room:
        """The room itself where it may stand as it is, else the newer one from which to begin again."""
        assert self.store is not None
        if room is not base:
            return await self.store.replace(base.version, room)
        if any(isinstance(outcome, Refused) for outcome in outcomes):
            kept = await self.store.read(base.code)
            return kept if kept is not None and kept.version > base.version else room
        return room

    def _keep_house(self) -> None:
        if not self.leaving and (self._housekeeping is None or self._housekeeping.done()):
            self._housekeeping = asyncio.create_task(self._house())

    async def _house(self) -> None:
        while self.channels:
            await asyncio.sleep(HOUSEKEEPING_SECONDS)
            with suppress(Unreachable):  # the next round will do
                await self.tidy()

    async def tidy(self) -> None:
        """Count who follows, give signs of life, end what is over."""
        channels = list(self.channels.values())
        for channel in channels:
            if channel.is_quiet():
                channel.wake()
        for channel in channels:  # in which a store may be slow
            await self._look_after(channel)

    async def _look_after(self, channel: Channel) -> None:
        assert self.store is not None
        if is_over(channel.room, self.clock(), self.limits.room_idle_seconds):
            await self._end(channel)
            return
        if channel.followers or channel.crowd:
            channel.count(await self.store.crowd(channel.room.code, channel.followers))

    async def _end(self, channel: Channel) -> None:
        """Tell everyone that it is over, and forget it."""
        assert self.store is not None
        if not channel.room.ended:
            await self.change(channel, over)
        if self.channels.pop(channel.room.code, None):
            await self.store.forget(channel.room.code)
