"""ZeRO stages: what one GPU keeps under data parallelism and under each stage, as columns, and over N as lines."""

import math

from app.figures.axes import gpu_axis, log_scale, places, scale
from app.figures.labels import label
from app.figures.picture import Picture, Table
from app.figures.style import INK, MUTED, PAPER, WITH_MASTER, Mapped, columns, figure, line, note, point
from app.memory.notes.stages import PAPER_GPUS, STAGES, StagesRun, kept
from app.memory.scenario import FIELDS, MOST_GPUS
from app.memory.strategy import Strategy
from app.memory.units import bytes_text, gpus, whole

SHORT = {"dp": "DP", "zero1": "ZeRO-1", "zero2": "ZeRO-2", "fsdp": "ZeRO-3"}
DASHES = {"dp": "dot", "zero1": "dash", "zero2": "longdash", "fsdp": "solid"}
ROLES = WITH_MASTER[:5]  # states alone


def zero_stages(run: StagesRun) -> Picture:
    """Four columns of states, from nothing divided to everything divided, with C as a line."""
    stacks = [kept(run, stage) for stage in STAGES]
    names = [SHORT[stage.slug] for stage in STAGES]
    highest = stacks[0].total
    height = scale(run.gpu_memory, highest, run.units)
    totals = [label(x, stack.total, bytes_text(stack.total, run.units), height) for x, stack in enumerate(stacks)]
    return Picture(
        title=f"What one of {gpus(run.gpus)} keeps, stage by stage" if run.gpus > 1 else "What one GPU keeps, stage by stage",
        figure=figure(
            columns(list(enumerate(stacks)), units=run.units, names=names, roles=ROLES, tallest=highest),
            x=places(-0.6, len(STAGES) - 0.4, range(len(STAGES)), names),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, *totals],
        ),
        sentence=_stages_sentence(run),
        table=Table(
            ("On one GPU, bytes", *names),
            tuple((f"{role.symbol}, {role.name}", *(whole(getattr(stack, role.key)) for stack in stacks)) for role in ROLES)
            + (("Sum", *(whole(stack.total) for stack in stacks)), ("C, memory of one GPU", *[whole(run.gpu_memory)] * len(stacks))),
        ),
    )


def _stages_sentence(run: StagesRun) -> str:
    told = [f"{SHORT[stage.slug]} {bytes_text(kept(run, stage).total, run.units)}" for stage in STAGES]
    fitting = [SHORT[stage.slug] for stage in STAGES if kept(run, stage).total <= run.gpu_memory]
    fits = f"Of these, {', '.join(fitting)} {'fit' if len(fitting) > 1 else 'fits'}" if fitting else "Not one of these fits"
    return f"On one of {gpus(run.gpus)}: {', '.join(told)}. {fits} {bytes_text(run.gpu_memory, run.units)}, activations apart."


def zero_against_n(run: StagesRun) -> Picture:
    """One line for each stage over N, both axes logarithmic: two of them end in a floor, the last does not."""
    shown = sorted({*map(int, FIELDS["gpus"].values), *PAPER_GPUS, run.gpus})
    heights = {stage.slug: [_at(run, stage, gpus) for gpus in shown] for stage in STAGES}
    height = log_scale(run.gpu_memory, heights["fsdp"][-1], heights["dp"][0], run.units)
    own = [point(run.gpus, _at(run, stage, run.gpus), _own(run, stage), PAPER) for stage in STAGES]
    return Picture(
        title="Memory on one GPU against N, both axes logarithmic",
        figure=figure(
            [
                *(
                    line(shown, heights[stage.slug], SHORT[stage.slug], MUTED if stage.slug == "dp" else INK, dash=DASHES[stage.slug])
                    for stage in STAGES
                ),
                *own,
            ],
            x=gpu_axis(),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, *(_name(stage, heights[stage.slug][-1]) for stage in STAGES)],
        ),
        sentence=_against_sentence(run),
        table=Table(
            ("GPUs, N", *(f"{SHORT[stage.slug]}, bytes" for stage in STAGES)),
            tuple((whole(n), *(whole(_at(run, stage, n)) for stage in STAGES)) for n in sorted({*PAPER_GPUS, MOST_GPUS, run.gpus})),
        ),
    )


def _at(run: StagesRun, stage: Strategy, gpus: int) -> int:
    return kept(run.but(gpus=gpus, rank=-1), stage).total


def _own(run: StagesRun, stage: Strategy) -> str:
    return f"{SHORT[stage.slug]}, N = {run.gpus:,}: {bytes_text(_at(run, stage, run.gpus), run.units)}"


def _name(stage: Strategy, last: int) -> Mapped:
    return note(math.log10(MOST_GPUS), math.log10(last), SHORT[stage.slug], anchor="right", above=True, boxed=True) | {"yshift": 4}


def _against_sentence(run: StagesRun) -> str:
    one, two, three = (bytes_text(_at(run, stage, MOST_GPUS), run.units) for stage in STAGES[1:])
    return (
        f"Data parallelism stays at {bytes_text(kept(run, STAGES[0]).total, run.units)}. However many GPUs share, stage 1 never goes far "
        f"below {one} and stage 2 never far below {two}, because they leave the rest whole; stage 3 falls on, to {three} at "
        f"N = {MOST_GPUS:,}. The marks stand at your N = {run.gpus:,}."
    )
