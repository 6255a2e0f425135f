"""What a practice problem is made from: a question about any run, how hard it is, hints, and which runs to ask it about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from app.memory.scenario import Scenario
from app.steps.practice.choice import Choice
from app.steps.question import Question, Words


class OneOf(Protocol):
    """Picks one of the choices by the seed; another purpose is another pick."""

    def __call__(self, choices: Sequence[Any], purpose: str) -> Any: ...


Draw = Callable[[Scenario, OneOf], Scenario]
LEVELS = {1: "One formula", 2: "Backwards, or in two steps", 3: "Several terms at once"}


def as_it_comes(run: Scenario, one_of: OneOf) -> Scenario:
    """The run that the seed stands for, unchanged."""
    return run


def gpus_from(*choices: int) -> Draw:
    """The run on one of these numbers of GPUs."""
    return lambda run, one_of: run.but(gpus=one_of(choices, "gpus"))


def always(_: Scenario) -> bool:
    """Any run will do."""
    return True


@dataclass(frozen=True)
class Template:
    """A question with `run` None, to be asked about many runs.

    `hints` go from what to think of to the formula; `draw` fits the seed's run to the question; `fair` refuses runs on the edge.
    """

    level: Literal[1, 2, 3]
    question: Question | Choice
    hints: tuple[Words | str, ...]
    draw: Draw = as_it_comes
    fair: Callable[[Scenario], bool] = always

    @property
    def slug(self) -> str:
        """Its name in addresses and files."""
        return self.question.id

    def hinted(self, run: Scenario) -> list[str]:
        """The hints about one run."""
        return [hint if isinstance(hint, str) else hint(run) for hint in self.hints]
