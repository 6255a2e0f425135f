"""Where rooms are kept, so that every process that serves them knows the newest."""

from collections.abc import Callable
from typing import Protocol

from app.classroom.room import Room

Heard = Callable[[Room], None]


class Unreachable(Exception):
    """The store cannot be reached now; what was asked of it may be asked again in a moment."""


class Store(Protocol):
    """Rooms by their codes. Newer versions replace older ones and never the other way round."""

    async def read(self, code: str) -> Room | None:
        """A room, if there is one."""

    async def replace(self, expected: int, room: Room) -> Room:
        """Keep a room in the place of its version `expected` (0: of none). Returns what is kept now: this, or another that came first."""

    async def listen(self, code: str, heard: Heard) -> None:
        """From now on tell each new version of a room."""

    async def forget(self, code: str) -> None:
        """Tell no more of a room."""

    async def crowd(self, code: str, followers: int) -> int:
        """How many follow a room in all processes, of whom this one has so many."""

    async def rooms(self) -> int:
        """How many rooms there are, about."""

    async def close(self) -> None:
        """Let go of connections."""


class InProcess:
    """Rooms of a single process, in its memory."""

    def __init__(self) -> None:
        self.kept: dict[str, Room] = {}

    async def read(self, code: str) -> Room | None:
        return self.kept.get(code)

    async def replace(self, expected: int, room: Room) -> Room:
        present = self.kept.get(room.code)
        if present is not None and present.version > expected:
            return present
        self.kept[room.code] = room
        return room

    async def listen(self, code: str, heard: Heard) -> None:
        """Nobody else changes anything."""

    async def forget(self, code: str) -> None:
        self.kept.pop(code, None)

    async def crowd(self, code: str, followers: int) -> int:
        return followers

    async def rooms(self) -> int:
        return len(self.kept)

    async def close(self) -> None:
        """There are no connections."""
