"""Guess before you look: a question about a changed run, answered on a figure of the run on the page."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.figures.picture import Picture
from app.memory.scenario import Scenario
from app.steps.question import Question
from app.steps.track import Spot, Track, track_of

LOWEST, HIGHEST = 0.04, 0.97  # of the axis: what stands lower can hardly be aimed at, what stands higher has no room for its name
Change = Callable[[Scenario], Mapping[str, int]]


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

    @property
    def settings_before(self) -> dict[str, str]:
        """The same settings as they are on the page."""
        return {name: self.before.text(name) for name in self.changed}

    def as_json(self) -> dict[str, Any]:
        """What the page's script needs to ask: everything but the answer."""
        track = self.track
        told: dict[str, Any] = {
            "text": self.text, "figure": self.spot.figure, "along": self.spot.along, "low": track.low, "high": track.high,
            "unit": self.question.unit, "units": self.before.units,
        }  # fmt: skip
        return told | ({"knots": track.knots} if track.knots else {}) | ({"axis": track.axis} if track.axis else {})


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
