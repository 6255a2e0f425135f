"""The start page: the whole idea in one figure with two sliders, and the way into the seven steps."""

from app.figures.short_columns import whole_idea
from app.memory.gathering import fully_sharded
from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.units import bytes_text, count_in_words, gpus
from app.steps.step import Step

MORE = "Step 7 adds what the batch needs."


def readouts(scenario: Scenario) -> dict[str, str]:
    """What plain data parallelism and FSDP need on one GPU, and what one GPU has."""
    return {
        "full": bytes_text(data_parallel(scenario).total, scenario.units),
        "sharded": bytes_text(fully_sharded(scenario).total, scenario.units),
        "capacity": bytes_text(scenario.gpu_memory, scenario.units),
        "params": "one parameter" if scenario.params == 1 else f"{count_in_words(scenario.params)} parameters",
        "shared": _shared(scenario),
        "verdict": verdict(scenario),
    }


def verdict(scenario: Scenario) -> str:
    """Which of the two ways fits on a GPU, as far as the seven steps have counted by then."""
    copied = data_parallel(scenario).total <= scenario.gpu_memory
    sharded = fully_sharded(scenario).total <= scenario.gpu_memory
    if copied and sharded:
        return f"Both fit. {MORE}"
    if sharded:
        return f"The copy does not fit. The shard does. {MORE}"
    return "The copy fits. With FSDP there is a gathered layer on top, and that does not." if copied else "Neither fits."


def _shared(scenario: Scenario) -> str:
    """What FSDP does with these GPUs, and what one of them then holds."""
    most = bytes_text(fully_sharded(scenario).total, scenario.units)
    if scenario.gpus == 1:
        return (
            "With one GPU there is nobody to share with: its shard is the whole. FSDP still makes a copy of one layer at a time, "
            f"the gold block, and the GPU holds {most}."
        )
    return (
        f"FSDP gives each of {gpus(scenario.gpus)} an equal part of everything, its shard, "
        f"and lends it the rest of one layer at a time: the gold block. Then each holds {most}."
    )


def sentence(scenario: Scenario) -> str:
    """Both needs and the verdict, said after a change."""
    told, where = readouts(scenario), "the one GPU" if scenario.gpus == 1 else f"each of {gpus(scenario.gpus)}"
    return f"{told['full']} as a full copy, {told['sharded']} with FSDP on {where}, which has {told['capacity']}. {told['verdict']}"


STEP = Step(
    slug="start",
    title="Why sharded training fits",
    line="Seven steps to one honest number: the bytes that must live on one GPU at once when a model trains with FSDP.",
    controls=("params", "gpus"),
    figures={"whole-idea": whole_idea},
    readouts=readouts,
    sentence=sentence,
    headlines={"whole-idea": ("sharded", "on each GPU with FSDP")},
    path="/",
    name="Start",
)
