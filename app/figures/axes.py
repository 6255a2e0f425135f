"""Axes of bytes, of GPUs and of places, and the capacity line that crosses them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.figures.style import CAPACITY, FARTHEST_CAPACITY, GRID, HEADROOM, INK, Mapped, note, rule, zigzag
from app.memory.units import bytes_text, count, times, whole

GPU_TICKS = (1, 32, 1024, 65_536)
FAR = 2.0  # times as high as what is drawn to scale is an axis that C lies far beyond
BREAK, BEYOND = 0.83, 0.93  # of such an axis: where its scale ends, and where the line C is drawn


def byte_axis(top: float, units: str, capacity_bytes: float = 0) -> Mapped:
    """A linear axis from 0 to `top` bytes with about five round ticks; none stands where the name of C does."""
    ticks = [tick for tick in byte_ticks(top, units) if not capacity_bytes or abs(tick - capacity_bytes) > 0.085 * top]
    return _axis([0, top], ticks, ["0" if tick == 0 else bytes_text(tick, units) for tick in ticks])


def byte_ticks(top: float, units: str) -> list[float]:
    """Round steps of 1, 2, 2.5 or 5 of a unit, up to `top` bytes."""
    base = 1024 if units == "GiB" else 1000
    unit = base ** int(math.log(max(top, 1), base) + 1e-9)
    scaled = top / unit
    rough = 10 ** math.floor(math.log10(scaled / 5))
    step = next(factor * rough for factor in (1, 2, 2.5, 5, 10) if scaled / (factor * rough) <= 6)
    return [index * step * unit for index in range(int(scaled / step + 1e-9) + 1)]


def log_byte_axis(low: float, high: float, units: str, capacity_bytes: float = 0) -> Mapped:
    """A logarithmic axis that holds `low` to `high` bytes, with at most seven ticks, none where the name of C stands."""
    base = 1024 if units == "GiB" else 1000
    first, last = math.log10(max(low, 1)) - 0.25, math.log10(high) + 0.35
    powers = [base**power * factor for power in range(9) for factor in (1, 10, 100)]
    ticks = [tick for tick in powers if first <= math.log10(tick) <= last]
    while len(ticks) > 7:
        ticks = ticks[::2]
    ticks = [tick for tick in ticks if not capacity_bytes or abs(math.log10(tick / capacity_bytes)) > 0.085 * (last - first)]
    return _axis([first, last], ticks, [bytes_text(tick, units) for tick in ticks]) | {"type": "log"}


def gpu_axis(title: str = "number of GPUs, N") -> Mapped:
    """A logarithmic axis of N over the whole range."""
    axis = _axis([-0.25, math.log10(GPU_TICKS[-1]) + 0.3], GPU_TICKS, [whole(tick) for tick in GPU_TICKS])
    return axis | {"type": "log", "title": {"text": title}}


def places(low: float, high: float, at: Sequence[float] = (), names: Sequence[str] = ()) -> Mapped:
    """A horizontal axis without a scale: places from low to high, some of them named."""
    return _axis([low, high], at, names) | {"showgrid": False}


def blank(low: float, high: float) -> Mapped:
    """An axis that is not shown."""
    return {"range": [low, high], "visible": False, "fixedrange": True}


def _axis(reach: Sequence[float], ticks: Sequence[float], names: Sequence[str]) -> Mapped:
    return {"range": list(reach), "tickmode": "array", "tickvals": list(ticks), "ticktext": list(names), "fixedrange": True,
            "gridcolor": GRID, "zeroline": False, "showline": False, "ticks": "", "tickangle": 0, "tickfont": {"color": INK}}  # fmt: skip


@dataclass(frozen=True)
class Scale:
    """The byte axis of a figure, and what marks C on it."""

    axis: Mapped
    shapes: list[Mapped]
    notes: list[Mapped]

    def place(self, size: float) -> float:
        """Where words at so many bytes stand: on a logarithmic axis, Plotly wants their logarithm."""
        return math.log10(size) if self.axis.get("type") == "log" else size

    def share(self, size: float) -> float:
        """How far above C so many bytes are drawn, as a share of the axis; below C it is negative, and without a line it is infinite."""
        low, high = self.axis["range"]
        return (self.place(size) - self.place(self.shapes[0]["y0"])) / (high - low) if self.shapes else math.inf


def scale(capacity_bytes: int, highest: float, units: str, headroom: float = HEADROOM) -> Scale:
    """A byte axis from 0 for bars up to `highest`, with C as a dashed line named on the axis, above a break where it is far higher."""
    name = f"C {bytes_text(capacity_bytes, units)}"
    if capacity_bytes > FARTHEST_CAPACITY * highest:
        return _broken_scale(name, highest, times_as_high(capacity_bytes / highest), units)
    return Scale(
        byte_axis(headroom * max(highest, capacity_bytes), units, capacity_bytes),
        [rule(0, capacity_bytes, 1, capacity_bytes, CAPACITY, dash="dash", xref="paper")],
        [capacity_name(capacity_bytes, name)],
    )


def _broken_scale(name: str, highest: float, factor: str, units: str) -> Scale:
    """To scale up to a break, and beyond it the line C, with words on how far away it is."""
    top = FAR * highest
    axis, line = byte_axis(top, units), BEYOND * top
    below = [(tick, text) for tick, text in zip(axis["tickvals"], axis["ticktext"], strict=True) if tick < (BREAK - 0.04) * top]
    ticks = dict(zip(("tickvals", "ticktext"), map(list, zip(*below, strict=True)), strict=True))
    words = note(0, line, f"not to scale: {factor} the tallest", color=CAPACITY, anchor="left", above=True, xref="paper")
    return Scale(
        axis | ticks,
        [rule(0, line, 1, line, CAPACITY, dash="dash", xref="paper"), *zigzag(BREAK * top, 0.012 * top)],
        [capacity_name(line, name), words],
    )


def log_scale(capacity_bytes: int, low: float, high: float, units: str) -> Scale:
    """The same with a logarithmic axis that holds `low` to `high` and C."""
    axis = log_byte_axis(min(low, capacity_bytes), max(high, capacity_bytes), units, capacity_bytes)
    name = capacity_name(math.log10(capacity_bytes), f"C {bytes_text(capacity_bytes, units)}")
    return Scale(axis, [rule(0, capacity_bytes, 1, capacity_bytes, CAPACITY, dash="dash", xref="paper")], [name])


def times_as_high(factor: float) -> str:
    """A ratio of heights: '34.7×', and '4,000T×' where the digits would fill a line."""
    return times(factor) if factor < 100_000 else f"{count(factor)}×"


def against_capacity(size: int, capacity_bytes: int) -> str:
    """How a column stands to the line C: a verb to follow 'which'."""
    if size == capacity_bytes:
        return "just reaches"
    return "stays under" if size < capacity_bytes else "rises above"


def capacity_name(height: float, name: str) -> Mapped:
    """The name of the line C, on the axis at its height."""
    return note(0, height, name, color=CAPACITY, anchor="right", xref="paper", bold=True) | {"xshift": -4}
