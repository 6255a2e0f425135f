"""Words and slips that problems of several steps have in common."""

from collections.abc import Callable, Sequence

from app.memory.scenario import Scenario
from app.memory.units import equals, factor
from app.steps.mistakes import SUM
from app.steps.practice.choice import Option
from app.steps.practice.template import Draw, OneOf
from app.steps.question import Mistake, Words, gpus_of, parameters_of

ADAM = "in fp32 with Adam"
CLUSTER = (4, 6, 8, 12, 16, 24, 32, 48, 64)
SMALL_MODELS = tuple(number * 10**8 for number in (*range(5, 50, 5), *range(50, 140, 10)))  # P from 0.5 to 13 billion


def sharded(run: Scenario) -> str:
    """'A model of 7B parameters is fully sharded over 4 GPUs, in fp32 with Adam.'"""
    return f"A model of {parameters_of(run)} is fully sharded over {gpus_of(run)}, {ADAM}."


def copied(run: Scenario) -> str:
    """The same by plain data parallelism."""
    return f"A model of {parameters_of(run)} is trained by plain data parallelism on {gpus_of(run)}, {ADAM}."


def product(law: str, number: int, count: int, over: int = 1) -> str:
    """A law with its numbers put in: '16·P = 16 × 7B', '16·P/N = 16 × 7B / 4'."""
    return f"{law} {equals(count)} {number} × {factor(count)}{f' / {over:,}' if over > 1 else ''}"


def per_parameter(number: float, words: str) -> Mistake:
    """The slip of taking so many bytes for each parameter."""
    return Mistake(lambda run: number * run.params, words)


def per_share(number: float, words: str) -> Mistake:
    """The slip of taking so many bytes for each parameter of a shard."""
    return Mistake(lambda run: number * run.params / run.gpus, words)


def said(slug: str, text: str, slip: str = "", right: bool = False) -> Option:
    """An option that holds for every run, or for none."""
    return Option(slug, lambda run: text, lambda run: right, lambda run: slip)


def when(slug: str, text: str, holds: Callable[[Scenario], bool], slip: Words | str) -> Option:
    """An option that holds for some runs."""
    return Option(slug, lambda run: text, holds, (lambda run: slip) if isinstance(slip, str) else slip)


def small_model(run: Scenario, one_of: OneOf) -> Scenario:
    """A model that one GPU or two may hold whole."""
    return run.but(params=one_of(SMALL_MODELS, "params"), layer=50_000_000)


def evenly(gpus: Sequence[int] = CLUSTER) -> Draw:
    """A cluster among which the model is shared without padding, so that a sum can be done backwards."""

    def draw(run: Scenario, one_of: OneOf) -> Scenario:
        number = one_of(gpus, "gpus")
        return run.but(gpus=number, params=max(1, round(run.params / number / 10**6)) * number * 10**6)

    return draw


def clear_of(threshold: Callable[[Scenario], int], value: Callable[[Scenario], int]) -> Callable[[Scenario], bool]:
    """Runs in which one number is not within a twentieth of another, so that nobody has to split hairs."""
    return lambda run: abs(value(run) - threshold(run)) * 20 > threshold(run)


def full_copy(run: Scenario) -> int:
    """16·P bytes."""
    return SUM * run.params
