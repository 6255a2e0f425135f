"""What the way a guess differs from the truth says about it. A guess is judged by where it stands on the figure."""

from dataclasses import dataclass

from app.memory.units import bytes_text, three_digits
from app.steps.checking import ALIKE, CONFUSED, THOUSANDS, TOLERANCE_PERCENT, either, slips
from app.steps.guess import Asked
from app.steps.question import Mistake

NEAR = 0.04  # of the axis; a line cannot be dragged much nearer
FAR = 1000  # times the truth; how much farther a guess is off says nothing more
EXACT = 0.001  # of a slip’s number, to which three typed digits come and a dragged line hardly ever does


@dataclass(frozen=True)
class Verdict:
    """What a guess came to."""

    near: bool
    words: str


def compare(asked: Asked, guess: float, drawn: bool = False) -> Verdict:
    """A guess beside the answer: it, near it, the number of a known slip, or off by a factor. Tells the answer.

    A number typed to the digit is a slip’s even where that lies near the truth; a line that was drawn is whatever it stands nearest to,
    and was not written in a wrong unit.
    """
    question, run = asked.question, asked.after
    truth = question.answer(run)
    told = f"It is {question.answered(run)}."
    off, apart = abs(guess - truth) / truth, _apart(asked, guess, truth)
    known = [(slip.value(run), slip.words) for slip in (*slips(question, run), *(() if drawn else _in_the_other_unit(asked, truth)))]
    typed = [*known, *((value, words) for power, words in THOUSANDS for value in (truth * power, truth / power))]
    exact = [words for value, words in typed if value and abs(guess - value) / value <= EXACT]
    if exact and off > EXACT:
        return Verdict(False, f"{either(exact)} {told}")
    if off <= TOLERANCE_PERCENT / 100:
        return Verdict(True, f"That is it. {told}")
    seen = [(_apart(asked, guess, value), words) for value, words in known if _apart(asked, value, truth) > NEAR]
    nearest = min((distance for distance, _ in seen), default=1.0)
    if nearest <= min(NEAR, apart):
        return Verdict(False, f"{either(words for distance, words in seen if distance <= nearest + ALIKE)} {told}")
    if apart <= NEAR:
        return Verdict(True, f"Near enough for a guess. {told}")
    way, factor = ("high", guess / truth) if guess > truth else ("low", truth / guess)
    by = f"a factor of {three_digits(factor)}" if factor < FAR else f"a factor of more than {FAR:,}"
    return Verdict(False, f"Your guess is too {way} by {by}. {told}")


def _apart(asked: Asked, one: float, other: float) -> float:
    """How far two values stand from each other, as a share of the axis; beyond its end, as a share of the larger one."""
    if max(one, other) > asked.track.high:
        return abs(one - other) / max(one, other)
    return abs(asked.track.share(one) - asked.track.share(other))


def _in_the_other_unit(asked: Asked, truth: int) -> list[Mistake]:
    """The slip of the digits of GiB where GB are asked for, or the other way round."""
    if asked.question.unit != "bytes":
        return []
    units = asked.after.units
    unit = bytes_text(truth, units).split("\u00a0")[1]
    power = "KMGTPEZY".find(unit[0].upper()) + 1
    factor = (1024 / 1000) ** (power if units == "GiB" else -power)
    return [Mistake(lambda run: truth * factor, CONFUSED[unit.lower()][1])] if power else []
