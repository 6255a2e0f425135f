"""Is a typed answer right, and if not, what did it probably forget?"""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.memory.field import quoted
from app.memory.scenario import Scenario
from app.memory.units import Unreadable, plain_spaces, read_bytes, read_count
from app.steps.question import Mistake, Question

TOLERANCE_PERCENT = 2
ALIKE = 0.001  # slips whose numbers differ by less cannot be told apart
LONGEST_SHOWN = 40  # characters of an answer that are repeated in a message
MOST_THOUSANDS = 4  # powers of a thousand that a unit may be off

_BYTE_UNIT = re.compile(r"[kmgtpezy]i?b$", re.IGNORECASE)
_NOUN = re.compile(r" *(elements?|entry|entries|gpus?)$", re.IGNORECASE)
_BYTES = re.compile(r" *bytes?$", re.IGNORECASE)
_WORD = re.compile(r"(thousand|million|billion|trillion|quadrillion)$", re.IGNORECASE)
_GROUPS = re.compile(r"^[0-9]{1,3}(?: [0-9]{3})+(?![0-9])")  # 808 000 000, as much of the world writes it
_COMMA = re.compile(r"^([0-9]+),([0-9]+)(?![0-9,.])")  # 28,8, as it writes that, or thousands
_WHOLE = ("", "b", "byte", "bytes", "gpu", "gpus", "element", "elements", "entry", "entries")  # units of which nobody gives fractions


def _confused(power: int, letter: str, binary: bool) -> tuple[str, str]:
    decimal, two = f"{letter if letter == 'k' else letter.upper()}B", f"{letter.upper()}iB"
    meant, wrote = (decimal, two) if binary else (two, decimal)
    sizes = f"A {decimal} is 10^{3 * power} bytes, a {two} 2^{10 * power}."
    return meant, f"The digits are those of {meant}, and you wrote {wrote}. {sizes}"


# What is said of an answer, here and by the export's own script, static/js/export/marking.js.
RIGHT = "Right."
NOT_YET, OR = "Not yet. ", " Or: "
TOO_SMALL, TOO_LARGE = (f"Not yet: that is too {way}. Under the question stands which step has the formula." for way in ("small", "large"))
CONFUSED = {  # unit in small letters -> the unit that it is taken for, and what to say of that
    f"{letter}{middle}b": _confused(power, letter, bool(middle)) for power, letter in enumerate("kmgtpezy", start=1) for middle in ("", "i")
}
THOUSANDS = tuple(
    (1000**power, f"The digits are right, the unit is not: you are off by a factor of {1000**power:,}.")
    for power in range(1, MOST_THOUSANDS + 1)
)
BITS = "Those are bits. A byte has eight of them."
REVEALED, WITHHELD = "This is the answer.", "The answers are switched off on this page."


@dataclass(frozen=True)
class Marked:
    """An answer as it was given, whether it could be read, whether it is right, and what to tell the reader."""

    given: str
    readable: bool
    right: bool
    message: str


def examples(units: str) -> dict[str, str]:
    """What can be typed, for each sort of question, in the reader’s choice of units; the answer to none."""
    return {"bytes": f"3.5\u00a0{units}", "GPUs": "24", "elements": "9.5\u00a0billion"}


def mark(question: Question, scenario: Scenario, text: str) -> Marked:
    """Compare an answer with the question's own. Never raises; never tells the answer.

    Right is what lies within TOLERANCE_PERCENT, and not nearer to the number of a slip: a small bubble must not pass as rounding.
    """
    given = plain_spaces(text).strip()
    shown = given if len(given) <= LONGEST_SHOWN else given[:LONGEST_SHOWN] + "…"
    try:
        number = _plain(given)
        value = _read(question, number)
    except Unreadable as error:
        return Marked(shown, False, False, _unreadable(question, shown, str(error), scenario.units))
    run = question.about(scenario)
    expected = question.answer(run)
    nearest = min((abs(value - slip.value(run)) for slip in slips(question, run)), default=math.inf)
    if _distance(value, expected) <= TOLERANCE_PERCENT / 100 and abs(value - expected) <= nearest:
        return Marked(shown, True, True, RIGHT)
    return Marked(shown, True, False, _diagnosis(question, run, number, value))


