"""Where a figure is guessed on, and how values lie along its axis there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10
from typing import Any, Literal

from app.figures.axes import BREAK, byte_axis
from app.figures.picture import Picture
from app.memory.scenario import Scenario

Knots = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Spot:
    """A figure that is guessed on, along one of its axes. The axis reaches `room` times as far as usual while one guesses.

    Where values do not stand on the axis as its numbers say, `knots` are values with their places, straight in between.
    """

    figure: str
    along: Literal["x", "y"] = "y"
    room: float = 1
    knots: Callable[[Scenario], Knots] | None = None
    axis: Callable[[Scenario, float], Mapping[str, Any]] | None = None  # the wider axis, where it is not one of bytes


@dataclass(frozen=True)
class Track:
    """Where values stand along the axis that is guessed on: `low` to `high`, bent at the knots."""

    low: float
    high: float
    logarithmic: bool
    knots: Knots = ()
    axis: Mapping[str, Any] | None = None  # in place of the usual one while one guesses

    def place(self, value: float) -> float:
        """Where a value stands, in numbers of the axis."""
        if self.logarithmic:
            return log10(max(value, self.low / 10))
        for (left, start), (right, end) in pairwise(self.knots):
            if value <= right and right > left:
                return start + (end - start) * (value - left) / (right - left)
        return self.knots[-1][1] if self.knots else value

    def share(self, value: float) -> float:
        """The same as a share of the whole length."""
        low, high = self.place(self.low), self.place(self.high)
        return (self.place(value) - low) / (high - low)


def track_of(spot: Spot, run: Scenario, picture: Picture) -> Track:
    """How values lie on a picture of the run."""
    usual = picture.figure["layout"][f"{spot.along}axis"]
    low, top = usual["range"]
    if usual.get("type") == "log":
        return Track(10**low, 10**top, True)
    if spot.knots:
        knots = spot.knots(run)
        return Track(knots[0][0], knots[-1][0], False, knots, spot.axis(run, spot.room) if spot.axis else None)
    if run.gpu_memory > top:  # beyond a break, where the scale ends
        return Track(0, BREAK * top, False)
    wider = byte_axis(spot.room * top, run.units, run.gpu_memory) if spot.room > 1 else None
    return Track(0, spot.room * top, False, axis=wider)
