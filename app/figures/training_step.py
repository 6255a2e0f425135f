"""Memory over one training step: a floor that never moves, and a bubble that rises and pops for each unit.

The model is cut schematically into units of at most ℓ parameters; their number is not the number of its layers.
"""

from dataclasses import dataclass
from itertools import pairwise

from app.figures.axes import places, times_as_high
from app.figures.broken_axis import BrokenAxis
from app.figures.picture import Picture, Table
from app.figures.style import GATHERED, INK, MUTED, PAPER, Mapped, bars, columns, figure, note, point, rule, zigzag
from app.memory.scenario import Scenario
from app.memory.timeline import Moment, moment_at, peak, timeline, unit_count
from app.memory.units import bytes_text, count, whole

GAP = 10.0  # places left free for the units that are not drawn
SHORTEST = 17.0  # places that a pass takes, so that its name has room
PHASE_GAPS = {"forward": 4.0, "backward": 2.0, "optimizer step": 6.0}  # places before each phase, with room for its name
WIDEST = 6.0  # places that a bubble covers
START, AFTER = -2.0, 4.0  # where the step begins, and for how many places it goes on after the last moment
PAST_AND_FUTURE = 0.55  # opacity of the bubbles that are not of the present moment


def training_step(scenario: Scenario) -> Picture:
    """One GPU from the start of a step to the optimizer’s update, with the peak named and the present moment marked."""
    track, now, most = _track(timeline(scenario)), moment_at(scenario), peak(scenario)
    height = BrokenAxis(most.memory.states, most.memory.gathered)
    return Picture(
        title="One training step, schematically",
        figure=figure(
            [*_floor(scenario, track), _bubbles(scenario, track, now, height), _now(scenario, track, now, height)],
            x=_time(scenario, track),
            y=height.axis(scenario.units),
            shapes=[
                _peak_line(height),
                *_break(height),
                rule(track.place(now), height.holding(now.memory.gathered), track.place(now), 0.93 * height.top, INK),
            ],
            notes=[*_words(scenario, track, now, height), *_hidden(scenario, track, height)],
        ),
        sentence=_sentence(scenario, now, height),
        table=_table(track.moments),
    )


@dataclass(frozen=True)
class Track:
    """The moments with their places from left to right, the middles of the gaps where units are not drawn, and how wide a bubble is."""

    moments: tuple[Moment, ...]
    at: tuple[float, ...]
    gaps: tuple[float, ...]
    bubble: float

    @property
    def end(self) -> float:
        """Where the step ends."""
        return self.at[-1] + AFTER

    def place(self, moment: Moment) -> float:
        """Where one moment stands."""
        return self.at[moment.index]

    def middle(self, phase: str) -> float:
        """The middle of one phase."""
        of_phase = [x for moment, x in zip(self.moments, self.at, strict=True) if moment.phase == phase]
        return (of_phase[0] + of_phase[-1]) / 2


def _track(moments: tuple[Moment, ...]) -> Track:
    at, gaps, stretch = [0.0], [], _stretch(moments)
    for before, moment in pairwise(moments):
        step = stretch if moment.phase == before.phase else PHASE_GAPS[moment.phase]
        if _skips(before, moment):
            gaps.append(at[-1] + GAP / 2)  # between bubbles, which stand at the moments before and after
            step += GAP
        at.append(at[-1] + step)
    return Track(moments, tuple(at), tuple(gaps), min(1.1 * stretch, WIDEST))


def _stretch(moments: tuple[Moment, ...]) -> float:
    """How far moments of one pass stand apart: further where few units would leave its name no room."""
    forward = [moment for moment in moments if moment.phase == "forward"]
    length = len(forward) - 1 + GAP * any(_skips(*pair) for pair in pairwise(forward))
    return max(1.0, SHORTEST / length)


def _skips(before: Moment, moment: Moment) -> bool:
    """Whether units between two moments are not drawn."""
    return moment.phase == before.phase and abs(moment.unit - before.unit) > 1


def _floor(scenario: Scenario, track: Track) -> list[Mapped]:
    """The four slices, as wide as the whole step."""
    return columns([((START + track.end) / 2, track.moments[0].memory)], units=scenario.units, width=track.end - START)


def _bubbles(scenario: Scenario, track: Track, now: Moment, height: BrokenAxis) -> Mapped:
    gathers = [moment for moment in track.moments if moment.action == "gather"]
    return bars(
        GATHERED,
        [track.place(moment) for moment in gathers],
        [height.factor * moment.memory.gathered for moment in gathers],
        [height.foot] * len(gathers),
        width=track.bubble,
        hover=[f"{moment_in_words(moment)}: {bytes_text(moment.memory.gathered, scenario.units)}" for moment in gathers],
        opacity=[1 if moment == now else PAST_AND_FUTURE for moment in gathers],
    )


