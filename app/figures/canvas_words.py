"""The words of the one-picture summary: what stands in the picture, and what is said of it."""

from collections.abc import Sequence

from app.figures.activation_words import sizes_of
from app.figures.axes import Scale, against_capacity
from app.figures.canvas import CUT, GATHER, KEPT, SUM, WHOLE, Canvas
from app.figures.gpus import gap_note
from app.figures.labels import foot, label, over_label, room
from app.figures.picture import Table
from app.figures.style import CAPACITY, GATHERED, INK, MUTED, PAPER, STACKS, Mapped, note
from app.memory.activations import kept
from app.memory.breakdown import Breakdown
from app.memory.gathering import fully_sharded
from app.memory.scenario import Scenario
from app.memory.sharding import shard
from app.memory.states import stacks
from app.memory.units import bytes_text, gpus, whole

TALL = 0.3  # of the axis: a bar that has room for words on it
BESIDE = 0.42  # of the way between two places: from the middle of the bar to words beside it
APART = 0.12  # of the axis: between the middles of two lines of words
SEEN = 0.03  # of the axis: a lower column is all but invisible, and the sentence says so


def stage_name(scenario: Scenario) -> str:
    """What the present stage shows, in a few words."""
    if scenario.gpus == 1 and scenario.stage in (CUT, KEPT):
        return "one GPU, so one shard: the whole column"
    return {
        WHOLE: f"{'the one' if scenario.gpus == 1 else 'every'} GPU holds the full column, 16·P",
        CUT: f"each stack cut into {scenario.gpus:,} shards",
        KEPT: "each GPU keeps its own shards, 16·P/N",
        GATHER: "shards plus the bubble, 16·P/N + L_max",
        SUM: f"with the activations, {bytes_text(fully_sharded(scenario).total + kept(scenario), scenario.units)} on one GPU",
    }[scenario.stage]


def notes(canvas: Canvas, height: Scale) -> list[Mapped]:
    """All words in the picture."""
    return [*height.notes, *_column_notes(canvas, height), _activation_note(canvas, height), *_sum_note(canvas, height)]


def _column_notes(canvas: Canvas, height: Scale) -> list[Mapped]:
    units, middle, total = canvas.scenario.units, canvas.drawn.last / 2, canvas.column.total
    size = bytes_text(total, units)
    if canvas.scenario.stage == GATHER:
        size = f"{bytes_text(canvas.column.states, units)}<br>+ {bytes_text(canvas.column.gathered, units)}"
    each = " each" if canvas.scenario.gpus > 1 else ""
    top = height.axis["range"][1]
    words = size + each
    notes = [label(middle, total, words, height)]
    if canvas.shrunk:
        full = f"16·P = {bytes_text(canvas.full, units)}"
        notes.append(
            label(middle, canvas.full, full, height, color=MUTED, bold=False)
            if canvas.full <= top
            else note(middle, 1, f"↑ {full}", color=MUTED, yref="paper", above=False, boxed=True)
        )
    gap = gap_note(canvas.drawn, total / 2 if total > 0.45 * top else foot(total, height) + over_label(words) * top)
    return notes + [more | {"bgcolor": PAPER} for more in gap]


def _activation_note(canvas: Canvas, height: Scale) -> Mapped:
    """The bytes of the activations: beside their bar where it is tall, so that they cover neither C nor other words."""
    bar, top = canvas.activations, height.axis["range"][1]
    words = bytes_text(bar, canvas.scenario.units)
    if bar > top:
        return note(canvas.side, 0.55, f"↑<br>{words}", bold=True, yref="paper", boxed=True)
    taken = foot(canvas.column.total, height) + room() * top / 2  # by the words of the columns
    places = [part * bar for part in (0.55, 0.7, 0.4, 0.85)]
    clear = [place for place in places if abs(place - taken) > APART * top and abs(height.share(place)) > room() / 2]
    if bar > TALL * top and clear:
        return note(canvas.side - BESIDE, clear[0], words, bold=True, anchor="right", boxed=True)
    crowded = canvas.scenario.stage == SUM and canvas.column.total < room(2) * top  # by the words of the sum
    place, anchor = (canvas.side + 0.35, "right") if crowded else (canvas.side, "center")
    return label(place, bar, words, height, anchor=anchor)


def _sum_note(canvas: Canvas, height: Scale) -> list[Mapped]:
    """What one GPU needs in all, at the last stage."""
    if canvas.scenario.stage != SUM:
        return []
    total = canvas.together.total
    over = total > canvas.scenario.gpu_memory
    words = f"{bytes_text(total, canvas.scenario.units)}<br>{'over C' if over else 'under C'}"
    return [label(canvas.end, total, words, height, color=CAPACITY if over else INK)]


def sentence(canvas: Canvas) -> str:
    """What is seen at this stage, with its numbers."""
    run, units = canvas.scenario, canvas.scenario.units
    total, full = bytes_text(canvas.column.total, units), bytes_text(canvas.full, units)
    aside = " The bar at the side, the activations, comes last." if run.stage < SUM else ""
    if run.stage == WHOLE:
        return f"{_holders(run)} {'the full' if run.gpus == 1 else 'the same full'} column of {full}.{aside}"
    if run.stage == CUT:
        thin = " The shards are thinner than the lines that mark them." if canvas.thin else ""
        return f"Each stack is cut into {_shards(run)}; what a GPU will keep is in colour, the rest of its {full} is grey.{thin}{aside}"
    if run.stage == KEPT and run.gpus == 1:
        return f"The one GPU keeps its one shard of each stack, the full column of {full}.{aside}"
    if run.stage == KEPT:
        return f"{_holders(run)} a column of {total}, where a full column of {full} stood.{_unseen(canvas)}{aside}"
    bubble = bytes_text(canvas.column.gathered, units)
    if run.stage == GATHER:
        holder = "the one GPU" if run.gpus == 1 else "each GPU"
        return f"On top of its shards {holder} holds a bubble of {bubble} for a moment: {total} in all.{_unseen(canvas)}{aside}"
    return (
        f"{_holders(run)} {total}, bubble included, and {bytes_text(canvas.activations, units)} of activations "
        f"({sizes_of(run)}), as much as at the start. {_stacked(canvas)}"
    )


def _stacked(canvas: Canvas) -> str:
    """What the column of the sum shows."""
    units, capacity, total = canvas.scenario.units, canvas.scenario.gpu_memory, canvas.together.total
    verdict = f"which {against_capacity(total, capacity)} the line of {bytes_text(capacity, units)}"
    return f"The last column is the sum on one GPU: {bytes_text(total, units)}, {verdict}."


def _unseen(canvas: Canvas) -> str:
    low = canvas.column.total < SEEN * canvas.highest
    return " At this scale that is all but invisible." if low else ""


def _holders(run: Scenario) -> str:
    return "The one GPU holds" if run.gpus == 1 else f"Each of {gpus(run.gpus)} holds"


def _shards(run: Scenario) -> str:
    return "one shard" if run.gpus == 1 else f"{run.gpus:,} shards"


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
        *([("Sum with the activations", canvas.together.total)] if canvas.scenario.stage == SUM else []),
        ("Full column, 16·P", canvas.full),
        ("Memory of one GPU, C", canvas.scenario.gpu_memory),
    ]
    blanks = ("",) * (len(shown) - 1)
    return Table(
        ("On each GPU", "Bytes", "Own shards of GPU 0, bytes")[: 1 + len(shown)],
        (*rows, *((name, whole(size), *blanks) for name, size in beside)),
    )
