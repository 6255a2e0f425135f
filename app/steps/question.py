"""What a question with a number for an answer is made of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.memory.scenario import Scenario
from app.memory.units import bytes_text, factor, gpus

Measure = Callable[[Scenario], float]
Words = Callable[[Scenario], str]


@dataclass(frozen=True)
class Mistake:
    """A number that comes out of one particular slip, and what to tell the one who made it."""

    value: Measure
    words: str


@dataclass(frozen=True)
class Question:
    """A question about a run: the reader's own where `run` is None. The answer is a number of bytes, GPUs or elements."""

    id: str
    title: str
    steps: tuple[str, ...]  # slugs of the steps that have the formula, the main one first
    text: Words
    answer: Callable[[Scenario], int]
    working: Words  # the formula with the numbers put in, shown with the answer
    mistakes: tuple[Mistake, ...]
    unit: Literal["bytes", "GPUs", "elements", "entries"] = "bytes"
    run: Scenario | None = None

    def about(self, scenario: Scenario) -> Scenario:
        """The run that the question is about, in the reader's choice of units."""
        return self.run.but(units=scenario.units) if self.run else scenario

    def asked(self, scenario: Scenario) -> str:
        """The question in words."""
        return self.text(self.about(scenario))

    def answered(self, scenario: Scenario) -> str:
        """The answer with its unit, and how it comes about."""
        run = self.about(scenario)
        return f"{self.shown(self.answer(run), run)}: {self.working(run)}"

    def shown(self, value: float, run: Scenario) -> str:
        """A number that could be an answer, rounded as an answer is."""
        if self.unit == "bytes":
            return bytes_text(value, run.units)
        if self.unit == "GPUs":
            return gpus(round(value))
        noun = {"elements": "element", "entries": "entry"}[self.unit] if round(value) == 1 else self.unit
        return f"{factor(round(value))} {noun}"


def parameters_of(run: Scenario) -> str:
    """The size of the model, in words: '7B parameters'."""
    return "one parameter" if run.params == 1 else f"{factor(run.params)} parameters"


def gpus_of(run: Scenario) -> str:
    """The size of the cluster, in words: '4 GPUs', 'one GPU'."""
    return "one GPU" if run.gpus == 1 else gpus(run.gpus)


def size_of(run: Scenario, size: int) -> str:
    """Bytes in the reader's choice of units."""
    return bytes_text(size, run.units)
