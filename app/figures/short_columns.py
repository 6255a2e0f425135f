"""Short columns beside the tall one: what each GPU keeps, 16·P/N bytes, beside the full copy of plain data parallelism."""

from dataclasses import replace

from app.figures.axes import Scale, against_capacity, places, scale
from app.figures.gpus import Cluster, cluster, gap_note
from app.figures.labels import foot, label, over_label
from app.figures.picture import Picture, Table
from app.figures.style import GATHERED, MUTED, STACKS, Mapped, columns, figure
from app.memory.breakdown import Breakdown
from app.memory.gathering import fully_sharded
from app.memory.scenario import Scenario
from app.memory.states import data_parallel, persistent
from app.memory.units import bytes_text, gpus, percent, whole

FULL_AT = -1.35  # place of the full copy, before GPU 0
SEEN = 0.03  # of the full copy: a lower column is all but invisible, and the sentence says so


def short_columns(scenario: Scenario, *, bubble: bool = False) -> Picture:
    """The full copy in grey, the short column of every GPU beside it, and C as a line; with `bubble` the gathered layer on top."""
    full = data_parallel(scenario)
    each = fully_sharded(scenario) if bubble else persistent(scenario)
    drawn = cluster(scenario.gpus)
    height = scale(scenario.gpu_memory, max(full.total, each.total), scenario.units)
    traces = [
        *columns([(FULL_AT, full)], units=scenario.units, names=["full copy"], ghost=True),
        *columns([(x, each) for x in drawn.at], units=scenario.units, names=drawn.names, tallest=height.axis["range"][1]),
    ]
    return Picture(
        title="What each GPU keeps, beside the full copy",
        figure=figure(
            traces,
            x=places(FULL_AT - 0.7, drawn.last + 0.55, (FULL_AT, *drawn.at), ("full<br>copy", *drawn.ticks)),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, *_totals(scenario, full, each, drawn, height), *_gap(scenario, full, each, drawn, height)],
        ),
        sentence=_sentence(scenario, full, each),
        table=_table(scenario, full, each),
    )


def whole_idea(scenario: Scenario) -> Picture:
    """The whole walkthrough in one figure: the full copy, the short columns, and on each of them the layer that is borrowed."""
    full, each = data_parallel(scenario), fully_sharded(scenario)
    full_text, kept_text, borrowed_text = (bytes_text(value, scenario.units) for value in (full.total, each.states, each.gathered))
    kept = f"one column of {kept_text}" if scenario.gpus == 1 else f"{scenario.gpus:,} equal columns of {kept_text}"
    share = percent(each.gathered, each.total)
    return replace(
        short_columns(scenario, bubble=True),
        title="FSDP in one picture: a shard of everything, and one borrowed layer",
        sentence=(
            f"Plain data parallelism needs {full_text} on every GPU, the grey column. With FSDP: {kept}, and on top {borrowed_text} "
            f"for the one layer that is gathered, {share} of the sum.{_unseen(full, each)} {_fit(scenario, each)}"
        ),
    )


def _totals(scenario: Scenario, full: Breakdown, each: Breakdown, drawn: Cluster, height: Scale) -> list[Mapped]:
    """What the columns come to, written above them: once for the full copy, once for all the short ones, which are equal."""
    return [
        label(FULL_AT - 0.35, full.total, bytes_text(full.total, scenario.units), height, color=MUTED, anchor="left"),
        label(drawn.last / 2, each.total, _short_words(scenario, full, each), height),
    ]


def _short_words(scenario: Scenario, full: Breakdown, each: Breakdown) -> str:
    borrowed = f"<br>+ {bytes_text(each.gathered, scenario.units)}" if each.gathered else ""
    words = bytes_text(each.states, scenario.units) + borrowed + (" each" if scenario.gpus > 1 else "")
    return words + ("<br>(all but invisible here)" if _invisible(full, each) else "")


def _gap(scenario: Scenario, full: Breakdown, each: Breakdown, drawn: Cluster, height: Scale) -> list[Mapped]:
    """“and 60 more”: among the columns, or above them and their label where they are too short for it."""
    top = height.axis["range"][1]
    over = foot(each.total, height) + over_label(_short_words(scenario, full, each)) * top
    return gap_note(drawn, each.total / 2 if each.total > 0.4 * top else over)


def _sentence(scenario: Scenario, full: Breakdown, each: Breakdown) -> str:
    size, total = bytes_text(each.total, scenario.units), bytes_text(full.total, scenario.units)
    if scenario.gpus == 1:
        words = f"One GPU keeps everything: its column of {size} is as tall as the full copy of {total} beside it."
    else:
        words = f"{scenario.gpus:,} equal short columns of {size}, beside the grey full copy of {total} that plain data parallelism needs."
    return f"{words}{_unseen(full, each)} {_fit(scenario, each)}"


def _unseen(full: Breakdown, each: Breakdown) -> str:
    """Said where a short column is so low that it can hardly be seen."""
    if not _invisible(full, each):
        return ""
    return f" At this scale a short column, {percent(each.total, full.total)} of the full copy, is all but invisible."


def _invisible(full: Breakdown, each: Breakdown) -> bool:
    return each.total < SEEN * full.total


def _fit(scenario: Scenario, each: Breakdown) -> str:
    verdict = against_capacity(each.total, scenario.gpu_memory)
    whose = "The column of the GPU" if scenario.gpus == 1 else "Each GPU’s column"
    return f"{whose} {verdict} the line of {bytes_text(scenario.gpu_memory, scenario.units)} that it has."


def _table(scenario: Scenario, full: Breakdown, each: Breakdown) -> Table:
    roles = (*STACKS, GATHERED) if each.gathered else STACKS
    cells = [(f"{role.symbol}, {role.name}", getattr(full, role.key), getattr(each, role.key)) for role in roles]
    cells.append(("Sum, each GPU", full.total, each.total))
    if scenario.gpus > 1:
        cells.append((f"{gpus(scenario.gpus)} together", full.total * scenario.gpus, each.total * scenario.gpus))
    return Table(("Bytes of", "Full copy", "Sharded"), tuple((name, whole(tall), whole(short)) for name, tall, short in cells))
