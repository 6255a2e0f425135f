"""The start page: the whole idea in one figure with two sliders, and the way into the seven steps."""

from app.figures.short_columns import whole_idea
from app.memory.gathering import fully_sharded
from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.units import bytes_text, count, whole
from app.steps.step import Step


def readouts(scenario: Scenario) -> dict[str, str]:
    """What plain data parallelism and FSDP need on one GPU, and what one GPU has."""
    return {
        "full": bytes_text(data_parallel(scenario).total, scenario.units),
        "sharded": bytes_text(fully_sharded(scenario).total, scenario.units),
        "capacity": bytes_text(scenario.gpu_memory, scenario.units),
        "params": count(scenario.params),
        "each": "the one GPU" if scenario.gpus == 1 else f"each of {whole(scenario.gpus)} GPUs",
        "verdict": verdict(scenario),
    }


def verdict(scenario: Scenario) -> str:
    """Which of the two ways fits on a GPU."""
    copied = data_parallel(scenario).total <= scenario.gpu_memory
    sharded = fully_sharded(scenario).total <= scenario.gpu_memory
    if copied and sharded:
        return "Both fit."
    if sharded:
        return "The copy does not fit. The share does."
    return "The copy fits. With FSDP there is a borrowed layer on top, and that does not." if copied else "Neither fits."


def sentence(scenario: Scenario) -> str:
    """Both needs and the verdict, said after a change."""
    told = readouts(scenario)
    return f"{told['full']} as a full copy, {told['sharded']} with FSDP on {told['each']}, which has {told['capacity']}. {told['verdict']}"


STEP = Step(
    slug="start",
    title="Why sharded training fits",
    line="Seven steps to one honest number: the bytes that must live on one GPU at once when a model trains with FSDP.",
    controls=("params", "gpus"),
    figures={"whole-idea": whole_idea},
    readouts=readouts,
    sentence=sentence,
    path="/",
    name="Start",
)
