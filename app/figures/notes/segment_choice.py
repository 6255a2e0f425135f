"""Segment choice: memory at the fullest against k, and the ways to keep activations side by side with what they compute again."""

import math

from app.figures.axes import byte_axis, places
from app.figures.picture import Picture, Table
from app.figures.style import ACTIVATIONS, HEADROOM, INK, MUTED, PAPER, Mapped, columns, figure, line, note, point, rule
from app.memory.breakdown import Breakdown
from app.memory.field import doubling
from app.memory.notes.segments import CheckpointedRun, Way, best, everything, in_segments, inputs, segments, ways
from app.memory.units import bytes_text, times, whole

SHORT = {"off": "all", "selective": "selec-<br>tive", "segments": "one in k", "full": "every<br>layer"}
LONG = {
    "off": "Everything is kept",
    "selective": "Selective: scores are computed again",
    "segments": "One checkpoint in k layers",
    "full": "A checkpoint at every layer",
}


def kept_against_k(run: CheckpointedRun) -> Picture:
    """Bytes at the fullest for every k up to L, with the reader's k and the one that keeps least."""
    least = best(run)
    shown = sorted({*doubling(1, run.layers), run.span, least})
    heights = [in_segments(run, every) for every in shown]
    own = in_segments(run, run.span)
    axis = byte_axis(HEADROOM * 1.1 * max(*heights, everything(run)), run.units)
    side = "left" if run.span**2 <= run.layers else "right"
    return Picture(
        title="The fullest moment against k",
        figure=figure(
            [
                line(shown, heights, "one checkpoint in k layers", INK),
                line(shown, [inputs(run) * segments(run.but(every=every)) for every in shown], "of it checkpoints", MUTED, dash="dash"),
                point(run.span, own, f"k = {run.span:,}: {bytes_text(own, run.units)}", PAPER),
            ],
            x=_k_axis(run.layers),
            y=axis,
            shapes=[rule(0, everything(run), 1, everything(run), MUTED, dash="dot", xref="paper", width=2)],
            notes=[
                note(0, everything(run), "without checkpointing", anchor="left", above=True, xref="paper", color=MUTED),
                note(math.log10(run.span), own, f"k = {run.span:,}: {bytes_text(own, run.units)}", anchor=side, above=True, bold=True,
                     boxed=True) | {"yshift": 12},
            ],
        ),
        sentence=(
            f"At k = {run.span:,} the fullest moment holds {bytes_text(own, run.units)}; the least is "
            f"{bytes_text(in_segments(run, least), run.units)}, at k = {least:,}. "
            "Few checkpoints mean long segments, many mean more to keep."
        ),
        table=Table(
            ("Layers to one checkpoint", "Checkpoints alone, bytes", "At the fullest, bytes"),
            tuple(_row(run, every) for every in sorted({*(1 << power for power in range(run.layers.bit_length())), run.span, least})),
        ),
    )  # fmt: skip


def _row(run: CheckpointedRun, every: int) -> tuple[str, ...]:
    return (f"k = {every:,}", whole(inputs(run) * segments(run.but(every=every))), whole(in_segments(run, every)))


def _k_axis(layers: int) -> Mapped:
    ticks = [1 << power for power in range(layers.bit_length())]
    while len(ticks) > 6:
        ticks = ticks[::2]
    top = math.log10(max(layers, 2))
    axis = places(-0.06 * top - 0.02, 1.06 * top, ticks, [whole(tick) for tick in ticks])
    return axis | {"type": "log", "showgrid": True, "title": {"text": "Layers to one checkpoint, k"}}


def checkpoint_ways(run: CheckpointedRun) -> Picture:
    """Four columns: keep everything, selective, one in k, every layer; over each what it costs in computing."""
    found = ways(run)
    highest = max(way.bytes for way in found)
    stacks = [(float(x), Breakdown(activations=way.bytes)) for x, way in enumerate(found)]
    names = [_name(way, run) for way in found]
    return Picture(
        title="Four ways to keep activations, and what they compute again",
        figure=figure(
            columns(stacks, units=run.units, names=[LONG[way.slug] for way in found], roles=(ACTIVATIONS,), tallest=highest),
            x=places(-0.6, len(found) - 0.4, range(len(found)), names),
            y=byte_axis(1.25 * HEADROOM * highest, run.units),
            notes=[note(x, way.bytes, f"{bytes_text(way.bytes, run.units)}<br>{again(way)}", above=True, bold=way.slug == "segments",
                        boxed=True) | {"yshift": 3} for x, way in enumerate(found)],
        ),
        sentence=_ways_sentence(run, found),
        table=Table(
            ("Way", "Bytes at the fullest", "Computed again, in forwards", "More computing"),
            tuple((LONG[way.slug], whole(way.bytes), times(way.again) if way.again else "none", again(way)) for way in found),
        ),
    )  # fmt: skip


def _name(way: Way, run: CheckpointedRun) -> str:
    return f"one in<br>{run.span:,}" if way.slug == "segments" else SHORT[way.slug]


def again(way: Way) -> str:
    """How much more a way computes: '+33.3 %'."""
    return f"+{100 * way.slower:.3g}\u00a0%" if way.again else "+0\u00a0%"


def _ways_sentence(run: CheckpointedRun, found: tuple[Way, ...]) -> str:
    told = ", ".join(f"{_name(way, run).replace('-<br>', '').replace('<br>', ' ')} {bytes_text(way.bytes, run.units)}" for way in found)
    return (
        f"At the fullest: {told}. Computing every layer again adds {again(found[2])[1:]} to the computing of a step, "
        f"computing scores alone again {again(found[1])[1:]}."
    )
