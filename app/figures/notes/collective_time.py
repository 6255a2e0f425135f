"""Collective time: seconds of one collective against N, and of it what hops and what bytes cost."""

import math

from app.figures.axes import gpu_axis, places
from app.figures.notes.ring_boxes import title
from app.figures.notes.seconds import seconds_text
from app.figures.picture import Picture, Table
from app.figures.style import INK, MUTED, PAPER, Mapped, figure, line, note, point
from app.memory.field import doubling
from app.memory.notes.collective_cost import latency_seconds, seconds, sent_bytes, wire_seconds
from app.memory.notes.collectives import CollectiveRun
from app.memory.scenario import MOST_GPUS
from app.memory.units import bytes_text, gpus

TABLE_GPUS = (2, 8, 64, 512, 4096, MOST_GPUS)


def collective_time(run: CollectiveRun) -> Picture:
    """Three lines over N on a logarithmic axis: hops, bytes, and both together with the reader's N marked."""
    numbers = sorted({*doubling(2, MOST_GPUS), max(run.gpus, 2)})
    each = [run.but(gpus=number) for number in numbers]
    both, hops, wire = ([float(cost(other)) for other in each] for cost in (seconds, latency_seconds, wire_seconds))
    own = f"N = {run.gpus:,}: {seconds_text(float(seconds(run)))}"
    marks = [point(run.gpus, float(seconds(run)), own, PAPER)] if run.gpus > 1 else []
    return Picture(
        title=f"{title(run.operation)} of one layer against N",
        figure=figure(
            [
                line(numbers, wire, "bytes alone", MUTED, dash="dash"),
                line(numbers, hops, "hops alone", MUTED, dash="dot"),
                line(numbers, both, "one collective", INK),
                *marks,
            ],
            x=gpu_axis("GPUs in the ring, N"),
            y=_axis(min(*hops, *wire), max(both)),
            notes=_notes(run, own) + [_name(numbers, hops, "hops, α", 5), _name(numbers, wire, "bytes, B", 0)],
        ),
        sentence=_sentence(run),
        table=Table(
            ("GPUs", "Sent by the busiest GPU", "Hops alone", "Bytes alone", "Together"),
            tuple(_row(run.but(gpus=number)) for number in sorted({*TABLE_GPUS, run.gpus})),
        ),
    )


def _notes(run: CollectiveRun, own: str) -> list[Mapped]:
    if run.gpus == 1:
        return [note(0.02, 0.5, "one GPU: nothing to send", anchor="left", xref="paper", yref="paper", color=MUTED)]
    side = "left" if run.gpus < 16 else "right"
    return [
        note(math.log10(run.gpus), math.log10(float(seconds(run))), own, anchor=side, above=True, bold=True, boxed=True) | {"yshift": 14}
    ]


def _name(numbers: list[int], heights: list[float], words: str, index: int) -> Mapped:
    """The name of a line, under one of its points and to the right."""
    return note(math.log10(numbers[index]), math.log10(heights[index]), words, anchor="left", above=False, color=MUTED) | {"yshift": -4}


def _axis(low: float, high: float) -> Mapped:
    """Powers of ten of a second, at most six of them named."""
    first, last = math.log10(low) - 0.7, math.log10(high) + 0.8
    powers = list(range(math.ceil(first), math.floor(last) + 1))
    while len(powers) > 6:
        powers = powers[::2]
    ticks = [10.0**power for power in powers]
    return places(first, last, ticks, [seconds_text(tick) for tick in ticks]) | {"type": "log", "showgrid": True}


def _row(run: CollectiveRun) -> tuple[str, ...]:
    costs = (seconds_text(float(cost(run))) for cost in (latency_seconds, wire_seconds, seconds))
    return (gpus(run.gpus), bytes_text(sent_bytes(run), run.units), *costs)


def _sentence(run: CollectiveRun) -> str:
    if run.gpus == 1:
        return "One GPU has nothing to send. The lines begin at two."
    own, hops, wire = (seconds_text(float(cost(run))) for cost in (seconds, latency_seconds, wire_seconds))
    return (
        f"On {gpus(run.gpus)} it takes {own}: {hops} for hops and {wire} for bytes. "
        "What bytes cost hardly grows with N; what hops cost grows with every GPU."
    )
