"""A guess before one looks, judged, whatever serves it: standard library only."""

from typing import Any

from app.memory.units import Unreadable
from app.steps.checking import typed_number
from app.steps.guess import Asked
from app.steps.prediction import compare
from app.web.typed import Query, printable

MOST = 10**24  # more than any sum of the lesson: 16·P on every GPU comes to 10^21 bytes
NOTHING = "With these settings there is nothing to guess."


def judged(asked: Asked | None, query: Query) -> dict[str, Any]:
    """The guess in the query beside the answer, with the settings that show it; or why it cannot be read, and then no answer.

    `reveal=1` asks for the answer without a guess; `drawn=1` says that the guess was not written but drawn.
    """
    text = printable(query.get("guess", "")).strip()
    if asked is None:
        return {"given": text[:40], "problem": NOTHING}
    if query.get("reveal") == "1":
        return {"given": "", "value": 0, "near": True, "words": f"It is {asked.question.answered(asked.after)}."} | _truth(asked)
    value, problem = _read(asked, text)
    if problem:
        return {"given": text[:40], "problem": problem}
    verdict = compare(asked, value, drawn=query.get("drawn") == "1")
    return {"given": text[:40], "value": value, "near": verdict.near, "words": verdict.words} | _truth(asked)


def _truth(asked: Asked) -> dict[str, Any]:
    truth = asked.question.answer(asked.after)
    shown = asked.question.shown(truth, asked.after)
    return {"truth": truth, "truth_text": shown, "settings": asked.settings, "before": asked.settings_before, "asked": asked.as_json()}


def _read(asked: Asked, text: str) -> tuple[int, str]:
    """The guess and, where it cannot be read, why."""
    in_bytes = asked.question.unit == "bytes"
    if not text:
        return 0, f"Type a number{' with its unit' if in_bytes else ''}, or drag the line on the figure."
    try:
        value = typed_number(asked.question, text)
    except Unreadable as error:
        return 0, f"That cannot be read: {error}. Type a number{' with its unit' if in_bytes else ''}."
    if value > MOST:
        return 0, "That is more than any computer holds. Guess less."
    return (value, "") if value > 0 else (0, "Guess more than nothing.")
