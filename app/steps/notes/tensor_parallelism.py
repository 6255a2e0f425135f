"""The note on tensor parallelism: one matrix cut by columns or rows, and what a GPU holds and sends at degree t."""

from app.figures.notes.matrix_split import matrix_split, sentence
from app.figures.notes.memory_against_degree import memory_against_degree
from app.figures.notes.seconds import seconds_text
from app.memory.activations import without_checkpointing
from app.memory.notes.tensor import (
    MOST_DEGREE,
    TensorRun,
    activations,
    all_reduce_bytes,
    held,
    sent_bytes,
    sent_seconds,
    smallest_degree,
)
from app.memory.precision import FP32_BYTES
from app.memory.traffic import fully_sharded_elements
from app.memory.units import bytes_text, counted, gpus, percent, whole
from app.steps.step import Page


def readouts(run: TensorRun) -> dict[str, str]:
    """The numbers of the note."""
    sharded = FP32_BYTES * fully_sharded_elements(run.but(gpus=run.degree, rank=-1))
    return {
        "part-spoken": f"GPU {run.part} of {gpus(run.shown)}",
        "now": sentence(run),
        "heads": counted(run.heads, "head"),
        "substitution": _substitution(run),
        "states": bytes_text(held(run).states, run.units),
        "activations": bytes_text(activations(run), run.units),
        "activations-alone": bytes_text(without_checkpointing(run), run.units),
        "kept-share": percent(activations(run), without_checkpointing(run)),
        "all-reduce": bytes_text(all_reduce_bytes(run), run.units),
        "layers": counted(run.layers, "layer", "one"),
        "sent": bytes_text(sent_bytes(run), run.units),
        "sent-seconds": seconds_text(float(sent_seconds(run))),
        "bandwidth": f"{run.bandwidth:,} Gbit/s",
        "sharded-sent": bytes_text(sharded, run.units),
        "degree": gpus(run.degree),
        "verdict": verdict(run),
    }


def _substitution(run: TensorRun) -> str:
    states, kept, total = (bytes_text(size, run.units) for size in (held(run).states, activations(run), held(run).total))
    return f"{states} + {kept} ≈ {total}"


def verdict(run: TensorRun) -> str:
    """Whether the run fits at the reader’s degree, and from which on it does."""
    own, room, least = held(run).total, bytes_text(run.gpu_memory, run.units), smallest_degree(run)
    fits = "fits" if own <= run.gpu_memory else "does not fit"
    from_ = f"The least degree that fits is {whole(least)}." if least else f"Up to t = {MOST_DEGREE} no degree fits."
    return f"At t = {run.degree:,} one GPU holds {bytes_text(own, run.units)}, which {fits} {room}. {from_}"


def told(run: TensorRun) -> str:
    """The cut, and what it comes to."""
    return f"{sentence(run)} {verdict(run)}"


NOTE = Page[TensorRun](
    slug="tensor-parallelism",
    title="Model (tensor) parallelism",
    line="Columns and rows of one matrix, what is gathered and what is summed, and what a GPU holds and sends at degree t.",
    controls=("cut", "part", "degree", "sequence_parallel", "params", "batch", "seq", "gpu_memory", "bandwidth"),
    figures={"matrix-split": matrix_split, "memory-against-degree": memory_against_degree},
    readouts=readouts,
    sentence=told,
    stops={"part": lambda run: tuple(range(run.shown))},
    path="/notes/tensor-parallelism",
    kind=TensorRun,
)
