"""Step 3. Plain data parallelism: everyone holds everything."""

from app.figures.dp_copies import dp_copies
from app.figures.memory_against_n import data_parallel_against_n
from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.units import bytes_text, factor, gpus
from app.steps.guesses.data_parallel import GUESS
from app.steps.step import Step
from app.steps.sums import come_to


def readouts(scenario: Scenario) -> dict[str, str]:
    """The numbers of step 3."""
    each = data_parallel(scenario).total
    return {
        "substitution": f"{come_to(f'16 × {factor(scenario.params)}', (scenario.params,), each, scenario.units)} {_where(scenario)}",
        "each": bytes_text(each, scenario.units),
        "every-gpu": "your one GPU" if scenario.gpus == 1 else f"each of your {gpus(scenario.gpus)}",
        "cluster": _cluster(scenario, each),
        "verdict": verdict(scenario),
    }


def _where(scenario: Scenario) -> str:
    return "on your one GPU" if scenario.gpus == 1 else "on every GPU"


def _cluster(scenario: Scenario, each: int) -> str:
    together = bytes_text(each * scenario.gpus, scenario.units)
    return f"Your one GPU holds {together}" if scenario.gpus == 1 else f"Your {gpus(scenario.gpus)} together hold {together}"


def verdict(scenario: Scenario) -> str:
    """Whether the full column fits on one GPU, in a sentence."""
    each, capacity = data_parallel(scenario).total, scenario.gpu_memory
    if each <= capacity:
        fits = "just fits" if each == capacity else "fits"
        return f"It {fits}: {bytes_text(each, scenario.units)} of {bytes_text(capacity, scenario.units)}, {_where(scenario)}."
    return (
        f"It does not fit, and no number of GPUs changes that: every GPU would need {bytes_text(each, scenario.units)} "
        f"and has {bytes_text(capacity, scenario.units)}."
    )


STEP = Step(
    slug="data-parallel",
    title="Plain data parallelism: everyone holds everything",
    line="More GPUs make training faster, but each one still holds all 16·P bytes.",
    controls=("gpus", "params", "gpu_memory"),
    figures={"dp-copies": dp_copies, "memory-against-n": data_parallel_against_n},
    readouts=readouts,
    sentence=verdict,
    headlines=dict.fromkeys(("dp-copies", "memory-against-n"), ("each", "on every GPU")),
    guess=GUESS,
)
