"""Memory against N: what one GPU needs when 1 to 65,536 GPUs share the work."""

import math
from dataclasses import dataclass

from app.figures.axes import Scale, gpu_axis, log_scale, scale
from app.figures.labels import foot, room
from app.figures.picture import Picture, Table
from app.figures.style import CAPACITY, INK, MUTED, PAPER, Mapped, figure, line, note, point, rule
from app.memory.gathering import gathered_bytes, smallest_gpus
from app.memory.scenario import FIELDS, MOST_GPUS, Scenario
from app.memory.states import data_parallel, persistent
from app.memory.units import bytes_text, count, whole

BAND = 0.16  # of the height of a logarithmic axis, left free under the lowest thing drawn
FARTHEST_AFTER = 1024  # N up to which the name of a point has room after it


def data_parallel_against_n(scenario: Scenario) -> Picture:
    """16·P as a flat line over N, the reader's N marked, C as a line."""
    total = data_parallel(scenario).total
    height = scale(scenario.gpu_memory, total, scenario.units)
    own = f"N = {scenario.gpus:,}: {bytes_text(total, scenario.units)}"
    over = 0 <= height.share(total) < 1.5 * room()  # below the flat line the words would cover C
    name = note(math.log10(scenario.gpus), total, own, bold=True, anchor=_anchor(scenario.gpus), above=over, boxed=True)
    return Picture(
        title="Data parallelism: memory on one GPU against N",
        figure=figure(
            [line([1, MOST_GPUS], [total, total], "data parallelism, 16·P", INK), point(scenario.gpus, total, own, PAPER)],
            x=gpu_axis(),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, name | {"yshift": 10 if over else -10}],
        ),
        sentence=f"A flat line: whether one GPU works or {MOST_GPUS:,} do, each holds {bytes_text(total, scenario.units)}.",
        table=Table(("GPUs, N", "Bytes on each GPU, 16·P"), tuple((whole(n), whole(total)) for n in _table_gpus(scenario))),
    )


def sharded_against_n(scenario: Scenario) -> Picture:
    """16·P flat and 16·P/N falling, both axes logarithmic; the reader's N and the smallest N that fits C are marked."""
    full = data_parallel(scenario).total
    shown = sorted({*map(int, FIELDS["gpus"].values), scenario.gpus})
    falling = [_sharded(scenario, n) for n in shown]
    hover = [f"N = {n:,}: {bytes_text(y, scenario.units)}" for n, y in zip(shown, falling, strict=True)]
    height = _falling_scale(scenario, falling[-1], full)
    fits = _smallest_marked(scenario, 10 ** height.axis["range"][0])
    return Picture(
        title="Memory on one GPU against N, both axes logarithmic",
        figure=figure(
            [
                line([1, MOST_GPUS], [full, full], "data parallelism, 16·P", MUTED, dash="dot"),
                line(shown, falling, "sharded, 16·P/N", INK, hover=hover),
                *fits.traces,
                point(scenario.gpus, _sharded(scenario, scenario.gpus), "your N", PAPER),
            ],
            x=gpu_axis(),
            y=height.axis,
            shapes=[*height.shapes, *fits.shapes],
            notes=[*height.notes, _flat_note(scenario, full, height), _own_note(scenario, full, height), fits.note],
        ),
        sentence=_sharded_sentence(scenario, full),
        table=Table(
            ("GPUs, N", "Data parallelism, bytes", "Sharded, bytes"),
            tuple((whole(n), whole(full), whole(_sharded(scenario, n))) for n in _table_gpus(scenario, smallest_gpus(scenario))),
        ),
    )


def _falling_scale(scenario: Scenario, low: int, high: int) -> Scale:
    """An axis with a free band under everything that is drawn: the smallest N is named there."""
    lowest, highest = min(low, scenario.gpu_memory), max(high, scenario.gpu_memory)
    return log_scale(scenario.gpu_memory, lowest * (lowest / highest) ** BAND, high, scenario.units)


def _flat_note(scenario: Scenario, full: int, height: Scale) -> Mapped:
    """The name of the flat line: at its far end, or near its start where the reader's N is named at the end."""
    place, anchor = (math.log10(32), "right") if _flat_taken(scenario, full, height) else (math.log10(MOST_GPUS), "right")
    return note(place, height.place(foot(full, height)), "plain DP", color=MUTED, anchor=anchor, above=True)


def _flat_taken(scenario: Scenario, full: int, height: Scale) -> bool:
    """Whether the reader's N lies at the end of the flat line."""
    return scenario.gpus > FARTHEST_AFTER and height.share(full) - height.share(_sharded(scenario, scenario.gpus)) < room()


