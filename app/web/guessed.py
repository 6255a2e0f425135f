"""A guess before one looks, judged, whatever serves it: standard library only."""

from typing import Any

from app.memory.units import Unreadable, read_bytes, read_count
from app.steps.guess import Asked
from app.steps.prediction import compare
from app.web.typed import Query, printable

NOTHING = "With these settings there is nothing to guess."


def judged(asked: Asked | None, query: Query) -> dict[str, Any]:
    """The guess in the query beside the answer, with the settings that show it; or why it cannot be read, and then no answer.

    `reveal=1` asks for the answer without a guess.
    """
    text = printable(query.get("guess", "")).strip()
    if asked is None:
        return {"given": text[:40], "problem": NOTHING}
    if query.get("reveal") == "1":
        return {"given": "", "value": 0, "near": True, "words": f"It is {asked.question.answered(asked.after)}."} | _truth(asked)
    value, problem = _read(asked, text)
    if problem:
        return {"given": text[:40], "problem": problem}
    verdict = compare(asked, value)
    return {"given": text[:40], "value": value, "near": verdict.near, "words": verdict.words} | _truth(asked)


def _truth(asked: Asked) -> dict[str, Any]:
    truth = asked.question.answer(asked.after)
    return {"truth": truth, "truth_text": asked.question.shown(truth, asked.after), "settings": asked.settings}


def _read(asked: Asked, text: str) -> tuple[int, str]:
    """The guess and, where it cannot be read, why."""
    in_bytes = asked.question.unit == "bytes"
    if not text:
        return 0, f"Type a number{' with its unit' if in_bytes else ''}, or drag the line on the figure."
    try:
        value = read_bytes(text) if in_bytes and not text.isdigit() else read_count(text.removesuffix(asked.question.unit))
    except Unreadable as error:
        return 0, f"That cannot be read: {error}. Type a number{' with its unit' if in_bytes else ''}."
    return (value, "") if value > 0 else (0, "Guess more than nothing.")
