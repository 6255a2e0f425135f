"""A problem: a template and a seed, which always give the same numbers. Runs that would leave two answers in doubt are passed over."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any

from app.memory.scenario import Scenario
from app.steps.checking import Marked, mark, slips
from app.steps.practice.choice import Choice, Option, mark_choice
from app.steps.practice.template import Template
from app.steps.question import Question
from app.steps.variants import one_of, variant

MOST_TRIES = 400
WANTED_TRIES = 40  # among which a choice looks for a run whose answer is the one picked, so that no answer is the usual one
APART = 0.05  # of the right answer; no slip comes nearer, so that 2 % of tolerance never make one pass
FEW, MANY = 50, 1000  # counts between them are too small for a tolerance and too large to be told apart by it


@dataclass(frozen=True)
class Problem:
    """A template’s question about the run of one seed."""

    template: Template
    seed: str
    question: Question | Choice

    @property
    def id(self) -> str:
        """Its name on a page."""
        return f"{self.template.slug}-{self.seed}"

    @property
    def run(self) -> Scenario:
        """What it is about."""
        return self.question.about(Scenario())

    @property
    def options(self) -> tuple[Option, ...]:
        """The answers to choose from, in an order of the seed’s."""
        offered = self.question.options if isinstance(self.question, Choice) else ()
        return tuple(sorted(offered, key=lambda option: _token(self.template.slug, self.seed, option.slug)))

    def hints(self, units: str) -> list[str]:
        """The hints, in the reader’s choice of units."""
        return self.template.hinted(self.question.about(Scenario(units=units)))

    def mark(self, units: str, text: str) -> Marked:
        """A typed or chosen answer marked. Never raises; never tells the answer."""
        marking = mark_choice if isinstance(self.question, Choice) else mark
        return marking(self.question, Scenario(units=units), text)  # type: ignore[arg-type]


@lru_cache(maxsize=2048)
def problem(template: Template, seed: str) -> Problem:
    """The problem of that seed, always the same one. Raises ValueError where no run in MOST_TRIES leaves exactly one answer."""
    for number in range(MOST_TRIES):
        token = _token(template.slug, seed, number)
        run = template.draw(Scenario(**variant(token)), partial(_picked, token))  # type: ignore[arg-type]
        if template.fair(run) and clear(template.question, run) and (number >= WANTED_TRIES or _wanted(template, seed, run)):
            return Problem(template, seed, replace(template.question, run=run))
    raise ValueError(f"no run for {template.slug} with the seed {seed}")


def clear(question: Question | Choice, run: Scenario) -> bool:
    """Whether a run leaves one right answer: one option holds, or the number stands apart from that of every slip."""
    if isinstance(question, Choice):
        return len(question.holding(run)) == 1
    right = question.answer(run)
    if right <= 0 or (question.unit != "bytes" and FEW <= right < MANY):
        return False
    return all(abs(slip.value(run) - right) >= APART * right for slip in slips(question, run))


def _wanted(template: Template, seed: str, run: Scenario) -> bool:
    if not isinstance(template.question, Choice):
        return True
    wanted = one_of(template.question.options, f"{template.slug}:{seed}", "wanted")
    return template.question.holding(run) == [wanted]


def _picked(token: str, choices: Sequence[Any], purpose: str) -> Any:
    return one_of(choices, token, purpose)


def _token(*parts: object) -> str:
    return sha256(":".join(map(str, parts)).encode()).hexdigest()[:32]