def _own_note(scenario: Scenario, full: int, height: Scale) -> Mapped:
    """The reader's N beside its point, where no line is: over N = 1, then after it, at the far end before it."""
    own, capacity = _sharded(scenario, scenario.gpus), scenario.gpu_memory
    words, x = f"N = {scenario.gpus:,}: {bytes_text(own, scenario.units)}", math.log10(scenario.gpus)
    if scenario.gpus == 1:
        return note(x, height.place(foot(own, height)), words, bold=True, anchor="left", above=True) | {"yshift": 6}
    after = scenario.gpus <= FARTHEST_AFTER
    anchor, shift = ("left", 16) if after else ("right", -16)
    if _flat_taken(scenario, full, height):
        return note(x, height.place(foot(full, height)), words, bold=True, anchor=anchor, above=True) | {"yshift": 6}
    if abs(height.share(own)) > room() / 2:
        return note(x, height.place(own), words, bold=True, anchor=anchor, boxed=True) | {"xshift": shift}
    edge = max(own, capacity) if after else min(own, capacity)
    if after and height.share(full) - height.share(edge) < 0.7 * room():  # no room between C and the flat line
        edge = full
    return note(x, height.place(edge), words, bold=True, anchor=anchor, above=after) | {"xshift": shift, "yshift": 4 if after else -4}


@dataclass(frozen=True)
class _Marked:
    """How the smallest N that fits is shown."""

    traces: list[Mapped]
    shapes: list[Mapped]
    note: Mapped


def _smallest_marked(scenario: Scenario, floor: float) -> _Marked:
    """A diamond on the falling line, and its name at the foot of the figure; only words where no N fits or it lies beyond the axis."""
    smallest = smallest_gpus(scenario)
    if smallest is None:
        return _Marked([], [], _foot("no N fits", 0, "left", "paper"))
    if smallest > MOST_GPUS:
        return _Marked([], [], _foot(f"fits from N = {count(smallest)} →", 1, "right", "paper"))
    at, same = _sharded(scenario, smallest), smallest == scenario.gpus
    diamond = point(smallest, at, f"smallest N that fits: {smallest:,}", CAPACITY, symbol="diamond")
    if same:
        diamond["marker"]["size"] = 24  # so that it shows round the reader's own point
    anchor = "left" if smallest < 16 else "center" if smallest <= 256 else "right"
    name = _foot(f"fits from N = {smallest:,}" + (", yours" if same else ""), math.log10(smallest), anchor, "x")
    return _Marked([diamond], [rule(smallest, floor, smallest, at, CAPACITY, dash="dot", width=2)], name)


def _foot(words: str, x: float, anchor: str, xref: str) -> Mapped:
    shift = {"left": 5, "right": -5}.get(anchor, 0)
    return note(x, 0, words, color=CAPACITY, anchor=anchor, above=True, xref=xref, yref="paper", boxed=True) | {
        "xshift": shift,
        "yshift": 2,
    }


def _sharded_sentence(scenario: Scenario, full: int) -> str:
    own, smallest = bytes_text(_sharded(scenario, scenario.gpus), scenario.units), smallest_gpus(scenario)
    capacity = bytes_text(scenario.gpu_memory, scenario.units)
    gathered = bytes_text(gathered_bytes(scenario.layer), scenario.units)
    if smallest is None:
        fits = f"No N fits {capacity}, because gathering the largest layer takes {gathered}."
    else:
        beyond = ", beyond the end of the axis" if smallest > MOST_GPUS else ""
        fits = f"The smallest N that fits {capacity}, with {gathered} for the gathered layer, is {whole(smallest)}{beyond}."
    until = ", until N passes P," if scenario.params < MOST_GPUS else ""
    return (
        f"Data parallelism stays flat at {bytes_text(full, scenario.units)}; sharded, the line falls by half each time N doubles{until} "
        f"and passes {own} at N = {scenario.gpus:,}. {fits}"
    )


def _sharded(scenario: Scenario, gpus: int) -> int:
    return persistent(scenario.but(gpus=gpus)).total


def _table_gpus(scenario: Scenario, smallest: int | None = None) -> list[int]:
    marked = {smallest} if smallest and smallest <= MOST_GPUS else set()
    return sorted({1, 2, 4, 8, 64, 1024, MOST_GPUS, scenario.gpus} | marked)


def _anchor(gpus: int) -> str:
    return "left" if gpus < 32 else "right" if gpus > 4096 else "center"
