"""The questions about the reader's own run: plain data parallelism, what stays, the bubble, and the whole at its fullest."""

from app.memory.gathering import fully_sharded, gathered_bytes
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters
from app.memory.states import data_parallel, persistent
from app.memory.units import count, whole
from app.steps.mistakes import (
    BUBBLE_OF_STACKS,
    FORGOT_ONE,
    FORGOT_OPTIMIZER,
    FORGOT_THREE,
    FULL_COLUMN,
    NO_OPTIMIZER,
    SUM,
    THETA_ALONE,
    THETA_SLICE,
    THREE_STACKS,
    TOTAL_MISTAKES,
    UNPADDED,
    WHOLE_CLUSTER,
    parameters_alone,
)
from app.steps.question import Mistake, Question, gpus_of, parameters_of, size_of


def total_working(run: Scenario) -> str:
    """16·P/N + 4·ℓ with both terms put in."""
    return f"16·P/N + 4·ℓ = {size_of(run, persistent(run).total)} + {size_of(run, gathered_bytes(run.layer))}"


def slice_working(run: Scenario) -> str:
    """16·P/N with the numbers put in; with the slice’s own entries where rounding them up shows."""
    entries = shard_parameters(run.params, run.gpus)
    if entries * run.gpus > 1.01 * run.params:
        return f"16·⌈P/N⌉ = 16 × {whole(entries)}, padding included"
    return f"16·P/N = 16 × {count(run.params)} / {whole(run.gpus)}"


ON_EACH = Question(
    id="data-parallel",
    title="Plain data parallelism",
    step="data-parallel",
    text=lambda run: (
        f"A model of {parameters_of(run)} is trained in fp32 with Adam, by plain data parallelism on {gpus_of(run)}. "
        "How many bytes of parameters, gradients and optimizer states does each GPU hold?"
    ),
    answer=lambda run: data_parallel(run).total,
    working=lambda run: f"16·P = 16 × {count(run.params)}, and N is not in it",
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
    step="persistent-memory",
    text=lambda run: (
        f"Now the same {parameters_of(run)} are fully sharded over {gpus_of(run)}. How many bytes does each GPU keep all the time?"
    ),
    answer=lambda run: persistent(run).total,
    working=slice_working,
    mistakes=(
        FULL_COLUMN,
        THETA_SLICE,
        Mistake(lambda run: 2 * FP32_BYTES * run.params / run.gpus, FORGOT_OPTIMIZER),
        Mistake(lambda run: 3 * FP32_BYTES * run.params / run.gpus, FORGOT_ONE),
        Mistake(parameters_alone, FORGOT_THREE + " And nothing is divided by N yet."),
        Mistake(lambda run: fully_sharded(run).total, "You added the bubble. It comes and goes; the question is what stays."),
        UNPADDED,
    ),
)

BUBBLE = Question(
    id="bubble",
    title="The bubble",
    step="all-gather",
    text=lambda run: f"Its largest layer has {count(run.layer)} parameters. How many bytes does a GPU borrow while that layer runs?",
    answer=lambda run: gathered_bytes(run.layer),
    working=lambda run: f"L_max = 4·ℓ = 4 × {count(run.layer)}",
    mistakes=(
        Mistake(lambda run: SUM * run.layer, BUBBLE_OF_STACKS),
        Mistake(lambda run: FP32_BYTES * run.layer / run.gpus, "You divided by N. The gathered layer is whole on every GPU."),
        Mistake(parameters_alone, "That is the whole model. FSDP gathers one layer at a time."),
        Mistake(lambda run: run.layer, "That is the number of parameters. Each of them takes 4 bytes."),
        Mistake(lambda run: 2 * run.layer, "You took 2 bytes a parameter. In fp32 a gathered parameter takes 4."),
        Mistake(
            lambda run: FP32_BYTES * run.layer * (run.gpus - 1) / run.gpus,
            "You left out the slice that the GPU has already. The gathered layer is a whole copy, beside the slices.",
        ),
    ),
)


TOTAL = Question(
    id="total",
    title="At the fullest",
    step="all-gather",
    text=lambda run: (
        f"So how many bytes does one of the {gpus_of(run)} hold at its fullest, activations apart?"
        if run.gpus > 1
        else "So how many bytes does the one GPU hold at its fullest under FSDP, activations apart?"
    ),
    answer=lambda run: fully_sharded(run).total,
    working=total_working,
    mistakes=TOTAL_MISTAKES,
)
