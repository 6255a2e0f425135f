"""What those who follow a room are told: its whole present state, as one server-sent event."""

import json
from typing import Any

from app.classroom.room import Question, Room

BINS = 24
KEPT_ALIVE = b"event: alive\ndata: .\n\n"  # tells proxies, browsers and their scripts, which see no comments, that the connection lives


def told(room: Room, followers: int) -> dict[str, Any]:
    """The state for everyone. No secret, no seat, and no guess before they are revealed."""
    return {
        "version": room.version,
        "address": room.address,
        "part": room.part,
        "driver": room.driver,
        "followers": followers,
        "ended": room.ended,
        "question": _asked(room.question, list(room.guesses.values())) if room.question else None,
    }


def encoded(room: Room, followers: int) -> bytes:
    """The event's bytes, the same for everyone."""
    return f"id: {room.version}\ndata: {json.dumps(told(room, followers), separators=(',', ':'))}\n\n".encode()


def histogram(values: list[float], low: float, high: float) -> list[int]:
    """How many values lie in each of the bins that divide an axis equally; its upper end belongs to the last."""
    counts = [0] * BINS
    for value in values:
        counts[min(int((value - low) / (high - low) * BINS), BINS - 1)] += 1
    return counts


def _asked(question: Question, values: list[float]) -> dict[str, Any]:
    shown = {"histogram": histogram(values, question.low, question.high)} if question.phase == "revealed" else {}
    return {
        "number": question.number,
        "of": question.of,
        "phase": question.phase,
        "answered": len(values),
        "low": question.low,
        "high": question.high,
        **shown,
    }
