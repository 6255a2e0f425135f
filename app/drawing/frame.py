"""Where a value stands on the drawing: the plot area inside the margins, and the axes that span it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Mapped = Mapping[str, Any]

BEYOND = 10  # what has no logarithm stands so many lengths of the axis before its start


@dataclass(frozen=True)
class Axis:
    """One axis: the range from `low` on lies linearly on `length` pixels from `start` on, upwards where `upright`."""

    look: Mapped
    start: float
    length: float
    upright: bool
    low: float
    reach: float
    log: bool  # data stand at the logarithms of their values

    def at(self, value: float) -> float:
        """The pixel of a value in the data."""
        if not self.log:
            return self.along(value)
        return self.along(math.log10(value) if value > 0 else self.low - BEYOND * abs(self.reach))

    def along(self, place: float) -> float:
        """The pixel of a place in the terms of the range: on a logarithmic axis, of a power of ten."""
        return self.on_paper((place - self.low) / self.reach)

    def on_paper(self, share: float) -> float:
        """The pixel of a share of the plot area."""
        return self.start + self.length * (1 - share if self.upright else share)

    def holds(self, place: float) -> bool:
        """Whether a place in the terms of the range is on the axis."""
        return 0 <= (place - self.low) / self.reach <= 1


@dataclass(frozen=True)
class Frame:
    """The sheet that a figure is drawn on, all in pixels."""

    width: float
    height: float
    x: Axis
    y: Axis
    font: Mapped

    @property
    def size(self) -> float:
        """The font size of ticks and notes."""
        return float(self.font["size"])

    @property
    def bottom(self) -> float:
        """Where the plot area ends below."""
        return self.y.start + self.y.length


def frame_of(layout: Mapped, width: float, height: float) -> Frame:
    """The frame of a layout at a size; the plot area is at least a pixel wide and high."""
    margin = layout["margin"]
    x = _axis(layout["xaxis"], margin["l"], width - margin["l"] - margin["r"], upright=False)
    y = _axis(layout["yaxis"], margin["t"], height - margin["t"] - margin["b"], upright=True)
    return Frame(width, height, x, y, layout["font"])


def _axis(look: Mapped, start: float, length: float, upright: bool) -> Axis:
    low, high = look["range"]
    return Axis(look, start, max(1, length), upright, low, high - low, look.get("type") == "log")
