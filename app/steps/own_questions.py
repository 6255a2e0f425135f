"""The questions about the reader's own run: plain data parallelism, what stays, the bubble, and the whole at its fullest."""

from app.memory.gathering import fully_sharded, gathered_bytes
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters
from app.memory.states import data_parallel, persistent
from app.memory.units import equals, factor
from app.steps.mistakes import (
    BUBBLE_MISTAKES,
    FORGOT_ONE,
    FORGOT_THREE,
    FULL_COLUMN,
    NO_OPTIMIZER,
    NO_OPTIMIZER_SHARD,
    SUM,
    THETA_ALONE,
    THETA_SHARD,
    THREE_STACKS,
    TOTAL_MISTAKES,
    UNPADDED,
    WHOLE_CLUSTER,
    parameters_alone,
)
from app.steps.question import Mistake, Question, gpus_of, parameters_of
from app.steps.sums import add_up, quotient


def total_working(run: Scenario) -> str:
    """16·P/N + 4·ℓ with the numbers put in, both terms and their sum."""
    sums = f"16 × {quotient(run.params, run.gpus)} + 4 × {factor(run.layer)}"
    terms = (persistent(run).total, gathered_bytes(run.layer))
    return f"16·P/N + 4·ℓ, here {add_up(sums, (run.params, run.layer), terms, run.units)}"


def shard_working(run: Scenario) -> str:
    """16·P/N with the numbers put in; with the shard’s own entries where N does not divide P."""
    if run.params % run.gpus:
        entries = shard_parameters(run.params, run.gpus)
        return f"16·⌈P/N⌉ {equals(entries)} 16 × {factor(entries)}, padding included"
    return f"16·P/N {equals(run.params)} 16 × {quotient(run.params, run.gpus)}"


ON_EACH = Question(
    id="data-parallel",
    title="Plain data parallelism",
    steps=("data-parallel",),
    text=lambda run: (
        f"A model of {parameters_of(run)} is trained in fp32 with Adam, by plain data parallelism on {gpus_of(run)}. "
        f"How many bytes of parameters, gradients and optimizer states does {'it' if run.gpus == 1 else 'each GPU'} hold?"
    ),
    answer=lambda run: data_parallel(run).total,
    working=lambda run: f"16·P {equals(run.params)} 16 × {factor(run.params)}, and N is not in it",
    mistakes=(
        THETA_ALONE,
        NO_OPTIMIZER,
        THREE_STACKS,
        Mistake(lambda run: SUM * run.params / run.gpus, "You divided by N. That is sharding; plain data parallelism divides nothing."),
        Mistake(lambda run: SUM * run.params * run.gpus, WHOLE_CLUSTER),
    ),
)

KEPT = Question(
    id="persistent",
    title="What stays",
    steps=("persistent-memory",),
    text=lambda run: (
        f"Now the same model of {parameters_of(run)} is fully sharded over {gpus_of(run)}. "
        f"How many bytes does {'it' if run.gpus == 1 else 'each GPU'} keep all the time?"
    ),
    answer=lambda run: persistent(run).total,
    working=shard_working,
    mistakes=(
        FULL_COLUMN,
        THETA_SHARD,
        NO_OPTIMIZER_SHARD,
        Mistake(lambda run: 3 * FP32_BYTES * run.params / run.gpus, FORGOT_ONE),
        Mistake(parameters_alone, FORGOT_THREE + " And nothing is divided by N yet."),
        Mistake(lambda run: fully_sharded(run).total, "You added the bubble. It comes and goes; the question is what stays."),
        UNPADDED,
    ),
)

BUBBLE = Question(
    id="bubble",
    title="The bubble",
    steps=("all-gather",),
    text=lambda run: (
        f"Its largest layer has {'one parameter' if run.layer == 1 else f'{factor(run.layer)} parameters'}. "
        "How many bytes does the gathered copy take on a GPU while that layer runs?"
    ),
    answer=lambda run: gathered_bytes(run.layer),
    working=lambda run: f"L_max = 4·ℓ {equals(run.layer)} 4 × {factor(run.layer)}",
    mistakes=(
        *BUBBLE_MISTAKES,
        Mistake(lambda run: 2 * run.layer, "You took 2 bytes a parameter. In fp32 a gathered parameter takes 4."),
        Mistake(
            lambda run: FP32_BYTES * run.layer * (run.gpus - 1) / run.gpus,
            "You left out the shard that the GPU has already. The gathered layer is a whole copy, beside the shards.",
        ),
    ),
)


TOTAL = Question(
    id="total",
    title="At the fullest",
    steps=("all-gather",),
    text=lambda run: (
        f"So how many bytes does one of the {gpus_of(run)} hold at its fullest, activations apart?"
        if run.gpus > 1
        else "So how many bytes does the one GPU hold at its fullest under FSDP, activations apart?"
    ),
    answer=lambda run: fully_sharded(run).total,
    working=total_working,
    mistakes=TOTAL_MISTAKES,
)
