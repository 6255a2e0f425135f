"""A pipeline in numbers: the bubble against the number of micro-batches, and what each stage holds at its fullest."""

import math

from app.figures.axes import against_capacity, places, scale
from app.figures.labels import label
from app.figures.notes.pipeline_schedule import NAMES, drawn_stages, waiting_share
from app.figures.picture import Picture, Table
from app.figures.style import ACTIVATIONS, HEADROOM, INK, MUTED, PAPER, STACKS, Mapped, box, columns, figure, line, note, point
from app.memory.breakdown import Breakdown
from app.memory.notes.pipeline import FIELDS, GPIPE, MOST_MICROBATCHES, ONE_ONE, PipelineRun, held, in_flight
from app.memory.units import bytes_text, counted, percent, whole

ROLES = (*STACKS, ACTIVATIONS)
TICKS = (1, 4, 16, 64)
TABLE = (1, 2, 4, 8, 16, 32, 64)


def bubble_against_m(run: PipelineRun) -> Picture:
    """The share of waiting over m, the reader's marked. It is the same for both schedules."""
    shown = sorted({*map(int, FIELDS["microbatches"].values), run.microbatches})
    return Picture(
        title=f"The bubble of {counted(run.depth, 'stage')} against m",
        figure=figure(
            [
                line(shown, [waiting_share(run.but(microbatches=m)) for m in shown], "bubble", INK),
                point(run.microbatches, waiting_share(run), f"m = {run.microbatches}: {waiting(run)}", PAPER),
            ],
            x=_m_axis(),
            y=places(-2, 112, range(0, 101, 25), [f"{tick}\u00a0%" for tick in range(0, 101, 25)]) | {"showgrid": True},
            notes=[
                note(math.log10(run.microbatches), waiting_share(run), waiting(run), anchor="left", above=True, bold=True)
                | {"xshift": 4, "yshift": 6}
            ],
        ),
        sentence=(
            f"With {counted(run.microbatches, 'micro-batch')} each stage waits for {waiting(run)} of the step. "
            "More micro-batches make the bubble smaller; more stages make it larger."
        ),
        table=Table(
            ("Micro-batches", "Bubble"),
            tuple((f"m = {m}", waiting(run.but(microbatches=m))) for m in sorted({*TABLE, run.microbatches})),
        ),
    )


def waiting(run: PipelineRun) -> str:
    """The bubble as text: '27.3 %'."""
    return percent(run.depth - 1, run.microbatches + run.depth - 1)


def _m_axis() -> Mapped:
    axis = places(-0.06, 1.35 * math.log10(MOST_MICROBATCHES), TICKS, [str(tick) for tick in TICKS])
    return axis | {"type": "log", "showgrid": True, "title": {"text": "Micro-batches, m"}}


def stage_memory(run: PipelineRun) -> Picture:
    """A column for each stage that is drawn: states and the activations of all micro-batches in flight; outlines for the other schedule."""
    stages, other = drawn_stages(run.depth), run.but(schedule=ONE_ONE if run.schedule == GPIPE else GPIPE)
    stacks, others = ([held(each, stage) for stage in stages] for each in (run, other))
    first, last = stacks[0].total, stacks[-1].total
    highest = max(first, others[0].total)
    height = scale(run.gpu_memory, highest, run.units, 1.06 * HEADROOM)
    sums = ((NAMES[run.schedule], stacks), (NAMES[other.schedule], others))
    ends = dict.fromkeys((0, len(stages) - 1))
    return Picture(
        title=f"Each stage at its fullest: {NAMES[run.schedule]}; dotted, {NAMES[other.schedule]}",
        figure=figure(
            columns(list(enumerate(stacks)), units=run.units, names=[f"stage {stage}" for stage in stages], roles=ROLES, tallest=highest),
            x=places(-0.6, len(stages) - 0.4, range(len(stages)), _names(stages)) | {"title": {"text": "Stage"}},
            y=height.axis,
            shapes=[*height.shapes, *_outlines(stacks, others)],
            notes=[*height.notes, *(label(x, stacks[x].total, bytes_text(stacks[x].total, run.units), height) for x in ends)],
        ),
        sentence=_sentence(run, first, last) + _other_sentence(other, others[0].total),
        table=Table(
            ("On one GPU, bytes", *(f"stage {stage}" for stage in stages)),
            tuple((f"{role.symbol}, {role.name}", *(whole(getattr(stack, role.key)) for stack in stacks)) for role in ROLES)
            + tuple((f"Sum with {name}", *(whole(stack.total) for stack in each)) for name, each in sums)
            + (("C, memory of one GPU", *[whole(run.gpu_memory)] * len(stacks)),),
        ),
    )


def _outlines(stacks: list[Breakdown], others: list[Breakdown]) -> list[Mapped]:
    """What the other schedule would take, where that is something else."""
    pairs = enumerate(zip(stacks, others, strict=True))
    return [box(x - 0.41, 0, x + 0.41, other.total, MUTED, dash="dot") for x, (stack, other) in pairs if other.total != stack.total]


def _names(stages: list[int]) -> list[str]:
    return [str(stage) for stage in stages]


def _sentence(run: PipelineRun, first: int, last: int) -> str:
    fullest = f"The first stage holds {bytes_text(first, run.units)}, which {against_capacity(first, run.gpu_memory)} C"
    if run.depth == 1:
        return f"{fullest}."
    if in_flight(run, 0) == in_flight(run, run.depth - 1):
        return f"{fullest}, and all others hold as much."
    return f"{fullest}, and the last {bytes_text(last, run.units)}: the nearer to the loss, the fewer micro-batches are in flight."


def _other_sentence(other: PipelineRun, first: int) -> str:
    return f" With {NAMES[other.schedule]} the first stage would hold {bytes_text(first, other.units)}." if other.depth > 1 else ""
