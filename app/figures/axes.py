"""Axes of bytes, of GPUs and of places, and the capacity line that crosses them."""

import math
from collections.abc import Sequence

from app.figures.style import CAPACITY, FARTHEST_CAPACITY, GRID, HEADROOM, INK, Mapped, note, rule
from app.memory.units import bytes_text, times, whole

GPU_TICKS = (1, 8, 64, 512, 4096, 65_536)


def byte_axis(top: float, units: str) -> Mapped:
    """A linear axis from 0 to `top` bytes with about five round ticks, labelled in the units chosen."""
    ticks = byte_ticks(top, units)
    return _axis([0, top], ticks, ["0" if tick == 0 else bytes_text(tick, units) for tick in ticks])


def byte_ticks(top: float, units: str) -> list[float]:
    """Round steps of 1, 2, 2.5 or 5 of a unit, up to `top` bytes."""
    base = 1024 if units == "GiB" else 1000
    unit = base ** int(math.log(max(top, 1), base) + 1e-9)
    scaled = top / unit
    rough = 10 ** math.floor(math.log10(scaled / 5))
    step = next(factor * rough for factor in (1, 2, 2.5, 5, 10) if scaled / (factor * rough) <= 6)
    return [index * step * unit for index in range(int(scaled / step + 1e-9) + 1)]


def log_byte_axis(low: float, high: float, units: str) -> Mapped:
    """A logarithmic axis that holds `low` to `high` bytes, with a tick at every, or every other, power of ten (or 2^10)."""
    base = 1024 if units == "GiB" else 1000
    first, last = math.log10(max(low, 1)) - 0.25, math.log10(high) + 0.35
    powers = [base**power * factor for power in range(9) for factor in (1, 10, 100)]
    ticks = [tick for tick in powers if first <= math.log10(tick) <= last]
    while len(ticks) > 7:
        ticks = ticks[::2]
    return _axis([first, last], ticks, [bytes_text(tick, units) for tick in ticks]) | {"type": "log"}


def gpu_axis(title: str = "GPUs that share the work, N") -> Mapped:
    """A logarithmic axis of N over the whole range."""
    axis = _axis([-0.12, math.log10(GPU_TICKS[-1]) + 0.12], GPU_TICKS, [whole(tick) for tick in GPU_TICKS])
    return axis | {"type": "log", "title": {"text": title}}


def places(low: float, high: float, at: Sequence[float] = (), names: Sequence[str] = ()) -> Mapped:
    """A horizontal axis without a scale: places from low to high, some of them named."""
    return _axis([low, high], at, names) | {"showgrid": False}


def blank(low: float, high: float) -> Mapped:
    """An axis that is not shown."""
    return {"range": [low, high], "visible": False, "fixedrange": True}


def _axis(reach: Sequence[float], ticks: Sequence[float], names: Sequence[str]) -> Mapped:
    return {"range": list(reach), "tickmode": "array", "tickvals": list(ticks), "ticktext": list(names), "fixedrange": True,
            "gridcolor": GRID, "zeroline": False, "showline": False, "ticks": "", "tickfont": {"color": INK}}  # fmt: skip


def capacity(capacity_bytes: int, highest: float, units: str) -> tuple[float, list[Mapped], list[Mapped]]:
    """The top of the byte axis, and the line C with its name; a C far above the bars is named at the top instead of drawn."""
    name = f"C = {bytes_text(capacity_bytes, units)}, one GPU’s memory"
    if capacity_bytes > FARTHEST_CAPACITY * highest:
        words = f"↑ {name}: {times(capacity_bytes / highest)} the tallest bar"
        return highest * HEADROOM * 1.1, [], [note(1, 1, words, color=CAPACITY, anchor="right", above=False, xref="paper", yref="paper")]
    top = max(highest, capacity_bytes) * HEADROOM
    shapes = [rule(0, capacity_bytes, 1, capacity_bytes, CAPACITY, dash="dash", xref="paper")]
    return top, shapes, [note(1, capacity_bytes, name, color=CAPACITY, anchor="right", above=True, xref="paper", boxed=True)]
