"""Slowdown: how much slower FSDP is than data parallelism against the batch, between hiding nothing and hiding all that can be."""

import math
from fractions import Fraction

from app.figures.axes import places
from app.figures.picture import Picture, Table
from app.figures.style import INK, MUTED, PAPER, Mapped, figure, line, note, point, rule
from app.memory.notes.step_time import REPORTED, TimedRun, slowdown
from app.memory.scenario import FIELDS
from app.memory.units import three_digits, whole

TOP_PERCENT = 50  # no run is slower by as much
BATCH_TICKS = (1, 8, 64, 512, 4096)
TABLE_BATCHES = (1, 4, 16, 64, 256, 1024, 4096)


def slowdown_against_batch(run: TimedRun) -> Picture:
    """Two lines over b, the reader's batch marked on the one that is chosen, and what is commonly reported as dotted lines."""
    batches = sorted({*map(int, FIELDS["batch"].values), run.batch})
    lines = {hidden: [_number(slowdown(run.but(batch=batch), hidden)) for batch in batches] for hidden in (False, True)}
    own = _number(slowdown(run, run.overlapped))
    return Picture(
        title="How much slower FSDP is than data parallelism",
        figure=figure(
            [
                line(batches, lines[False], "nothing hidden", INK),
                line(batches, lines[True], "all hidden that can be", INK, dash="dash"),
                point(run.batch, own, _own(run), PAPER),
            ],
            x=_batch_axis(),
            y=_percent_axis(),
            shapes=[rule(0, _number(each), 1, _number(each), MUTED, dash="dot", xref="paper", width=2) for each in REPORTED],
            notes=[
                note(1, _number(REPORTED[1]), "often reported", anchor="right", above=True, xref="paper", color=MUTED),
                note(math.log10(run.batch), own, _own(run), anchor=_side(run), above=True, bold=True, boxed=True) | {"yshift": 12},
            ],
        ),
        sentence=_sentence(run),
        table=Table(
            ("Batch, b", "Slower, nothing hidden", "Slower, all hidden that can be"),
            tuple(
                (whole(batch), *(percent(slowdown(run.but(batch=batch), hidden)) for hidden in lines))
                for batch in sorted({*TABLE_BATCHES, run.batch})
            ),
        ),
    )


def percent(share: Fraction) -> str:
    """A share of time to three significant digits: '16.4 %'."""
    return f"{three_digits(round(_number(share), 2))}\u00a0%"


def slower(run: TimedRun) -> str:
    """How FSDP compares for the run as it is set: '16.4 % slower'."""
    share = slowdown(run, run.overlapped)
    return f"{percent(share)} slower" if share else "no slower"


def _number(share: Fraction) -> float:
    return 100 * float(share)


def _own(run: TimedRun) -> str:
    return f"b = {run.batch:,}: {percent(slowdown(run, run.overlapped))}"


def _side(run: TimedRun) -> str:
    return "left" if run.batch < 32 else "right"


def _batch_axis() -> Mapped:
    axis = places(-0.2, math.log10(BATCH_TICKS[-1]) + 0.15, BATCH_TICKS, [whole(tick) for tick in BATCH_TICKS])
    return axis | {"type": "log", "showgrid": True, "title": {"text": "Sequences on each GPU, b"}}


def _percent_axis() -> Mapped:
    ticks = range(0, TOP_PERCENT + 1, 10)
    return places(-1, TOP_PERCENT + 12, ticks, [f"{tick}\u00a0%" for tick in ticks]) | {"showgrid": True}


def _sentence(run: TimedRun) -> str:
    worst, best = (percent(slowdown(run, hidden)) for hidden in (False, True))
    low, high = (f"{round(100 * share)}" for share in REPORTED)
    return (
        f"At your batch of {run.batch:,} FSDP is {worst} slower if nothing hides and {best} if all hides that can; more work on each GPU "
        f"brings both down. The dotted lines are the {low} and {high}\u00a0% that are often reported."
    )