def typed_number(question: Question, text: str) -> int:
    """The number that a reader typed, as a learner in any country writes it: '28,8 GB', '808 000 000 bytes'. Raises Unreadable."""
    return _read(question, _plain(plain_spaces(text).strip()))


def _read(question: Question, text: str) -> int:
    """The number meant, in bytes, GPUs or elements: '112 GB', '112 billion bytes'. Raises Unreadable."""
    if question.unit != "bytes":
        return read_count(_NOUN.sub("", text))
    number = _BYTES.sub("", text)
    return read_count(number) if _WORD.search(number) else read_bytes(text)


def _plain(text: str) -> str:
    """'808 000 000' and '28,8 GB' as a program writes them. Raises Unreadable where a comma may mean a point or thousands."""
    text = _GROUPS.sub(lambda digits: digits[0].replace(" ", ""), text)
    comma = _COMMA.match(text)
    if comma is None:
        return text
    whole, fraction = comma.groups()
    rest = text[comma.end() :]
    thousands = len(fraction) == 3 and len(whole) <= 3 and not whole.startswith("0")
    if not thousands:
        return f"{whole}.{fraction}{rest}"
    if rest.strip().lower() in _WHOLE:
        return f"{whole}{fraction}{rest}"
    raise Unreadable(f"it may mean {whole}.{fraction} or {whole}{fraction}; write the one you mean, without a comma")


def slips(question: Question, run: Scenario) -> list[Mistake]:
    """The slips that lead to another number than the right one, as far as rounding lets tell."""
    right = question.shown(question.answer(run), run)
    return [slip for slip in question.mistakes if question.shown(slip.value(run), run) != right]


def _distance(value: float, expected: float) -> float:
    """How far a value lies from the expected one, as a share of it; nothing lies near zero."""
    return abs(value - expected) / expected if expected else math.inf


def to_type(question: Question, units: str) -> str:
    """What to type for an answer, in the reader’s choice of units."""
    return f"Type a number{' with its unit' if question.unit == 'bytes' else ''}, for example {examples(units)[question.unit]}."


def _unreadable(question: Question, given: str, reason: str, units: str) -> str:
    return f"{quoted(given)} cannot be read: {reason}. {to_type(question, units)}" if given else to_type(question, units)


def _diagnosis(question: Question, run: Scenario, text: str, value: int) -> str:
    """The words of the slip, or the two slips, whose number comes nearest to the one given; else which way it is off."""
    expected = question.answer(run)
    near = [(_distance(value, slip.value(run)), slip.words) for slip in slips(question, run)]
    near += [(_distance(meant, expected), words) for meant, words in _meant(question, text, value)]
    nearest = min(distance for distance, _ in near)
    if nearest <= TOLERANCE_PERCENT / 100:
        return NOT_YET + either(words for distance, words in near if distance <= nearest + ALIKE)
    return TOO_SMALL if value < expected else TOO_LARGE


def either(words: Iterable[str]) -> str:
    """What a slip has to say, or two that lead to one number."""
    return OR.join(list(dict.fromkeys(words))[:2])


def _meant(question: Question, text: str, value: int) -> Iterator[tuple[float, str]]:
    """What the number would be with another unit."""
    unit = _BYTE_UNIT.search(text)
    if question.unit == "bytes" and unit:
        other, words = CONFUSED[unit[0].lower()]
        yield read_bytes(text[: unit.start()] + other), words
    for factor, words in THOUSANDS:
        yield value * factor, words
        yield value / factor, words
    if question.unit == "bytes":
        yield value / 8, BITS
