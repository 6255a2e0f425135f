"""Memory against N: what one GPU needs when 1 to 65,536 GPUs share the work."""

import math

from app.figures.axes import gpu_axis, log_scale, scale
from app.figures.picture import Picture, Table
from app.figures.style import CAPACITY, INK, MUTED, THETA, figure, line, note, point
from app.memory.gathering import smallest_gpus
from app.memory.scenario import FIELDS, MOST_GPUS, Scenario
from app.memory.states import data_parallel, persistent
from app.memory.units import bytes_text, whole


def data_parallel_against_n(scenario: Scenario) -> Picture:
    """16·P as a flat line over N, the reader's N marked, C as a line."""
    total = data_parallel(scenario).total
    height = scale(scenario.gpu_memory, total, scenario.units)
    own = f"N = {scenario.gpus:,}: {bytes_text(total, scenario.units)}"
    label = note(math.log10(scenario.gpus), total, own, bold=True, anchor=_anchor(scenario.gpus), above=False, boxed=True)
    return Picture(
        title="Data parallelism: memory on one GPU against N",
        figure=figure(
            [line([1, MOST_GPUS], [total, total], "data parallelism, 16·P", INK), point(scenario.gpus, total, own, THETA.light)],
            x=gpu_axis(),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, label | {"yshift": -10}],
        ),
        sentence=f"A flat line: whether one GPU works or {MOST_GPUS:,} do, each holds {bytes_text(total, scenario.units)}.",
        table=Table(("GPUs, N", "Bytes on each GPU, 16·P"), tuple((whole(n), whole(total)) for n in _table_gpus(scenario))),
    )


def sharded_against_n(scenario: Scenario) -> Picture:
    """16·P flat and 16·P/N falling, both axes logarithmic; the reader's N and the smallest N that fits C are marked."""
    whole_model = data_parallel(scenario).total
    smallest = smallest_gpus(scenario)
    shown = sorted({*map(int, FIELDS["gpus"].values), scenario.gpus})
    falling = [_sharded(scenario, n) for n in shown]
    hover = [f"N = {n:,}: {bytes_text(y, scenario.units)}" for n, y in zip(shown, falling, strict=True)]
    own = _sharded(scenario, scenario.gpus)
    traces = [
        line([1, MOST_GPUS], [whole_model, whole_model], "data parallelism, 16·P", MUTED, dash="dot"),
        line(shown, falling, "sharded, 16·P/N", THETA.light, hover=hover),
        point(scenario.gpus, own, "your N", THETA.light),
    ]  # fmt: skip
    notes = [
        note(math.log10(MOST_GPUS), math.log10(whole_model), "16·P, data parallelism", color=MUTED, anchor="right", above=True),
        note(math.log10(scenario.gpus), math.log10(own), f"N = {scenario.gpus:,}: {bytes_text(own, scenario.units)}", bold=True,
             anchor=_anchor(scenario.gpus), above=True, boxed=True) | {"yshift": 10},
    ]  # fmt: skip
    if smallest and smallest <= MOST_GPUS:
        at = _sharded(scenario, smallest)
        traces.append(point(smallest, at, "smallest N that fits", CAPACITY, symbol="diamond"))
        notes.append(note(math.log10(smallest), math.log10(at), f"smallest that fits: N = {smallest:,}", color=CAPACITY,
                          anchor=_anchor(smallest), above=False, boxed=True) | {"yshift": -10})  # fmt: skip
    height = log_scale(scenario.gpu_memory, min(falling), whole_model, scenario.units)
    return Picture(
        title="Memory on one GPU against N, both axes logarithmic",
        figure=figure(
            traces,
            x=gpu_axis(),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, *notes],
        ),
        sentence=(
            f"Data parallelism stays flat at {bytes_text(whole_model, scenario.units)}; sharded, one GPU holds "
            f"{bytes_text(own, scenario.units)} at N = {scenario.gpus:,}, and twice as many GPUs hold half as much each."
        ),
        table=Table(
            ("GPUs, N", "Data parallelism, bytes", "Sharded, bytes"),
            tuple((whole(n), whole(whole_model), whole(_sharded(scenario, n))) for n in _table_gpus(scenario)),
        ),
    )


def _sharded(scenario: Scenario, gpus: int) -> int:
    return persistent(scenario.but(gpus=gpus)).total


def _table_gpus(scenario: Scenario) -> list[int]:
    return sorted({1, 2, 4, 8, 64, 1024, MOST_GPUS, scenario.gpus})


def _anchor(gpus: int) -> str:
    return "left" if gpus < 32 else "right" if gpus > 4096 else "center"
