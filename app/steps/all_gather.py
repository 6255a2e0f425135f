"""Step 6. The catch: a bubble for each layer."""

from app.figures.all_gather_bubble import all_gather_bubble
from app.figures.training_step import moment_in_words, training_step
from app.memory.gathering import fully_sharded, gathered_bytes, smallest_gpus
from app.memory.scenario import MOST_GPUS, Scenario
from app.memory.states import data_parallel
from app.memory.timeline import moment_at, timeline, unit_count
from app.memory.units import bytes_text, count, percent, whole
from app.steps.step import Step


def readouts(scenario: Scenario) -> dict[str, str]:
    """The numbers of step 6."""
    fullest, moment = fully_sharded(scenario), moment_at(scenario)
    parameters = data_parallel(scenario).parameters
    return {
        "substitution": substitution(scenario),
        "bubble": bytes_text(fullest.gathered, scenario.units),
        "stays": bytes_text(fullest.states, scenario.units),
        "whole-model": bytes_text(parameters, scenario.units),
        "of-parameters": percent(fullest.gathered, parameters),
        "of-training": percent(fullest.gathered, data_parallel(scenario).total),
        "layers": whole(unit_count(scenario)),
        "gpus": whole(scenario.gpus),
        "moment": _now(scenario),
        "moment-spoken": _now(scenario),
        "moments": whole(len(timeline(scenario))),
        "number": whole(moment.index),
        "larger": larger(scenario),
        "verdict": verdict(scenario),
    }


def substitution(scenario: Scenario) -> str:
    """The formula with the reader's numbers: '16 × 7B / 4 + 4 × 202M = 28 GB + 808 MB = 28.8 GB'."""
    fullest = fully_sharded(scenario)
    share = f"{count(scenario.params)} / {whole(scenario.gpus)}"
    share = f"⌈{share}⌉" if scenario.params % scenario.gpus else share
    terms = f"{bytes_text(fullest.states, scenario.units)} + {bytes_text(fullest.gathered, scenario.units)}"
    return f"16 × {share} + 4 × {count(scenario.layer)} = {terms} = {bytes_text(fullest.total, scenario.units)}"


def larger(scenario: Scenario) -> str:
    """Whether the reader's bubble is as small as usual, and how it compares with what stays."""
    fullest, parameters = fully_sharded(scenario), data_parallel(scenario).parameters
    stays, bubble = bytes_text(fullest.states, scenario.units), bytes_text(fullest.gathered, scenario.units)
    if fullest.gathered > fullest.states:
        return f"On your cluster it has happened: the bubble, {bubble}, is larger than the {stays} that stay. More GPUs hardly help now."
    if 10 * fullest.gathered > parameters:
        return f"Yours is large: more than a tenth of all parameters sit in one layer. Even so, the {stays} that stay outweigh it."
    return f"Yours is {percent(fullest.gathered, fullest.states)} of the {stays} that stay."


def verdict(scenario: Scenario) -> str:
    """Whether the fullest moment fits on one GPU, in a sentence."""
    total, capacity = fully_sharded(scenario).total, scenario.gpu_memory
    needs = f"At its fullest moment one GPU holds {bytes_text(total, scenario.units)} of {bytes_text(capacity, scenario.units)}"
    if total <= capacity:
        return f"{needs}: it fits, activations apart."
    if gathered_bytes(scenario.layer) >= capacity:
        return f"{needs}: it does not fit, and no number of GPUs helps, because one gathered layer alone fills the GPU."
    smallest = smallest_gpus(scenario)
    if smallest and smallest <= MOST_GPUS:
        return f"{needs}: it does not fit. From N = {smallest:,} on it does, activations apart."
    return f"{needs}: it does not fit, not even on {MOST_GPUS:,} GPUs."


def _now(scenario: Scenario) -> str:
    moment = moment_at(scenario)
    return f"{moment_in_words(moment)}: {bytes_text(moment.memory.total, scenario.units)}"


def _moments(scenario: Scenario) -> tuple[int, ...]:
    return tuple(range(len(timeline(scenario))))


STEP = Step(
    slug="all-gather",
    title="The catch: a bubble for each layer",
    line="Just before a layer runs, every GPU borrows the shards it lacks, and throws them away afterwards: 16·P/N + L_max.",
    controls=("moment", "gpus", "params", "layer"),
    figures={"all-gather-bubble": all_gather_bubble, "training-step": training_step},
    readouts=readouts,
    sentence=verdict,
    stops={"moment": _moments},
)
