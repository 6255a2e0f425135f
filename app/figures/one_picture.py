"""One picture: the full column of every GPU turns, stage by stage, into slices, kept slices, slices with a bubble; activations stand by.

The GPUs keep their places through all stages, so that the reader sees the same objects being transformed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.figures.axes import places, scale
from app.figures.gpus import Cluster, cluster, gap_note
from app.figures.picture import Picture, Table
from app.figures.style import (
    ACTIVATIONS,
    FARTHEST_CAPACITY,
    GATHERED,
    INK,
    LINE,
    MUTED,
    STACKS,
    Mapped,
    bars,
    box,
    columns,
    figure,
    note,
    rule,
)
from app.memory.activations import kept
from app.memory.breakdown import Breakdown
from app.memory.gathering import fully_sharded
from app.memory.scenario import LAST_STAGE, Scenario
from app.memory.sharding import shard
from app.memory.states import data_parallel, persistent, stacks
from app.memory.units import bytes_text, whole

WHOLE, CUT, KEPT, GATHER, SUM = range(LAST_STAGE + 1)
MOST_CUTS = 8  # beyond so many slices the dashed cuts would cover what they cut
FEWEST_THIN = 24  # slices beyond so many are thinner than their own outline, which then takes their colour
FARTHEST_OTHER = 3  # what is more than so many times the columns is named at the edge, not drawn to scale


@dataclass(frozen=True)
class Canvas:
    """What all stages share: the run, the drawn GPUs and where the activations stand."""

    scenario: Scenario
    drawn: Cluster
    column: Breakdown  # what one GPU holds at this stage, activations apart
    full: int  # 16·P, bytes
    activations: int  # bytes

    @property
    def side(self) -> float:
        """The place of the activation bar."""
        return self.drawn.last + 1.5

    @property
    def highest(self) -> int:
        """The tallest thing that is drawn to scale, in bytes."""
        subject = max(self.column.total, self.activations) if self.scenario.stage == SUM else self.column.total
        capacity = self.scenario.gpu_memory
        reach = max(subject, capacity if capacity <= FARTHEST_CAPACITY * subject else 0)
        return max(reach, *(other for other in (self.full, self.activations, 0) if other <= FARTHEST_OTHER * reach))


def one_picture(scenario: Scenario) -> Picture:
    """The canvas at the stage that the run is set to, 0 to 4, with C as a line."""
    column = (data_parallel, data_parallel, persistent, fully_sharded, fully_sharded)[scenario.stage](scenario)
    canvas = Canvas(scenario, cluster(scenario.gpus), column, data_parallel(scenario).total, kept(scenario))
    height = scale(scenario.gpu_memory, canvas.highest, scenario.units)
    top = height.axis["range"][1]
    traces = [*(_cut_columns(canvas) if scenario.stage == CUT else _columns(canvas)), _activation_bar(canvas)]
    return Picture(
        title=f"Stage {scenario.stage} of {LAST_STAGE}: {stage_name(scenario)}",
        figure=figure(
            traces,
            x=places(-0.6, canvas.side + 0.6, (*canvas.drawn.at, canvas.side), (*canvas.drawn.ticks, "activations")),
            y=height.axis,
            shapes=[*height.shapes, *_cuts(canvas), *_outlines(canvas)],
            notes=[*height.notes, *_column_notes(canvas, top), *_activation_note(canvas, top)],
        ),
        sentence=_sentence(canvas),
        table=_table(canvas),
    )


def whole_story(scenario: Scenario) -> Picture:
    """The last stage, whichever one the run is set to."""
    return replace(one_picture(scenario.but(stage=LAST_STAGE)), title="The whole story: one GPU’s share, the bubble, the activations")


def stage_name(scenario: Scenario) -> str:
    """What the present stage shows, in a few words."""
    if scenario.gpus == 1 and scenario.stage in (CUT, KEPT):
        return "one GPU, so one slice: the whole column"
    return (
        "every GPU holds the full column, 16·P",
        f"each stack cut into {scenario.gpus:,} slices",
        "each GPU keeps its own slices, 16·P/N",
        "slices plus the bubble, 16·P/N + L_max",
        "the activations, which nothing has touched",
    )[scenario.stage]


def _columns(canvas: Canvas) -> list[Mapped]:
    return columns([(x, canvas.column) for x in canvas.drawn.at], units=canvas.scenario.units, names=canvas.drawn.names)


def _cut_columns(canvas: Canvas) -> list[Mapped]:
    """The full columns in grey, and in each the slices that its GPU will keep, in colour and where they are cut out."""
    run = canvas.scenario
    ghosts = columns([(x, canvas.column) for x in canvas.drawn.at], units=run.units, names=canvas.drawn.names, ghost=True)
    own = [shard(run.params, run.gpus, rank) for rank in canvas.drawn.ranks]
    slices = []
    for index, role in enumerate(STACKS):
        below = sum(getattr(canvas.column, under.key) for under in STACKS[:index])
        sizes = [getattr(stacks(piece.real), role.key) for piece in own]
        bases = [below + getattr(stacks(piece.start), role.key) for piece in own]
        hover = [f"{name}, its slice of {role.name}: {bytes_text(size, run.units)}"
                 for name, size in zip(canvas.drawn.names, sizes, strict=True)]  # fmt: skip
        slices.append(bars(role, canvas.drawn.at, sizes, bases, hover=hover))
    if _thin(run):
        for piece, role in zip(slices, STACKS, strict=True):
            piece["marker"]["line"] = {"color": role.light, "width": LINE}
    return [*ghosts, *slices]


def _thin(run: Scenario) -> bool:
    return run.gpus > FEWEST_THIN


def _cuts(canvas: Canvas) -> list[Mapped]:
    """Dashed lines between the slices of each stack, through all columns."""
    run = canvas.scenario
    if run.stage != CUT or not 1 < run.gpus <= MOST_CUTS:
        return []
    starts = [shard(run.params, run.gpus, rank).start for rank in range(1, run.gpus)]
    bases = [sum(getattr(canvas.column, under.key) for under in STACKS[:index]) for index in range(len(STACKS))]
    heights = [base + stacks(start).parameters for base in bases for start in starts if start < run.params]
    return [rule(-0.5, height, canvas.drawn.last + 0.5, height, INK, dash="dot", width=1.5) for height in heights]


def _outlines(canvas: Canvas) -> list[Mapped]:
    """Where the full column stood, once it has gone."""
    if not _shrunk(canvas):
        return []
    return [box(x - 0.35, canvas.column.total, x + 0.35, canvas.full, MUTED, dash="dot") for x in canvas.drawn.at]


def _shrunk(canvas: Canvas) -> bool:
    return canvas.scenario.stage >= KEPT and canvas.full > 1.3 * canvas.column.total


def _column_notes(canvas: Canvas, top: float) -> list[Mapped]:
    units, middle, total = canvas.scenario.units, canvas.drawn.last / 2, canvas.column.total
    words = bytes_text(total - canvas.column.gathered, units)
    if canvas.column.gathered:
        words += f" + {bytes_text(canvas.column.gathered, units)}"
    each = " each" if canvas.scenario.gpus > 1 else ""
    notes = [note(middle, total, words + each, above=True, bold=True, boxed=True) | {"yshift": 3}]
    if _shrunk(canvas):
        full = f"16·P = {bytes_text(canvas.full, units)}"
        notes.append(
            note(middle, canvas.full, full, color=MUTED, above=True)
            if canvas.full <= top
            else note(middle, _edge(canvas), f"↑ {full}", color=MUTED, yref="paper", above=False, boxed=True)
        )
    return notes + gap_note(canvas.drawn, total / 2 if total > 0.45 * top else total + 0.24 * top)


def _edge(canvas: Canvas) -> float:
    """The upper edge of the canvas, or below the name of a far C that stands there."""
    return 1 if canvas.scenario.gpu_memory <= FARTHEST_CAPACITY * canvas.highest else 0.88


def _activation_bar(canvas: Canvas) -> Mapped:
    words = f"activations on each GPU: {bytes_text(canvas.activations, canvas.scenario.units)}"
    bar = bars(ACTIVATIONS, [canvas.side], [canvas.activations], [0], hover=[words], ghost=canvas.scenario.stage != SUM)
    return bar if canvas.scenario.stage == SUM else bar | {"name": "grey until the last stage"}  # and so not in the legend


def _activation_note(canvas: Canvas, top: float) -> list[Mapped]:
    now = canvas.scenario.stage == SUM
    words, color = bytes_text(canvas.activations, canvas.scenario.units), INK if now else MUTED
    if canvas.activations > top:
        return [note(canvas.side, 0.55, f"↑<br>{words}", color=color, bold=now, yref="paper", boxed=True)]
    return [note(canvas.side, canvas.activations, words, color=color, bold=now, above=True)]


def _sentence(canvas: Canvas) -> str:
    run, units = canvas.scenario, canvas.scenario.units
    total, full = bytes_text(canvas.column.total, units), bytes_text(canvas.full, units)
    aside = " The grey bar beside them, the activations, comes last." if run.stage < SUM else ""
    if run.stage == WHOLE:
        return f"{_gpus(run)} the same full column of {full}.{aside}"
    if run.stage == CUT:
        thin = " The slices are thinner than the lines that mark them." if _thin(run) else ""
        return f"Each stack is cut into {_slices(run)}; what a GPU will keep is in colour, the rest of its {full} is grey.{thin}{aside}"
    if run.stage == KEPT:
        return f"{_gpus(run)} a column of {total}, where a full column of {full} stood.{aside}"
    bubble = bytes_text(canvas.column.gathered, units)
    if run.stage == GATHER:
        return f"On top of its slices each GPU holds a bubble of {bubble} for a moment: {total} in all.{aside}"
    return (
        f"{_gpus(run)} {total}, bubble included; beside them the activations, {bytes_text(canvas.activations, units)} "
        "on each GPU, as tall as they were at the start."
    )


def _gpus(run: Scenario) -> str:
    return "The one GPU holds" if run.gpus == 1 else f"Each of {run.gpus:,} GPUs holds"


def _slices(run: Scenario) -> str:
    return "one slice" if run.gpus == 1 else f"{run.gpus:,} slices"


def _table(canvas: Canvas) -> Table:
    shown: Sequence[Breakdown] = [canvas.column]
    if canvas.scenario.stage == CUT:
        shown = [canvas.column, stacks(shard(canvas.scenario.params, canvas.scenario.gpus, 0).real)]
    roles = (*STACKS, GATHERED) if canvas.column.gathered else STACKS
    rows = [(f"{role.symbol}, {role.name}", *(whole(getattr(memory, role.key)) for memory in shown)) for role in roles]
    rows.append(("Sum", *(whole(memory.total) for memory in shown)))
    beside = [
        ("Activations, beside it", canvas.activations),
        ("Full column, 16·P", canvas.full),
        ("Memory of one GPU, C", canvas.scenario.gpu_memory),
    ]
    blanks = ("",) * (len(shown) - 1)
    return Table(
        ("On each GPU", "Bytes", "Own slices of GPU 0, bytes")[: 1 + len(shown)],
        (*rows, *((name, whole(size), *blanks) for name, size in beside)),
    )
