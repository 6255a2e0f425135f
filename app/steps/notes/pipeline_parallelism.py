"""The note on pipeline parallelism: two schedules, the bubble, and the activations in flight."""

from fractions import Fraction

from app.figures.notes.pipeline_schedule import pipeline_schedule
from app.figures.notes.pipeline_schedule import sentence as schedule_sentence
from app.figures.notes.pipeline_stages import bubble_against_m, stage_memory, waiting
from app.memory.activations import one_tensor
from app.memory.notes.pipeline import (
    GPIPE,
    ONE_ONE,
    PipelineRun,
    activations_of_microbatch,
    busy,
    held,
    in_flight,
    layers_of_stage,
    microbatches_for,
    step_length,
)
from app.memory.units import bytes_text, counted
from app.steps.step import Page

SMALL = Fraction(1, 10)  # of the step: a bubble that one may live with


def readouts(run: PipelineRun) -> dict[str, str]:
    """The numbers of the note."""
    last = run.depth - 1
    return {
        "now": schedule_sentence(run),
        "substitution": f"({run.depth} − 1) / ({run.microbatches} + {run.depth} − 1) = {last} / {run.microbatches + last} ≈ {waiting(run)}",
        "bubble": waiting(run),
        "busy": str(busy(run)),
        "length": str(step_length(run)),
        "small": f"{round(100 * SMALL)}\u00a0%",
        "enough": f"{microbatches_for(run.depth, SMALL):,}",
        "sequences": counted(run.microbatches * run.batch, "sequence"),
        "boundary": bytes_text(one_tensor(run), run.units),
        "stage-layers": counted(layers_of_stage(run), "layer", "one"),
        "one-microbatch": bytes_text(activations_of_microbatch(run), run.units),
        "gpipe-flight": str(in_flight(run.but(schedule=GPIPE), 0)),
        "first-flight": str(in_flight(run.but(schedule=ONE_ONE), 0)),
        "last-flight": str(in_flight(run.but(schedule=ONE_ONE), last)),
        "memory-substitution": _memory(run),
        "verdict": verdict(run),
    }


def _memory(run: PipelineRun) -> str:
    """The first stage, in readable units."""
    first = held(run, 0)
    each = bytes_text(activations_of_microbatch(run), run.units)
    return f"{bytes_text(first.states, run.units)} + {in_flight(run, 0)} × {each} ≈ {bytes_text(first.total, run.units)}"


def verdict(run: PipelineRun) -> str:
    """Whether the first stage fits, with either schedule."""
    room = bytes_text(run.gpu_memory, run.units)
    sizes = {name: held(run.but(schedule=schedule), 0).total for name, schedule in (("GPipe", GPIPE), ("1F1B", ONE_ONE))}
    told = [
        f"{bytes_text(size, run.units)} with {name}, which {'fits' if size <= run.gpu_memory else 'does not fit'} {room}"
        for name, size in sizes.items()
    ]
    return f"The first stage holds {told[0]}; {told[1]}."


def told(run: PipelineRun) -> str:
    """The schedule, and what it comes to."""
    return f"{schedule_sentence(run)} {verdict(run)}"


NOTE = Page[PipelineRun](
    slug="pipeline-parallelism",
    title="Pipeline parallelism",
    line="Stages, micro-batches and the bubble between them: GPipe and 1F1B drawn for your numbers, with the activations in flight.",
    controls=("schedule", "depth", "microbatches", "params", "batch", "seq", "layers", "gpu_memory"),
    figures={"pipeline-schedule": pipeline_schedule, "bubble-against-m": bubble_against_m, "stage-memory": stage_memory},
    readouts=readouts,
    sentence=told,
    path="/notes/pipeline-parallelism",
    kind=PipelineRun,
)
