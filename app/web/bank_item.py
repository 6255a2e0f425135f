"""A practice problem as question banks hold it: one number in one unit with its tolerance, or options, with a word for each slip."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from app.memory.scenario import Scenario
from app.memory.units import BYTE_FACTORS, bytes_text
from app.steps.catalog import STEPS
from app.steps.checking import RIGHT, TOLERANCE_PERCENT, slips
from app.steps.practice.choice import Choice
from app.steps.practice.problem import Problem
from app.steps.practice.template import LEVELS
from app.steps.question import Question

TOP = "$course$/top/FSDP walkthrough"  # the category of all of them in Moodle
BYTE_UNITS = ("kB", "MB", "GB", "TB", "PB", "KiB", "MiB", "GiB", "TiB", "PiB")
COUNTS = ((10**12, "trillions"), (10**9, "billions"), (10**6, "millions"), (1, ""))
DIGITS = 6  # significant ones of a number in a file; a tolerance needs three


@dataclass(frozen=True)
class Answer:
    """One answer that a course system is to know: a number of the item’s unit, or an option’s text."""

    value: float
    text: str
    right: bool
    words: str  # what to tell who gave it

    @property
    def number(self) -> str:
        """The number as a file holds it."""
        return plain(self.value)

    @property
    def tolerance(self) -> str:
        """How far an answer may lie from the number."""
        return plain(self.value * TOLERANCE_PERCENT / 100)


@dataclass(frozen=True)
class Item:
    """A question of a bank. `unit` is that of its numbers, empty for a plain one; `choice`: an answer is one of the texts."""

    id: str
    title: str
    text: str
    ask: str  # in what to answer
    unit: str
    choice: bool
    answers: tuple[Answer, ...]
    hints: tuple[str, ...]
    solution: str
    folder: tuple[str, ...]  # where it belongs in a bank

    @property
    def correct(self) -> Answer:
        """The one right answer."""
        return next(answer for answer in self.answers if answer.right)


def item(made: Problem) -> Item:
    """The problem in decimal units, which are what course systems compare numbers in."""
    question, run = made.question, made.run
    unit, divisor, ask = ("", 1, "Choose one.") if isinstance(question, Choice) else _measured(question, run)
    return Item(
        id=f"{made.template.slug}.{made.seed}",
        title=f"{question.title} ({made.seed})",
        text=question.asked(Scenario()),
        ask=ask,
        unit=unit,
        choice=isinstance(question, Choice),
        answers=_options(made) if isinstance(question, Choice) else _numbers(question, run, divisor),
        hints=tuple(made.hints("GB")),
        solution=f"{question.answered(Scenario())}.",
        folder=(f"Level {made.template.level}, {LEVELS[made.template.level].lower()}", _step(question.steps[0])),
    )


def by_folder(items: Iterable[Item]) -> Iterator[tuple[tuple[str, ...], Iterator[Item]]]:
    """The items of each folder, folders in order."""
    folder = attrgetter("folder")
    return groupby(sorted(items, key=folder), key=folder)


def multiplier(unit: str, usual: str) -> float:
    """How many of one unit of bytes make one of the usual one: 1,000 MB a GB."""
    return float(BYTE_FACTORS[usual.lower()] / BYTE_FACTORS[unit.lower()])


def plain(number: float) -> str:
    """A number without an exponent, which not all course systems read."""
    text = f"{number:.{DIGITS}g}"
    return f"{float(text):.10f}".rstrip("0").rstrip(".") if "e" in text else text


def _measured(question: Question, run: Scenario) -> tuple[str, int, str]:
    """Unit, divisor and the sentence that asks for it."""
    right = question.answer(run)
    if question.unit == "bytes":
        unit = bytes_text(right).split("\u00a0")[1]
        return unit, BYTE_FACTORS[unit.lower()], f"Answer in {unit}."
    divisor, word = next((divisor, word) for divisor, word in COUNTS if right >= divisor)
    return "", divisor, f"Answer in {word} of {question.unit}." if word else f"Answer with the number of {question.unit}."


def _numbers(question: Question, run: Scenario, divisor: int) -> tuple[Answer, ...]:
    wrong = {plain(slip.value(run) / divisor): slip for slip in reversed(slips(question, run)) if slip.value(run) >= 1}
    right = Answer(question.answer(run) / divisor, "", True, RIGHT)
    others = (Answer(slip.value(run) / divisor, "", False, slip.words) for slip in reversed(wrong.values()))
    return (right, *(other for other in others if other.value))


def _options(made: Problem) -> tuple[Answer, ...]:
    run = made.run
    told = ((option, option.holds(run)) for option in made.options)
    return tuple(Answer(0, option.text(run), right, RIGHT if right else option.slip(run)) for option, right in told)


def _step(slug: str) -> str:
    number, step = next((number, step) for number, step in enumerate(STEPS, start=1) if step.slug == slug)
    return f"Step {number}, {step.title}"