def _break(height: BrokenAxis) -> list[Mapped]:
    """A zigzag across the band where the scale changes."""
    return zigzag((height.floor + height.foot) / 2, 0.04 * height.floor, teeth=24) if height.broken else []


def _time(scenario: Scenario, track: Track) -> Mapped:
    """The axis of time. Units are numbered where a pass begins or ends; under them stand the names of the phases."""
    last = unit_count(scenario)
    named = [moment for moment in track.moments if moment.action == "gather" and (moment.unit == 1 or _turns(moment, last))]
    names = [f"{'' if place else 'unit '}{count(moment.unit)}" for place, moment in enumerate(named)]
    phases = {track.middle("forward"): "forward", track.middle("backward"): "backward", track.end - AFTER / 2: "Adam"}
    at = [*map(track.place, named), *phases]
    return places(START - 0.5, track.end + 0.2, at, [*names, *(f"\u00a0<br>{phase}" for phase in phases.values())])


def _turns(moment: Moment, last: int) -> bool:
    return moment.unit == last and moment.phase == "forward"


def _now(scenario: Scenario, track: Track, now: Moment, height: BrokenAxis) -> Mapped:
    held = f"{moment_in_words(now)}: {bytes_text(now.memory.total, scenario.units)}"
    return point(track.place(now), height.holding(now.memory.gathered), held, PAPER)


def _peak_line(height: BrokenAxis) -> Mapped:
    at = height.above(height.bubble)
    return rule(0, at, 1, at, INK, dash="dash", xref="paper", width=2)


def _words(scenario: Scenario, track: Track, now: Moment, height: BrokenAxis) -> list[Mapped]:
    top = f"peak: {bytes_text(height.floor + height.bubble, scenario.units)}"
    held = f"now: {bytes_text(now.memory.total, scenario.units)}"
    late = track.place(now) > track.end / 2  # the peak is named where the line of the present moment is not
    notes = [
        note(0 if late else 1, height.above(height.bubble), top, anchor="left" if late else "right", above=True, xref="paper", boxed=True),
        note(track.place(now), 1, held, anchor=_side(track, now), bold=True, above=False, yref="paper"),
    ]
    if height.broken:
        words = f"↑ {times_as_high(height.factor)} the scale"
        notes.append(note(0.5, (height.floor + height.foot) / 2, words, xref="paper", color=MUTED, boxed=True))
    return notes


def _hidden(scenario: Scenario, track: Track, height: BrokenAxis) -> list[Mapped]:
    """How many units each gap stands for."""
    hidden = unit_count(scenario) - len({moment.unit for moment in track.moments if moment.unit})
    return [note(x, height.above(height.bubble / 2), f"{count(hidden)}<br>more<br>units", color=MUTED) for x in track.gaps]


def _side(track: Track, moment: Moment) -> str:
    share = track.place(moment) / track.end
    return "left" if share < 0.2 else "right" if share > 0.8 else "center"


def moment_in_words(moment: Moment) -> str:
    """One moment as it is said: 'forward, unit 2 is gathered'."""
    if moment.unit:
        return f"{moment.phase}, unit {moment.unit:,} is {'gathered' if moment.action == 'gather' else 'discarded'}"
    return "before the first unit" if moment.action == "wait" else "the optimizer updates the shard"


def _sentence(scenario: Scenario, now: Moment, height: BrokenAxis) -> str:
    floor, top = bytes_text(height.floor, scenario.units), bytes_text(height.floor + height.bubble, scenario.units)
    enlarged = f" Bubbles are drawn at {times_as_high(height.factor)} the scale of the floor." if height.broken else ""
    units = unit_count(scenario)
    each = "the one unit" if units == 1 else f"each of {units:,} units"
    return (
        f"The floor of {floor} never moves; {each} adds a bubble and drops it, up to a peak of {top}. "
        f"Now: {moment_in_words(now)}, {bytes_text(now.memory.total, scenario.units)}.{enlarged}"
    )


def _table(moments: tuple[Moment, ...]) -> Table:
    return Table(
        ("Moment", "Stays, bytes", "Gathered, bytes", "Sum, bytes"),
        tuple(
            (
                f"{moment.index}: {moment_in_words(moment)}",
                whole(moment.memory.states),
                whole(moment.memory.gathered),
                whole(moment.memory.total),
            )
            for moment in moments
        ),
    )
