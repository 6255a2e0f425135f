"""One picture: the full column of every GPU turns, stage by stage, into shards, kept shards, shards with a bubble; activations stand by.

At the last stage they are stacked on the column of one GPU, so that the sum stands beside the line C.

The GPUs keep their places through all stages, so that the reader sees the same objects being transformed.
"""

from dataclasses import replace

from app.figures.axes import places, scale
from app.figures.canvas import CUT, SUM, Canvas, canvas_of
from app.figures.canvas_words import notes, sentence, stage_name, table
from app.figures.picture import Picture
from app.figures.style import ACTIVATIONS, INK, LINE, MUTED, STACKS, Mapped, bars, box, columns, figure, rule
from app.memory.scenario import LAST_STAGE, Scenario
from app.memory.sharding import shard
from app.memory.states import stacks
from app.memory.units import bytes_text

MOST_CUTS = 6  # beyond so many shards the dashed cuts would cover what they cut


def one_picture(scenario: Scenario) -> Picture:
    """The canvas at the stage that the run is set to, 1 to 5, with C as a line."""
    canvas = canvas_of(scenario)
    height = scale(scenario.gpu_memory, canvas.highest, scenario.units)
    traces = [*(_cut_columns(canvas) if scenario.stage == CUT else _columns(canvas)), *_sum_column(canvas), _activation_bar(canvas)]
    return Picture(
        title=f"Stage {scenario.stage} of {LAST_STAGE}: {stage_name(scenario)}",
        figure=figure(
            traces,
            x=_axis(canvas),
            y=height.axis,
            shapes=[*height.shapes, *_cuts(canvas), *_outlines(canvas)],
            notes=notes(canvas, height),
        ),
        sentence=sentence(canvas),
        table=table(canvas),
    )


def whole_story(scenario: Scenario) -> Picture:
    """The last stage, whichever one the run is set to."""
    return replace(
        one_picture(scenario.but(stage=LAST_STAGE)), title="The whole story: shards, bubble and activations, and their sum on one GPU"
    )


def _axis(canvas: Canvas) -> Mapped:
    """The places of all stages; the sum is named when it is there."""
    ends = [(canvas.side, "acti-<br>vations"), (canvas.end, "sum")][: 2 if canvas.scenario.stage == SUM else 1]
    at, names = zip(*ends, strict=True)
    return places(-_before(canvas), canvas.end + 0.5, (*canvas.drawn.at, *at), (*canvas.drawn.ticks, *names))


def _before(canvas: Canvas) -> float:
    """What is left free before GPU 0, so that the words above the middle of the columns do not reach the axis."""
    return max(1.0, 2.5 - canvas.drawn.last / 2) if canvas.scenario.gpus > 1 else 1.3


def _columns(canvas: Canvas) -> list[Mapped]:
    return columns(
        [(x, canvas.column) for x in canvas.drawn.at], units=canvas.scenario.units, names=canvas.drawn.names, tallest=canvas.highest
    )


def _cut_columns(canvas: Canvas) -> list[Mapped]:
    """The full columns in grey, and in each the shards that its GPU will keep, in colour and where they are cut out."""
    run = canvas.scenario
    ghosts = columns([(x, canvas.column) for x in canvas.drawn.at], units=run.units, names=canvas.drawn.names, ghost=True)
    own = [
        (x, name, shard(run.params, run.gpus, rank))
        for x, name, rank in zip(canvas.drawn.at, canvas.drawn.names, canvas.drawn.ranks, strict=True)
    ]
    own = [(x, name, piece) for x, name, piece in own if piece.real]  # with more GPUs than parameters, most hold padding only
    shards = []
    for index, role in enumerate(STACKS):
        below = sum(getattr(canvas.column, under.key) for under in STACKS[:index])
        sizes = [getattr(stacks(piece.real), role.key) for _, _, piece in own]
        bases = [below + getattr(stacks(piece.start), role.key) for _, _, piece in own]
        hover = [f"{name}, its shard of {role.name}: {bytes_text(size, run.units)}" for (_, name, _), size in zip(own, sizes, strict=True)]
        shards.append(bars(role, [x for x, _, _ in own], sizes, bases, hover=hover))
    if canvas.thin:
        for piece, role in zip(shards, STACKS, strict=True):
            piece["marker"]["line"] = {"color": role.light, "width": LINE}
    return [*ghosts, *shards]


def _cuts(canvas: Canvas) -> list[Mapped]:
    """Dashed lines between the shards of each stack, through all columns."""
    run = canvas.scenario
    if run.stage != CUT or not 1 < run.gpus <= MOST_CUTS:
        return []
    starts = [shard(run.params, run.gpus, rank).start for rank in range(1, run.gpus)]
    bases = [sum(getattr(canvas.column, under.key) for under in STACKS[:index]) for index in range(len(STACKS))]
    heights = [base + stacks(start).parameters for base in bases for start in starts if start < run.params]
    return [rule(-0.5, height, canvas.drawn.last + 0.5, height, INK, dash="dot", width=1.5) for height in heights]


def _outlines(canvas: Canvas) -> list[Mapped]:
    """Where the full column stood, once it has gone."""
    if not canvas.shrunk:
        return []
    return [box(x - 0.35, canvas.column.total, x + 0.35, canvas.full, MUTED, dash="dot") for x in canvas.drawn.at]


def _sum_column(canvas: Canvas) -> list[Mapped]:
    """One GPU with the activations on its column, at the last stage."""
    if canvas.scenario.stage != SUM:
        return []
    return columns([(canvas.end, canvas.together)], units=canvas.scenario.units, names=["one GPU"], tallest=canvas.highest)


def _activation_bar(canvas: Canvas) -> Mapped:
    words = f"activations on each GPU: {bytes_text(canvas.activations, canvas.scenario.units)}"
    return bars(ACTIVATIONS, [canvas.side], [canvas.activations], [0], hover=[words])
