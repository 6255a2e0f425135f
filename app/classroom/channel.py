"""A room as one process knows it, and those who follow it here. All of them are sent the same bytes, encoded once."""

import asyncio
from asyncio import Future, Task, TimerHandle
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.classroom.event import encoded
from app.classroom.limits import Rate
from app.classroom.room import Refused, Room

Change = Callable[[Room], Room]
Waiting = tuple[Change, "Future[Room]"]
SOON, LATER = 0.04, 0.4  # seconds between two events at least: of what the driver does, of how many follow and have guessed
ALIVE_SECONDS = 15  # between two signs of life


class Channel:
    """The newest state, and a wake-up for whoever waits for it. A follower that is slow misses states and delays nobody."""

    def __init__(self, room: Room, guesses_per_second: float) -> None:
        self.room = self.shown = room  # the newest, and the one that the event tells of
        self.followers = self.drivers = 0  # who have a stream open in this process
        self.crowd = 0  # followers in all processes
        self.event = encoded(room, 0)
        self.number = 0  # of the event
        self.leaving = False  # whether the process is about to stop
        self.woken = asyncio.Event()
        self.waiting: list[Waiting] = []  # changes that are still to be made
        self.making: Task[None] | None = None
        self.guesses, self.tickets = Rate(guesses_per_second), Rate(1, at_once=5)
        self.sent = 0.0  # the loop’s time of the last event or sign of life
        self.timer: TimerHandle | None = None

    @contextmanager
    def joined(self, driving: bool) -> Iterator[None]:
        """Count one stream while it is open."""
        self.drivers += driving
        self.followers += not driving
        try:
            yield
        finally:
            self.drivers -= driving
            self.followers -= not driving

    def hear(self, room: Room) -> None:
        """Take over a newer state."""
        if room.version > self.room.version:
            self.room = room
            self._announce()

    def count(self, crowd: int) -> None:
        """Take over how many follow."""
        if crowd != self.crowd:
            self.crowd = crowd
            self._announce()

    def present(self) -> bytes:
        """The event for one who comes now; it may be newer than the last that all were sent."""
        return self.event if self.shown is self.room else encoded(self.room, self.crowd)

    def wake(self) -> None:
        """Let every stream look what there is; those that find nothing new send a sign of life."""
        self.sent = asyncio.get_running_loop().time()
        woken, self.woken = self.woken, asyncio.Event()
        woken.set()

    def leave(self) -> None:
        """The process stops: end all streams. Browsers come back by themselves, to another process."""
        self.leaving = True
        self.wake()

    def is_quiet(self) -> bool:
        """Whether nothing has been sent for so long that a sign of life is due."""
        return asyncio.get_running_loop().time() - self.sent >= ALIVE_SECONDS

    def _announce(self) -> None:
        """Send the newest state at once, or as soon as the last event is long enough ago."""
        loop = asyncio.get_running_loop()
        due = self.sent + (SOON if _visible(self.room) != _visible(self.shown) else LATER)
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if due <= loop.time():
            self._send()
        else:
            self.timer = loop.call_at(due, self._send)

    def _send(self) -> None:
        self.timer = None
        self.shown = self.room
        self.event = encoded(self.room, self.crowd)
        self.number += 1
        self.wake()


def applied(room: Room, changes: list[Waiting]) -> tuple[Room, list[Room | Refused]]:
    """The room after all changes one after the other, and what became of each."""
    outcomes: list[Room | Refused] = []
    for change, _ in changes:
        try:
            room = change(room)
            outcomes.append(room)
        except Refused as refused:
            outcomes.append(refused)
    return room, outcomes


def _visible(room: Room) -> tuple[object, ...]:
    """What followers should see at once."""
    return room.address, room.part, room.driver, room.ended, room.question
