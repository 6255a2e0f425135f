"""A simulated student: follows a room, comes back when the connection ends, and guesses when a question opens."""

import asyncio
import random
import time
from asyncio import Task
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from app.rehearsal.follower import follow, read
from app.rehearsal.site import Site

GONE = 404
PAUSE_SECONDS = 2.0  # before a student comes back
THINKING_SECONDS = (1.0, 8.0)
SLOW_FACTOR = 3.0  # by which a slow student thinks longer
SLOW_SECONDS = 1.0  # for which a slow student's connection is not read after each event


class Student:
    """`chance` decides what is guessed, and when. `noticed` is told each newer version as it arrives, unless the student is slow."""

    def __init__(self, site: Site, code: str, chance: random.Random, noticed: Callable[[int], None], slow: bool = False) -> None:
        self.site, self.code, self.chance, self.noticed, self.slow = site, code, chance, noticed, slow
        self.seat = f"rehearsal-{chance.getrandbits(64):016x}"
        self.state: dict[str, Any] = {}
        self.asked = 0  # the question last thought about
        self.here = False  # whether it follows, and has the present state
        self.thinking: Task[None] | None = None

    async def attend(self) -> None:
        """Follow until the room has ended."""
        while True:
            with suppress(OSError):
                follower = await follow(self.site, self.code, self._hear)
                self.follower = follower
                status = await follower.over
                self.here = False
                if self.state.get("ended") or status == GONE:
                    return
            await asyncio.sleep(PAUSE_SECONDS * self.chance.random())

    def _hear(self, event: bytes) -> None:
        before, self.state = self.state.get("version", 0), read(event)
        if self.here and not self.slow and self.state["version"] > before:  # else it only counts followers, or was there before
            self.noticed(self.state["version"])
        self.here = True
        question = self.state["question"]
        if question and question["phase"] == "open" and question["number"] != self.asked:
            self.asked = question["number"]
            self.thinking = asyncio.create_task(self._guess(question))
        if self.slow:
            self._rest()

    def _rest(self) -> None:
        transport = self.follower.transport
        if transport is not None and transport.is_reading():
            transport.pause_reading()
            asyncio.get_running_loop().call_later(SLOW_SECONDS, self._go_on)

    def _go_on(self) -> None:
        transport = self.follower.transport
        if transport is not None and not transport.is_closing():
            transport.resume_reading()

    async def _guess(self, question: dict[str, Any]) -> None:
        """Guess, and now and then once more; a closed question or a lost connection ends it."""
        for _ in range(self.chance.choice((1, 1, 2))):
            await asyncio.sleep(self.chance.uniform(*THINKING_SECONDS) * (SLOW_FACTOR if self.slow else 1))
            value = self.chance.triangular(question["low"], question["high"])
            with suppress(OSError, TimeoutError):
                await self.site.ask("PUT", f"/rooms/{self.code}/guesses/{self.seat}", {"value": value})


class Lateness:
    """How long after the first of them each student who reads at once has a state."""

    def __init__(self) -> None:
        self.first: dict[int, float] = {}
        self.late: list[float] = []

    def noticed(self, version: int) -> None:
        """One more has this version, now."""
        now = time.monotonic()
        self.late.append(now - self.first.setdefault(version, now))

    def taken(self) -> list[float]:
        """The seconds since the last call, in order; what is long past is forgotten."""
        late, self.late = sorted(self.late), []
        newest = max(self.first, default=0)
        self.first = {version: first for version, first in self.first.items() if version > newest - 200}
        return late
