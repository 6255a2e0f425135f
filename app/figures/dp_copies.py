"""DP copies: GPUs side by side, each the same full column."""

from app.figures.axes import against_capacity, places, scale
from app.figures.gpus import cluster, gap_note
from app.figures.labels import label
from app.figures.picture import Picture, Table
from app.figures.style import STACKS, columns, figure
from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.units import bytes_text, gpus, whole


def dp_copies(scenario: Scenario) -> Picture:
    """Every GPU of plain data parallelism with all four stacks, 16·P bytes each, and C as a line."""
    each = data_parallel(scenario)
    drawn = cluster(scenario.gpus)
    height = scale(scenario.gpu_memory, each.total, scenario.units)
    traces = columns([(x, each) for x in drawn.at], units=scenario.units, names=drawn.names)
    each_text = bytes_text(each.total, scenario.units) + (" each" if scenario.gpus > 1 else "")
    notes = [label(drawn.last / 2, each.total, each_text, height)]
    return Picture(
        title="Data parallelism: every GPU holds everything",
        figure=figure(
            traces,
            x=places(-0.6, drawn.last + 0.6, drawn.at, drawn.ticks),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, *notes, *gap_note(drawn, each.total / 2)],
        ),
        sentence=_sentence(scenario, each.total),
        table=Table(
            ("On every GPU", "Bytes"),
            tuple((f"{role.symbol}, {role.name}", whole(getattr(each, role.key))) for role in STACKS)
            + (("Sum, 16·P", whole(each.total)), *_together(scenario, each.total)),
        ),
    )


def _together(scenario: Scenario, total: int) -> list[tuple[str, str]]:
    return [(f"{gpus(scenario.gpus)} together, 16·P·N", whole(total * scenario.gpus))] if scenario.gpus > 1 else []


def _sentence(scenario: Scenario, total: int) -> str:
    copies = "One GPU holds" if scenario.gpus == 1 else f"{scenario.gpus:,} equal columns: each GPU holds"
    return (
        f"{copies} all four stacks, {bytes_text(total, scenario.units)} in all, which {against_capacity(total, scenario.gpu_memory)} "
        f"the line of {bytes_text(scenario.gpu_memory, scenario.units)} that one GPU has."
    )
