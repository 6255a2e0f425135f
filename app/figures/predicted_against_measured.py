"""Predicted against measured: every comparison of a group as a point, both axes logarithmic, with the line where both are equal.

Comparisons with the same two numbers are one point, which says how many they are.
"""

import math
from collections.abc import Sequence

from app.evidence.comparison import Comparison, Group
from app.figures.axes import log_byte_axis
from app.figures.picture import Picture, Table
from app.figures.style import CAPACITY, INK, MUTED, PAPER, Mapped, figure, line, note
from app.memory.units import bytes_text, percent, three_digits, whole

NAMED = 3  # misses that are named in the figure


def predicted_against_measured(group: Group) -> Picture:
    """The points of one group; those beyond its tolerance are drawn as diamonds, and the farthest are named."""
    scaled = [comparison for comparison in group.comparisons if comparison.unit == "bytes"]
    ends = [value for comparison in scaled for value in (comparison.measured, comparison.predicted)]
    low, high = min(ends), max(ends)
    axis = log_byte_axis(low, high, "GB")
    missed = [comparison for comparison in scaled if comparison in group.missed]
    met = [comparison for comparison in scaled if comparison not in group.missed]
    return Picture(
        title=group.title,
        figure=figure(
            [
                line([low, high], [low, high], "equal", MUTED, dash="dot"),
                *_points(met, f"agree within {percent(group.tolerance, 1)}" if group.tolerance else "equal to the byte", PAPER, "circle"),
                *_points(missed, "differ by more", CAPACITY, "diamond"),
            ],
            x=_sparse(axis) | {"title": {"text": "measured or published"}},
            y=axis,
            notes=[note(math.log10(low), math.log10(high), "ours", color=INK, anchor="left", above=False), *_names(missed)],
        ),
        sentence=_sentence(group),
        table=Table(("Case", "Quantity", "Ours", "Measured", "Difference", "Why"), tuple(_row(each) for each in group.comparisons)),
    )


def _sparse(axis: Mapped) -> Mapped:
    """The same axis lying down, where every second tick has room."""
    return axis | {name: axis[name][::2] for name in ("tickvals", "ticktext")}


def _points(comparisons: Sequence[Comparison], name: str, color: str, symbol: str) -> list[Mapped]:
    if not comparisons:
        return []
    places: dict[tuple[float, float], list[Comparison]] = {}
    for each in comparisons:
        places.setdefault((each.measured, each.predicted), []).append(each)
    hover = [_hover(alike) for alike in places.values()]
    return [
        {
            "type": "scatter", "mode": "markers", "name": name, "x": [measured for measured, _ in places],
            "y": [predicted for _, predicted in places],
            "marker": {"color": color, "size": 9, "symbol": symbol, "line": {"color": INK, "width": 1}}, "hoverinfo": "text",
            "hovertext": hover,
        }
    ]  # fmt: skip


def _hover(alike: Sequence[Comparison]) -> str:
    """A point in words, and how many comparisons more lie on it."""
    each, more = alike[0], len(alike) - 1
    numbers = f"ours {bytes_text(each.predicted)}, measured {bytes_text(each.measured)}, {difference(each)}"
    return f"{each.case}<br>{each.quantity}: {numbers}" + (f"<br>and the same in {more} more" if more else "")


def _names(missed: Sequence[Comparison]) -> list[Mapped]:
    """The errors of the farthest misses, beside their points."""
    farthest = sorted(missed, key=lambda each: -abs(each.error))[:NAMED]
    return [
        note(math.log10(each.measured), math.log10(each.predicted), difference(each), color=CAPACITY, anchor="right", boxed=True)
        | {"xshift": -10}
        for each in farthest
    ]  # fmt: skip


def difference(each: Comparison) -> str:
    """A difference as it is read: '+0.4 %', or '2.4 times' where it is more than twice; in words where nothing was measured."""
    if math.isinf(each.error):
        return "nothing measured"
    if each.error > 1:
        return f"{three_digits(each.error + 1)} times"
    sign = "+" if each.error > 0 else "−" if each.error < 0 else ""
    return f"{sign}{percent(abs(each.error), 1)}" if each.error else "0"


def _row(each: Comparison) -> tuple[str, ...]:
    numbers = tuple(f"{whole(round(value))}{'' if each.unit == 'bytes' else ' ' + each.unit}" for value in (each.predicted, each.measured))
    return (each.case, each.quantity, *numbers, difference(each), each.reason)


def _sentence(group: Group) -> str:
    exact = sum(each.error == 0 for each in group.comparisons)
    worst = group.worst
    differ = "differs" if len(group.missed) == 1 else "differ"
    beyond = f"{len(group.missed)} {differ} by more than {percent(group.tolerance, 1)}, the farthest by {difference(worst)}"
    rest = beyond if group.missed else f"none differs by more than {percent(group.tolerance, 1)}"
    if exact == len(group.comparisons):
        return f"{exact:,} comparisons, and all are equal to the byte."
    equal = f"{exact:,} of them {'is' if exact == 1 else 'are'} equal to the byte, " if exact else ""
    middle = f"half are within {percent(group.median_error, 1)}, " if group.median_error else ""
    return f"{len(group.comparisons):,} comparisons: {equal}{middle}{rest}."
