"""A room of a lecture: what all who follow it see. Each change is a function from one room to the next, which is one version on."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal

from app.classroom.keys import hash_of, is_same

Phase = Literal["open", "closed", "revealed"]
Why = Literal["secret", "ticket", "question", "seats", "ended"]
NO_ROOM = "There is no such room, or it has ended."
TICKET_SECONDS = 120
TOUCHED_SECONDS = 30  # how exactly is kept when the driver was last heard of


class Refused(Exception):
    """What may not be done, and why, in words for a person."""

    def __init__(self, why: Why, words: str) -> None:
        super().__init__(words)
        self.why, self.words = why, words


@dataclass(frozen=True)
class Question:
    """What is asked in the room: of which picture, on which axis."""

    number: int  # counted from 1 within a room
    of: str  # the address of the picture
    low: float
    high: float
    phase: Phase = "open"


@dataclass(frozen=True)
class Room:
    """All that is kept of a room. Times are seconds since 1970; `driver` counts those who have driven it."""

    code: str
    secret: str  # its hash
    ends: float
    touched: float  # when the driver was last heard of
    version: int = 1
    address: str = "/"
    part: str = ""
    driver: int = 1
    ended: bool = False
    asked: int = 0  # questions so far
    question: Question | None = None
    guesses: Mapping[str, float] = field(default_factory=dict)  # seat -> value
    ticket: str = ""  # its hash
    ticket_ends: float = 0

    def as_json(self) -> dict[str, Any]:
        """Everything, for a store."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Room":
        """The room that a store kept; what a newer release wrote besides is left out."""
        known = {each.name: kept[each.name] for each in fields(cls) if each.name in kept}
        return cls(**known | {"question": Question(**kept["question"]) if kept.get("question") else None})


def tell(room: Room, secret: str, now: float, address: str, part: str) -> Room:
    """The driver goes to an address, and to a part of it."""
    _check(room, secret)
    if (address, part) == (room.address, room.part) and now - room.touched < TOUCHED_SECONDS:
        return room
    return _next(room, touched=now, address=address, part=part)


def ask(room: Room, secret: str, now: float, of: str, low: float, high: float) -> Room:
    """The driver opens a question; whatever was asked before is gone with its guesses."""
    _check(room, secret)
    question = Question(room.asked + 1, of, low, high)
    return _next(room, touched=now, question=question, asked=question.number, guesses={})


def turn(room: Room, secret: str, now: float, phase: Phase) -> Room:
    """The driver closes a question, reveals its guesses or opens it again."""
    _check(room, secret)
    if room.question is None:
        raise Refused("question", "Nothing is asked in this room.")
    return _next(room, touched=now, question=replace(room.question, phase=phase))


def withdraw(room: Room, secret: str, now: float) -> Room:
    """The driver takes the question away, and the guesses with it."""
    _check(room, secret)
    return _next(room, touched=now, question=None, guesses={})


def guess(room: Room, seat: str, value: float, most_seats: int) -> Room:
    """A seat guesses, or guesses anew. A value beyond the axis counts at its end."""
    _open(room)
    if room.question is None:
        raise Refused("question", "Nothing is asked in this room.")
    if room.question.phase != "open":
        raise Refused("question", "The question is closed. Your last guess counts.")
    if seat not in room.guesses and len(room.guesses) >= most_seats:
        raise Refused("seats", f"{most_seats} seats have guessed, and there are no more in this room.")
    value = min(max(value, room.question.low), room.question.high)
    return room if room.guesses.get(seat) == value else _next(room, guesses={**room.guesses, seat: value})


def offer(room: Room, secret: str, now: float, ticket: str) -> Room:
    """The driver offers the room to whoever has the ticket; an earlier ticket is void."""
    _check(room, secret)
    return _next(room, touched=now, ticket=hash_of(ticket), ticket_ends=now + TICKET_SECONDS)


def take(room: Room, ticket: str, now: float, secret: str) -> Room:
    """Whoever has the ticket drives from now on, with a new secret; the ticket and the old secret are void."""
    _open(room)
    if not is_same(ticket, room.ticket) or now >= room.ticket_ends:
        raise Refused("ticket", "This ticket opens nothing. Each is good once, for two minutes; ask for a new one.")
    return _next(room, touched=now, secret=hash_of(secret), driver=room.driver + 1, ticket="", ticket_ends=0.0)


def end(room: Room, secret: str) -> Room:
    """The driver ends the room."""
    _check(room, secret)
    return over(room)


def use(room: Room) -> Room:
    """Somebody has come, be it only who opened it."""
    return room if is_used(room) else _next(room)


def is_used(room: Room) -> bool:
    """Whether anybody has come since the room was opened."""
    return room.version > 1


def over(room: Room) -> Room:
    """The room has ended; nothing is kept of what was guessed."""
    return room if room.ended else _next(room, ended=True, question=None, guesses={}, ticket="")


def is_over(room: Room, now: float, idle: float) -> bool:
    """Whether a room's time is up: it has lived long enough, or its driver has not been heard of for so many seconds."""
    return room.ended or now >= room.ends or now >= room.touched + idle


def _check(room: Room, secret: str) -> None:
    """Raises Refused unless the room is open and the secret that of its driver."""
    _open(room)
    if not is_same(secret, room.secret):
        raise Refused("secret", "This is not the secret of who drives the room now.")


def _open(room: Room) -> None:
    if room.ended:
        raise Refused("ended", NO_ROOM)


def _next(room: Room, **changed: Any) -> Room:
    return replace(room, version=room.version + 1, **changed)
