"""Guess before you look: a guess dragged on a logarithmic scale, and what the way it differs from the truth says."""

from dataclasses import dataclass
from math import ceil, floor, log10

from app.memory.gathering import gathered_bytes
from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.units import bytes_text, count, three_digits
from app.steps.checking import TOLERANCE_PERCENT, slips
from app.steps.question import Question

NEAR = 0.12  # of the truth; a bar cannot be dragged to a percent
EXACT = 0.001  # of a slip’s number, to which three typed digits come and a dragged bar hardly ever does
PER_DECADE = 24  # places at which the bar stops, 10 % apart


@dataclass(frozen=True)
class Scale:
    """From one power of ten to another, in bytes or elements, or in GiB where the reader chose that."""

    low: int  # exponents of ten, of `one`
    high: int
    one: int = 1

    @property
    def stops(self) -> int:
        """How many places the bar has, the first included."""
        return (self.high - self.low) * PER_DECADE + 1

    def value(self, stop: int) -> int:
        """What the bar says at a place, to three digits."""
        return round(float(f"{10 ** (self.low + stop / PER_DECADE):.3g}") * self.one)

    def share(self, value: float) -> float:
        """Where a value lies, as a share of the whole length; 0 and 1 for what lies beyond the ends."""
        return min(1.0, max(0.0, (log10(value / self.one) - self.low) / (self.high - self.low))) if value > 0 else 0.0

    @property
    def ticks(self) -> list[int]:
        """The powers of ten between its ends."""
        return [round(10.0**power * self.one) for power in range(self.low, self.high + 1)]


@dataclass(frozen=True)
class Verdict:
    """What a guess came to."""

    near: bool
    words: str


def scale_for(question: Question, run: Scenario) -> Scale:
    """A scale that holds the answer and all slips, made from the run and not from the answer."""
    if question.unit == "bytes":
        one = 2**30 if run.units == "GiB" else 10**9
        least, most = gathered_bytes(run.layer) / run.gpus / one, data_parallel(run).total * run.gpus / one
    else:
        one, least, most = 1, run.params / run.gpus, 16 * run.params
    low, high = floor(log10(least)) - 1, ceil(log10(most))
    return Scale(low, max(high, low + 2), one)


def shown(question: Question, run: Scenario, value: float) -> str:
    """A value of the scale in words."""
    return bytes_text(value, run.units) if question.unit == "bytes" else f"{count(round(value))} {question.unit}"


def compare(question: Question, run: Scenario, guess: float) -> Verdict:
    """A guess beside the answer: it, near it, the number of a known slip, or off by a factor. Tells the answer.

    A number typed to the digit is a slip’s even where that lies near the truth; a dragged one is not.
    """
    truth = question.answer(run)
    told = f"It is {question.answered(run)}."
    near = sorted((abs(guess - slip.value(run)) / slip.value(run), slip.words) for slip in slips(question, run) if slip.value(run) > 0)
    off = abs(guess - truth) / truth
    if near and near[0][0] <= EXACT < off:
        return Verdict(False, f"{near[0][1]} {told}")
    if off <= NEAR:
        return Verdict(True, f"{'That is it.' if off <= TOLERANCE_PERCENT / 100 else 'Near enough for a guess.'} {told}")
    if near and near[0][0] <= NEAR:
        return Verdict(False, f"{near[0][1]} {told}")
    way, factor = ("high", guess / truth) if guess > truth else ("low", truth / guess)
    return Verdict(False, f"Your guess is too {way} by a factor of {three_digits(factor)}. {told}")
