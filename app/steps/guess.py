"""Guess before you look: a question about a changed run, answered on a figure of the run on the page."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10
from typing import Any, Literal

from app.figures.axes import BREAK, byte_axis
from app.figures.picture import Picture
from app.memory.scenario import Scenario
from app.steps.question import Question

LOWEST, HIGHEST = 0.04, 0.97  # of the axis: what stands lower can hardly be aimed at, what stands higher has no room for its name
Knots = Sequence[tuple[float, float]]
Change = Callable[[Scenario], Mapping[str, int]]


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
class Guess:
    """A question of one step: the changes that it may be about and the figures that show the answer, the best ones first."""

    changes: tuple[Change, ...]
    spots: tuple[Spot, ...]
    question: Callable[[Scenario, Scenario], Question]  # of the run on the page and the changed one

    def asked(self, run: Scenario, picture: Callable[[str], Picture]) -> "Asked | None":
        """The question about this run, on its pictures: the first of which the answer can be seen. None where nothing can be changed."""
        first = None
        for each in self._offered(run, picture):
            if each.seen:
                return each  # mostly the first: a slider asks at every rung
            first = first or each
        return first

    def _offered(self, run: Scenario, picture: Callable[[str], Picture]) -> Iterator["Asked"]:
        for spot in self.spots:
            track = track_of(spot, run, picture(spot.figure))
            for change in self.changes:
                settings = {name: value for name, value in change(run).items() if _possible(run, name, value)}
                if settings:
                    changed, _ = run.but(**settings).reconciled()
                    yield Asked(run, changed, tuple(settings), spot, track, self.question(run, changed))


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


@dataclass(frozen=True)
class Asked:
    """One question as it is put: about which change, and where it is answered."""

    before: Scenario
    after: Scenario
    changed: tuple[str, ...]  # names of the settings that the question changes
    spot: Spot
    track: Track
    question: Question

    @property
    def seen(self) -> bool:
        """Whether the answer has its place on the figure."""
        return LOWEST <= self.track.share(self.question.answer(self.after)) <= HIGHEST

    @property
    def text(self) -> str:
        """The question in words."""
        return self.question.asked(self.before)

    def touches(self, names: Collection[str]) -> bool:
        """Whether the question would change one of these settings."""
        return not set(self.changed).isdisjoint(names)

    @property
    def settings(self) -> dict[str, str]:
        """The changed settings as they stand in the address."""
        return {name: self.after.text(name) for name in self.changed}

    def as_json(self) -> dict[str, Any]:
        """What the page's script needs to ask: everything but the answer."""
        track = self.track
        told: dict[str, Any] = {
            "text": self.text, "figure": self.spot.figure, "along": self.spot.along, "low": track.low, "high": track.high,
            "unit": self.question.unit, "units": self.before.units,
        }  # fmt: skip
        return told | ({"knots": track.knots} if track.knots else {}) | ({"axis": track.axis} if track.axis else {})


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


def _possible(run: Scenario, name: str, value: int) -> bool:
    field = run.FIELDS[name]
    return value != getattr(run, name) and field.low <= value <= field.high and not (name == "layer" and value > run.params)


def times(factor: int, name: str) -> Change:
    """So many times as much of one setting."""
    return lambda run: {name: factor * getattr(run, name)}


def part(factor: int, name: str) -> Change:
    """So small a part of it, rounded down."""
    return lambda run: {name: getattr(run, name) // factor}


def doubled_or_halved(name: str) -> tuple[Change, Change]:
    """Twice as much of one setting, or half of it."""
    return times(2, name), part(2, name)
