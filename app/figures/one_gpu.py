"""One GPU: data parallelism, FSDP on a single GPU, and FSDP on the reader’s N, side by side."""

from app.figures.axes import Scale, places, scale
from app.figures.labels import TWO_LEVELS, label
from app.figures.picture import Picture, Table
from app.figures.style import Mapped, columns, figure
from app.memory.breakdown import Breakdown
from app.memory.gathering import fully_sharded
from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.units import bytes_text, gpus, whole


def one_gpu(scenario: Scenario) -> Picture:
    """16·P beside 16·P + L_max, and the sharded column of the reader’s N for contrast, with C as a line."""
    shown = _shown(scenario)
    height = scale(scenario.gpu_memory, max(memory.total for _, memory in shown), scenario.units, headroom=TWO_LEVELS)
    at = [float(place) for place in range(len(shown))]
    names = [_in_a_line(name) for name, _ in shown]
    pairs = list(zip(at, (memory for _, memory in shown), strict=True))
    return Picture(
        title="On a single GPU, FSDP has nobody to share with",
        figure=figure(
            columns(pairs, units=scenario.units, names=names, tallest=height.axis["range"][1]),
            x=places(-0.5, at[-1] + 0.55, at, [name for name, _ in shown]),
            y=height.axis,
            notes=[*height.notes, *(_label(x, memory, height, scenario.units) for x, memory in pairs)],
            shapes=height.shapes,
        ),
        sentence=_sentence(scenario),
        table=Table(
            ("On one GPU", "Stays, bytes", "Gathered, bytes", "Sum, bytes"),
            tuple((_in_a_line(name), whole(memory.states), whole(memory.gathered), whole(memory.total)) for name, memory in shown),
        ),
    )


def _shown(scenario: Scenario) -> list[tuple[str, Breakdown]]:
    alone = scenario.but(gpus=1, rank=-1)
    shown = [("data<br>parallel", data_parallel(scenario)), ("FSDP<br>N = 1", fully_sharded(alone))]
    return shown if scenario.gpus == 1 else [*shown, (f"FSDP<br>N = {scenario.gpus:,}", fully_sharded(scenario))]


def _in_a_line(name: str) -> str:
    """'data parallel', 'FSDP, N = 1'."""
    return name.replace("<br>", ", " if "=" in name else " ")


def _label(x: float, memory: Breakdown, height: Scale, units: str) -> Mapped:
    words = bytes_text(memory.states, units)
    if memory.gathered:
        words += f"<br>+ {bytes_text(memory.gathered, units)}"
    return label(x, memory.total, words, height)


def _sentence(scenario: Scenario) -> str:
    (_, plain), (_, alone), *own = _shown(scenario)
    units = scenario.units
    words = (
        f"Data parallelism and FSDP on one GPU keep the same {bytes_text(plain.total, units)}, "
        f"and FSDP gathers {bytes_text(alone.gathered, units)} on top"
    )
    if not own:
        return f"{words}. Your N is 1, so there is no third column."
    return f"{words}; on {gpus(scenario.gpus)} each keeps {bytes_text(own[0][1].states, units)} and gathers as much as one alone."
