"""Seconds as text and as an axis, from nanoseconds to years."""

import math

from app.figures.axes import places
from app.figures.style import Mapped
from app.memory.units import count, three_digits

SCALES = (
    (365.25 * 86_400, "years"),
    (86_400.0, "days"),
    (3600.0, "h"),
    (60.0, "min"),
    (1.0, "s"),
    (1e-3, "ms"),
    (1e-6, "µs"),
    (1e-9, "ns"),
)


def seconds_text(seconds: float) -> str:
    """Three significant digits and a unit: '4.28 s', '1.2 h'."""
    if not seconds:
        return "0 s"
    size, unit = _scale(seconds)
    amount = seconds / size
    return f"{three_digits(amount) if amount < 100_000 else count(amount)} {unit}"


def seconds_axis(most: float) -> Mapped:
    """A level axis from 0 to a little more than `most` seconds, with a few round ticks."""
    size, unit = _scale(most)
    scaled = most / size
    rough = 10 ** math.floor(math.log10(scaled / 4))
    step = next(factor * rough for factor in (1, 2, 2.5, 5, 10) if scaled / (factor * rough) <= 4)
    ticks = [index * step for index in range(int(scaled / step + 1e-9) + 1)]
    names = [seconds_text(tick * size) if index else f"0 {unit}" for index, tick in enumerate(ticks)]
    return places(0, 1.02 * most, [tick * size for tick in ticks], names) | {"showgrid": True}


def _scale(seconds: float) -> tuple[float, str]:
    return next(((size, unit) for size, unit in SCALES if seconds >= size), SCALES[-1])
