"""Memory over one training step: a floor that never moves, and a bubble that rises and pops for each unit.

The model is cut schematically into units of at most ℓ parameters; their number is not the number of its layers.
"""

from dataclasses import dataclass
from itertools import pairwise

from app.figures.axes import places, times_as_high
from app.figures.broken_axis import BrokenAxis
from app.figures.picture import Picture, Table
from app.figures.style import GATHERED, INK, MUTED, PAPER, Mapped, bars, columns, figure, line, note, point, rule
from app.memory.scenario import Scenario
from app.memory.timeline import Moment, moment_at, peak, timeline, unit_count
from app.memory.units import bytes_text, count, whole

GAP, PHASE_GAP = 8.0, 2.0  # places left free for the units that are not drawn, and from one phase to the next
PAST_AND_FUTURE = 0.55  # opacity of the bubbles that are not of the present moment


def training_step(scenario: Scenario) -> Picture:
    """One GPU from the start of a step to the optimizer’s update, with the peak named and the present moment marked."""
    track, now, most = _track(timeline(scenario)), moment_at(scenario), peak(scenario)
    height = BrokenAxis(most.memory.states, most.memory.gathered)
    return Picture(
        title="One training step, schematically",
        figure=figure(
            [*_floor(scenario, track), _bubbles(scenario, track, now, height), *_break(track, height), _now(scenario, track, now, height)],
            x=_time(scenario, track),
            y=height.axis(scenario.units),
            shapes=[
                _peak_line(height),
                rule(track.place(now), height.holding(now.memory.gathered), track.place(now), 0.93 * height.top, INK),
            ],
            notes=[*_words(scenario, track, now, height), *_hidden(scenario, track, height), *_phases(track)],
        ),
        sentence=_sentence(scenario, now, height),
        table=_table(track.moments),
    )


@dataclass(frozen=True)
class Track:
    """The moments with their places from left to right, and the middles of the gaps where units are not drawn."""

    moments: tuple[Moment, ...]
    at: tuple[float, ...]
    gaps: tuple[float, ...]

    @property
    def end(self) -> float:
        """Where the step ends; it starts at -1."""
        return self.at[-1] + 2

    def place(self, moment: Moment) -> float:
        return self.at[moment.index]

    def middle(self, phase: str) -> float:
        """The middle of one phase."""
        of_phase = [x for moment, x in zip(self.moments, self.at, strict=True) if moment.phase == phase]
        return (of_phase[0] + of_phase[-1]) / 2


def _track(moments: tuple[Moment, ...]) -> Track:
    at, gaps = [0.0], []
    for before, moment in pairwise(moments):
        step = 1.0 if moment.phase == before.phase else PHASE_GAP
        if moment.phase == before.phase and abs(moment.unit - before.unit) > 1:
            gaps.append(at[-1] + (1 + GAP) / 2)
            step += GAP
        at.append(at[-1] + step)
    return Track(moments, tuple(at), tuple(gaps))


def _floor(scenario: Scenario, track: Track) -> list[Mapped]:
    """The four slices, as wide as the whole step."""
    return columns([((track.end - 1) / 2, track.moments[0].memory)], units=scenario.units, width=track.end + 1)


def _bubbles(scenario: Scenario, track: Track, now: Moment, height: BrokenAxis) -> Mapped:
    gathers = [moment for moment in track.moments if moment.action == "gather"]
    return bars(
        GATHERED,
        [track.place(moment) for moment in gathers],
        [height.factor * moment.memory.gathered for moment in gathers],
        [height.foot] * len(gathers),
        width=1.1,
        hover=[f"{moment_in_words(moment)}: {bytes_text(moment.memory.gathered, scenario.units)}" for moment in gathers],
        opacity=[1 if moment == now else PAST_AND_FUTURE for moment in gathers],
    )


def _break(track: Track, height: BrokenAxis) -> list[Mapped]:
    """A zigzag across the band where the scale changes."""
    if not height.broken:
        return []
    middle, swing, steps = (height.floor + height.foot) / 2, 0.04 * height.floor, 48
    x = [-1 + (track.end + 1) * step / steps for step in range(steps + 1)]
    return [line(x, [middle + (-swing if step % 2 else swing) for step in range(steps + 1)], "the scale changes here", MUTED)]


def _time(scenario: Scenario, track: Track) -> Mapped:
    """The axis of time. Units are numbered where a pass begins or ends."""
    last = unit_count(scenario)
    named = [moment for moment in track.moments if moment.action == "gather" and (moment.unit == 1 or _turns(moment, last))]
    names = [f"{'' if place else 'unit '}{count(moment.unit)}" for place, moment in enumerate(named)]
    return places(-1.2, track.end + 0.2, [track.place(moment) for moment in named], names)


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
    notes = [
        note(1, height.above(height.bubble), top, anchor="right", above=True, xref="paper", boxed=True),
        note(track.place(now), 1, held, anchor=_side(track, now), bold=True, above=False, yref="paper"),
    ]
    if height.broken:
        words = f"above: {times_as_high(height.factor)} the scale"
        notes.append(note(0.5, (height.floor + height.foot) / 2, words, xref="paper", color=MUTED, boxed=True))
    return notes


def _hidden(scenario: Scenario, track: Track, height: BrokenAxis) -> list[Mapped]:
    """How many units each gap stands for."""
    hidden = unit_count(scenario) - len({moment.unit for moment in track.moments if moment.unit})
    return [note(x, height.above(height.bubble / 2), f"{count(hidden)}<br>more<br>units", color=MUTED) for x in track.gaps]


def _phases(track: Track) -> list[Mapped]:
    named = [("forward", "forward"), ("backward", "backward"), ("optimizer step", "Adam")]
    return [note(track.middle(phase), 0, word, yref="paper", above=False) | {"yshift": -20} for phase, word in named]


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
