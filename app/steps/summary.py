"""The one-picture summary: all seven steps on one canvas, in five stages."""

from app.figures.activation_words import sizes_of
from app.figures.canvas_words import stage_name
from app.figures.one_picture import one_picture
from app.memory.activations import kept
from app.memory.gathering import fully_sharded
from app.memory.precision import FP32_ADAM, FP32_BYTES
from app.memory.scenario import LAST_STAGE, Scenario
from app.memory.states import data_parallel, persistent
from app.memory.units import bytes_text, count_in_words, gpus
from app.steps.step import Step

KEPT_STAGE = 3  # from here on a GPU has its own shards only


def readouts(scenario: Scenario) -> dict[str, str]:
    """What each stage says with the reader's numbers, and the verdict on the last."""
    told = stages(scenario)
    return {f"stage-{number}": words for number, words in enumerate(told, start=1)} | {
        "stage-spoken": f"stage {scenario.stage} of {LAST_STAGE}, {stage_name(scenario)}",
        "now": _bytes(_held(scenario), scenario),
        "verdict": verdict(scenario),
    }


def stages(scenario: Scenario) -> tuple[str, ...]:
    """One or two sentences for each stage."""
    return (_whole(scenario), _cut(scenario), _kept(scenario), _gathered(scenario), _left_out(scenario))


def _whole(scenario: Scenario) -> str:
    where = "here on one GPU" if scenario.gpus == 1 else f"the same on each of {gpus(scenario.gpus)}"
    return (
        f"A parameter is a number of {FP32_BYTES} bytes, training keeps four numbers for each, {FP32_ADAM.bytes_per_parameter} bytes, "
        f"and plain data parallelism keeps all of them on every GPU. {count_in_words(scenario.params)} "
        f"{'parameter makes' if scenario.params == 1 else 'parameters make'} {_bytes(data_parallel(scenario).total, scenario)}, {where}."
    )


def _cut(scenario: Scenario) -> str:
    how = "Sharding cuts each stack of numbers into as many equal shards as there are GPUs."
    if scenario.gpus == 1:
        return f"{how} With one GPU there is nothing to cut."
    return f"{how} Here each stack becomes {scenario.gpus:,} shards, and nobody keeps the whole."


def _kept(scenario: Scenario) -> str:
    full, own = data_parallel(scenario).total, persistent(scenario).total
    if scenario.gpus == 1:
        return f"The one GPU keeps its one shard of each stack, which is everything: {_bytes(own, scenario)}."
    change = f"{_bytes(full, scenario)} shrinks to {_bytes(own, scenario)}" if own < full else "One parameter cannot be cut further"
    return f"Each GPU keeps one shard of each stack and lets go of the rest. {change}."


def _gathered(scenario: Scenario) -> str:
    peak = fully_sharded(scenario)
    how = (
        "FSDP makes a whole copy of its parameters even so"
        if scenario.gpus == 1
        else "each GPU borrows the shards of its parameters that it lacks"
    )
    return (
        f"To run a layer, {how}. That bubble is {_bytes(peak.gathered, scenario)} for the largest layer, "
        f"and {_bytes(peak.states, scenario)} becomes {_bytes(peak.total, scenario)}, for a moment."
    )


def _left_out(scenario: Scenario) -> str:
    holder = "the one GPU" if scenario.gpus == 1 else "each GPU"
    return (
        "The activations, what the forward pass leaves for the backward pass, belong to the batch. "
        f"They were {_bytes(kept(scenario), scenario)} before the cut and still are ({sizes_of(scenario)}), "
        f"and with them {holder} holds {_bytes(fully_sharded(scenario).total + kept(scenario), scenario)}."
    )


def verdict(scenario: Scenario) -> str:
    """Whether column, bubble and activations fit on one GPU together."""
    peak, capacity = fully_sharded(scenario).total, scenario.gpu_memory
    with_activations = peak + kept(scenario)
    if with_activations <= capacity:
        return f"All of it fits: {_bytes(with_activations, scenario)} of {_bytes(capacity, scenario)}."
    if peak <= capacity:
        return (
            f"Shards and bubble fit, {_bytes(peak, scenario)} of {_bytes(capacity, scenario)}; "
            f"with the activations it is {_bytes(with_activations, scenario)}, and that does not fit."
        )
    return f"Shards and bubble alone are {_bytes(peak, scenario)}, and one GPU has {_bytes(capacity, scenario)}: that does not fit."


def _held(scenario: Scenario) -> int:
    """What one GPU holds at the present stage, activations left out until the last."""
    if scenario.stage < KEPT_STAGE:
        return data_parallel(scenario).total
    if scenario.stage == KEPT_STAGE:
        return persistent(scenario).total
    return fully_sharded(scenario).total + (kept(scenario) if scenario.stage == LAST_STAGE else 0)


def _bytes(size: int, scenario: Scenario) -> str:
    return bytes_text(size, scenario.units)


def sentence(scenario: Scenario) -> str:
    """What is on the canvas now, and whether it fits."""
    return f"Stage {scenario.stage} of {LAST_STAGE}, {stage_name(scenario)}. {verdict(scenario)}"


STEP = Step(
    slug="summary",
    title="The whole story in one picture",
    line="One column becomes shards, the shards move apart, a bubble comes and goes, and the activations stand by.",
    controls=("stage", "params", "gpus", "layer"),
    figures={"one-picture": one_picture},
    readouts=readouts,
    sentence=sentence,
    headlines={"one-picture": ("now", "on one GPU at this stage")},
    path="/summary",
    name="Summary",
)
