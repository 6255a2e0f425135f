"""The one-picture summary: all seven ideas on one canvas, in five stages."""

from collections.abc import Callable

from app.figures.one_picture import one_picture, stage_name
from app.memory.activations import kept
from app.memory.gathering import fully_sharded
from app.memory.precision import FP32_ADAM, FP32_BYTES
from app.memory.scenario import LAST_STAGE, Scenario
from app.memory.states import data_parallel, persistent
from app.memory.units import bytes_text, count
from app.steps.step import Step

IDEAS = ("ideas 1, 2 and 3", "idea 4", "idea 5", "idea 6", "idea 7")  # the steps that each stage sums up


def readouts(scenario: Scenario) -> dict[str, str]:
    """What each stage says with the reader's numbers, and the stage that is on the canvas."""
    told = stages(scenario)
    return {f"stage-{number}": words for number, words in enumerate(told)} | {
        "now": f"On the canvas: stage {scenario.stage} of {LAST_STAGE}, {stage_name(scenario)} ({IDEAS[scenario.stage]}).",
        "stage-spoken": f"stage {scenario.stage} of {LAST_STAGE}, {stage_name(scenario)}",
        "verdict": verdict(scenario),
    }


def stages(scenario: Scenario) -> tuple[str, ...]:
    """One or two sentences for each stage."""
    full, own, peak = data_parallel(scenario).total, persistent(scenario).total, fully_sharded(scenario)
    text = _writer(scenario)
    alone = scenario.gpus == 1
    return (
        f"A parameter is a number of {FP32_BYTES} bytes, training keeps four numbers for each, {FP32_ADAM.bytes_per_parameter} bytes, "
        f"and plain data parallelism keeps all of them on every GPU. {count(scenario.params)} parameters make {text(full)}"
        + (", here on one GPU." if alone else f", the same on each of {scenario.gpus:,} GPUs."),
        "Sharding cuts each stack into as many slices as there are GPUs. "
        + (
            "With one GPU there is nothing to cut."
            if alone
            else f"Here each stack becomes {scenario.gpus:,} slices, and nobody keeps the whole."
        ),
        f"Each GPU keeps one slice of each stack and lets go of the rest. {text(full)} shrinks to {text(own)}."
        if not alone
        else f"The one GPU keeps its one slice, which is everything: {text(own)}.",
        f"To run a layer, each GPU borrows the slices it lacks. That bubble is {text(peak.gathered)} for the largest layer, "
        f"and {text(own)} becomes {text(peak.total)}, for a moment.",
        f"The activations belong to the batch. They were {text(kept(scenario))} before the cut and still are, "
        f"and with them the GPU holds {text(peak.total + kept(scenario))}.",
    )


def verdict(scenario: Scenario) -> str:
    """Whether column, bubble and activations fit on one GPU together."""
    text = _writer(scenario)
    peak, capacity = fully_sharded(scenario).total, scenario.gpu_memory
    with_activations = peak + kept(scenario)
    if with_activations <= capacity:
        return f"All of it fits: {text(with_activations)} of {text(capacity)}."
    if peak <= capacity:
        return (
            f"Slices and bubble fit, {text(peak)} of {text(capacity)}; with the activations it is {text(with_activations)}, "
            "and that does not fit."
        )
    return f"Slices and bubble alone are {text(peak)}, and one GPU has {text(capacity)}: that does not fit."


def _writer(scenario: Scenario) -> Callable[[int], str]:
    return lambda size: bytes_text(size, scenario.units)


def sentence(scenario: Scenario) -> str:
    """What is on the canvas now, and whether it fits."""
    return f"Stage {scenario.stage} of {LAST_STAGE}, {stage_name(scenario)}. {verdict(scenario)}"


STEP = Step(
    slug="summary",
    title="The whole story in one picture",
    line="One column becomes slices, the slices move apart, a bubble comes and goes, and the activations stand by.",
    controls=("stage", "params", "gpus", "layer"),
    figures={"one-picture": one_picture},
    readouts=readouts,
    sentence=sentence,
    path="/summary",
    name="Summary",
)
