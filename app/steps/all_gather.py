"""Step 6. The catch: a bubble for each layer."""

from app.figures.all_gather_bubble import all_gather_bubble
from app.figures.training_step import moment_in_words, training_step
from app.memory.gathering import fully_sharded, gathered_bytes, smallest_gpus
from app.memory.precision import FP32_BYTES
from app.memory.scenario import MOST_GPUS, Scenario
from app.memory.states import data_parallel
from app.memory.timeline import moment_at, timeline, unit_count
from app.memory.units import bytes_text, count_in_words, factor, gpus, percent, whole
from app.steps.guesses.all_gather import GUESS
from app.steps.step import Step
from app.steps.sums import add_up, four_digits, quotient

# A GPT of 6.7 billion parameters (h = 4,096, 32 blocks) under FSDP2, in bytes: the most that is held besides the stacks, as measured
# with PyTorch 2.13.0 on CPU, and the parts of which both peaks consist, forward 2 roots + 2 units, training root + head + 4 units. The
# root has 32,000 tokens and 2,048 positions; its head is what remains gathered and waits with its gradients, norm and output.
BLOCKS = 32
MEASURED = {
    "forward": 3_775_000_000,
    "training": 4_829_000_000,
    "unit": 805_519_360,
    "root": 1_082_163_200,
    "head": 524_320_768,
}


def readouts(scenario: Scenario) -> dict[str, str]:
    """The numbers of step 6."""
    fullest, moment, units = fully_sharded(scenario), moment_at(scenario), scenario.units
    parameters = data_parallel(scenario).parameters
    return {
        "substitution": substitution(scenario),
        "now": bytes_text(moment.memory.total, units),
        "fullest": bytes_text(fullest.total, units),
        "bubble": bytes_text(fullest.gathered, units),
        "whole-model": bytes_text(parameters, units),
        "of-parameters": percent(fullest.gathered, parameters),
        "of-training": percent(fullest.gathered, data_parallel(scenario).total),
        "unit-words": _unit_words(scenario),
        "keeps": _keeps(scenario),
        "borrows": _borrows(scenario),
        "moment": _now(scenario),
        "moment-spoken": _now(scenario),
        "number": whole(moment.index),
        "larger": larger(scenario),
        "verdict": verdict(scenario),
    } | _measured(units)


def substitution(scenario: Scenario) -> str:
    """The formula with the reader's numbers: '16 × 7B / 4 + 4 × 202M = 28 GB + 808 MB ≈ 28.8 GB'."""
    fullest = fully_sharded(scenario)
    product = f"16 × {quotient(scenario.params, scenario.gpus)} + 4 × {factor(scenario.layer)}"
    return add_up(product, (scenario.params, scenario.layer), (fullest.states, fullest.gathered), scenario.units)


def _unit_words(scenario: Scenario) -> str:
    """What the model is cut into in the figure, in a sentence."""
    number = unit_count(scenario)
    if number == 1:
        return "Here ℓ is all of P, so the whole model is one unit."
    return (
        f"The model is cut into units of at most ℓ parameters, at least {whole(number)} of them: its layers, and what the embeddings "
        "come to. That is a drawing, not the number of your model’s layers, and the last unit is what is left over."
    )


def _keeps(scenario: Scenario) -> str:
    if scenario.gpus == 1:
        return "your one GPU has all of it, but in FSDP’s stacks and not as the matrix that the layer needs"
    return f"each of your {gpus(scenario.gpus)} keeps only its own shard of it"


def _borrows(scenario: Scenario) -> str:
    if scenario.gpus == 1:
        return (
            "So just before a layer runs, FSDP copies its parameters into a buffer of their own. On several GPUs this is the moment to "
            "borrow the missing shards from the others, hence its name: the"
        )
    return "So just before a layer runs, every GPU borrows the shards it lacks from the others. All GPUs do this together, in an"


def _measured(units: str) -> dict[str, str]:
    """PyTorch's own numbers for a GPT of 6.7 billion parameters, and the parts that its two peaks are made of."""
    params = (BLOCKS * MEASURED["unit"] + MEASURED["root"]) // FP32_BYTES
    return {f"gpt-{name}": four_digits(size, units) for name, size in MEASURED.items()} | {"gpt-params": count_in_words(params)}


def larger(scenario: Scenario) -> str:
    """Whether the reader's bubble is as small as usual, and how it compares with what stays."""
    fullest, parameters = fully_sharded(scenario), data_parallel(scenario).parameters
    stays, bubble = bytes_text(fullest.states, scenario.units), bytes_text(fullest.gathered, scenario.units)
    if fullest.gathered == fullest.states:
        return f"Yours is just as large as what stays: {bubble} each."
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
        return f"{needs}: it {'just fits' if total == capacity else 'fits'}, activations apart."
    if gathered_bytes(scenario.layer) >= capacity:
        return f"{needs}: it does not fit, and no number of GPUs helps, because one gathered layer alone fills the GPU."
    smallest = smallest_gpus(scenario)
    if smallest and smallest <= MOST_GPUS:
        return f"{needs}: it does not fit. From N = {smallest:,} on it does, activations apart."
    return f"{needs}: it does not fit, not even on {MOST_GPUS:,} GPUs."


def sentence(scenario: Scenario) -> str:
    """What the moment in view holds, and whether the fullest one fits."""
    moment = moment_at(scenario)
    return f"Moment {moment.index}, {_now(scenario)}. {verdict(scenario)}"


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
    sentence=sentence,
    stops={"moment": _moments},
    headlines={"all-gather-bubble": ("now", "at this moment"), "training-step": ("fullest", "at the fullest moment")},
    guess=GUESS,
)
