"""The words of the one-picture summary: what stands in the picture, and what is said of it."""

from collections.abc import Sequence

from app.figures.axes import Scale
from app.figures.canvas import CUT, GATHER, KEPT, SUM, WHOLE, Canvas
from app.figures.gpus import gap_note
from app.figures.picture import Table
from app.figures.style import GATHERED, INK, MUTED, PAPER, STACKS, Mapped, note
from app.memory.breakdown import Breakdown
from app.memory.scenario import Scenario
from app.memory.sharding import shard
from app.memory.states import stacks
from app.memory.units import bytes_text, whole


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


def notes(canvas: Canvas, height: Scale) -> list[Mapped]:
    """All words in the picture."""
    top = height.axis["range"][1]
    return [*_capacity_name(canvas, height), *_column_notes(canvas, top), *_activation_note(canvas, top)]


def _capacity_name(canvas: Canvas, height: Scale) -> list[Mapped]:
    """The name of C, on paper where it stands in front of the activations."""
    return [name | {"bgcolor": PAPER, "borderpad": 2} for name in height.notes] if canvas.far else height.notes


def _column_notes(canvas: Canvas, top: float) -> list[Mapped]:
    units, middle, total = canvas.scenario.units, canvas.drawn.last / 2, canvas.column.total
    size = bytes_text(total - canvas.column.gathered, units)
    if canvas.column.gathered:
        size += f" + {bytes_text(canvas.column.gathered, units)}"
    each = " each" if canvas.scenario.gpus > 1 else ""
    notes = [note(middle, total, size + each, above=True, bold=True, boxed=True) | {"yshift": 3}]
    if canvas.shrunk:
        full = f"16·P = {bytes_text(canvas.full, units)}"
        notes.append(
            note(middle, canvas.full, full, color=MUTED, above=True)
            if canvas.full <= top
            else note(middle, 0.92 if canvas.far else 1, f"↑ {full}", color=MUTED, yref="paper", above=False, boxed=True)
        )
    gap = gap_note(canvas.drawn, total / 2 if total > 0.45 * top else total + 0.24 * top)
    return notes + ([words | {"bgcolor": PAPER} for words in gap] if canvas.scenario.stage == CUT else gap)


def _activation_note(canvas: Canvas, top: float) -> list[Mapped]:
    now = canvas.scenario.stage == SUM
    words, color = bytes_text(canvas.activations, canvas.scenario.units), INK if now else MUTED
    if canvas.activations > top:
        return [note(canvas.side, 0.55, f"↑<br>{words}", color=color, bold=now, yref="paper", boxed=True)]
    return [note(canvas.side, canvas.activations, words, color=color, bold=now, above=True, boxed=True) | {"yshift": 3}]


def sentence(canvas: Canvas) -> str:
    """What is seen at this stage, with its numbers."""
    run, units = canvas.scenario, canvas.scenario.units
    total, full = bytes_text(canvas.column.total, units), bytes_text(canvas.full, units)
    aside = " The grey bar at the side, the activations, comes last." if run.stage < SUM else ""
    if run.stage == WHOLE:
        return f"{_gpus(run)} {'the full' if run.gpus == 1 else 'the same full'} column of {full}.{aside}"
    if run.stage == CUT:
        thin = " The slices are thinner than the lines that mark them." if canvas.thin else ""
        return f"Each stack is cut into {_slices(run)}; what a GPU will keep is in colour, the rest of its {full} is grey.{thin}{aside}"
    if run.stage == KEPT and run.gpus == 1:
        return f"The one GPU keeps its one slice of each stack, the full column of {full}.{aside}"
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


def table(canvas: Canvas) -> Table:
    """What one GPU holds at this stage, and what stands beside it, in exact bytes."""
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
