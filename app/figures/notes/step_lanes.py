"""Step lanes: computing and sending of one training step over time, with data parallelism and with FSDP."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from app.figures.axes import places
from app.figures.notes.seconds import seconds_axis, seconds_text
from app.figures.picture import Picture, Table
from app.figures.style import GHOST, GRADIENT, INK, THETA, Mapped, Role, bars, figure, note
from app.memory.notes.step_time import StepTime, TimedRun, data_parallel_time, fully_sharded_time

COMPUTING = Role("computing", "", "computing", "computing", GHOST, "", "")
LANE, APART = 0.8, 1.0  # height of one lane, and from one to the next
FEET = {"data parallelism": 3.2, "FSDP": 0.0}  # of the lane for sending; that for computing is over it


@dataclass(frozen=True)
class Part:
    """Something that takes time, in a lane of its own kind."""

    role: Role
    words: str
    seconds: Fraction

    @property
    def sends(self) -> bool:
        """Whether it belongs to the lane for sending."""
        return self.role is not COMPUTING


def step_lanes(run: TimedRun) -> Picture:
    """Two lanes for each strategy: computing above, sending below."""
    steps = {"data parallelism": data_parallel_time(run), "FSDP": fully_sharded_time(run)}
    placed = [(part, start, FEET[name]) for name, step in steps.items() for part, start in scheduled(_passes(name, step), run.overlapped)]
    seconds = {name: step.seconds(run.overlapped) for name, step in steps.items()}
    lanes = [foot + lane + LANE / 2 for foot in FEET.values() for lane in (0, APART)]
    return Picture(
        title="One training step: computing and sending",
        figure=figure(
            [trace for role in (COMPUTING, THETA, GRADIENT) if (trace := _trace(role, placed))],
            x=seconds_axis(float(max(seconds.values()))),
            y=places(-0.3, max(FEET.values()) + 2 * APART + 1.1, lanes, ["sends", "computes"] * len(FEET)),
            notes=[_total(name, seconds[name]) for name in FEET],
        ),
        sentence=_sentence(run, seconds),
        table=_table(run, steps),
    )


def _total(name: str, seconds: Fraction) -> Mapped:
    return note(0, FEET[name] + 2, f"{name}: {seconds_text(float(seconds))}", anchor="left", above=True, bold=True)


def _passes(name: str, step: StepTime) -> tuple[tuple[Part, ...], ...]:
    """Forward and backward, each in its order; FSDP gathers before it computes, gradients are reduced afterwards."""
    forward, backward = (Part(COMPUTING, words, each.computing) for words, each in (("forward", step.forward), ("backward", step.backward)))
    half = step.backward.sending / 2
    reduce = Part(GRADIENT, "reduce-scatter of gradients", half)
    if name == "FSDP":
        gather = Part(THETA, "all-gather of parameters, forward", step.forward.sending)
        return (gather, forward), (Part(THETA, "all-gather of parameters, backward", half), backward, reduce)
    return (forward,), (backward, reduce, Part(GRADIENT, "all-gather of summed gradients", half))


def scheduled(passes: tuple[tuple[Part, ...], ...], overlapped: bool) -> Iterator[tuple[Part, Fraction]]:
    """Each part that takes time and when it begins: one after the other, or both lanes of a pass side by side from its beginning."""
    start = Fraction(0)
    for parts in passes:
        ends = {True: start, False: start}  # of the lanes for sending and for computing
        for part in parts:
            begin = ends[part.sends] if overlapped else max(ends.values())
            ends[part.sends] = begin + part.seconds
            if part.seconds:
                yield part, begin
        start = max(ends.values())


def _trace(role: Role, placed: list[tuple[Part, Fraction, float]]) -> Mapped | None:
    own = [(part, start, foot) for part, start, foot in placed if part.role is role]
    if not own:
        return None
    feet = [foot + (0 if part.sends else APART) for part, _, foot in own]
    hover = [f"{part.words}: {seconds_text(float(part.seconds))}" for part, _, _ in own]
    trace = bars(role, [float(start + part.seconds / 2) for part, start, _ in own], [LANE] * len(own), feet, hover=hover)
    return trace | {
        "width": [float(part.seconds) for part, _, _ in own],
        "marker": trace["marker"] | {"line": {"color": INK, "width": 1.5}},
    }


def _sentence(run: TimedRun, seconds: dict[str, Fraction]) -> str:
    plain, sharded = (seconds_text(float(each)) for each in seconds.values())
    hidden = "With sending hidden behind computing as far as it goes" if run.overlapped else "With nothing hidden"
    return f"{hidden}, a step takes {plain} with data parallelism and {sharded} with FSDP."


def _table(run: TimedRun, steps: dict[str, StepTime]) -> Table:
    rows = [
        (
            f"Forward, {name}",
            step.forward.computing,
            step.forward.sending,
            step.forward.seconds(run.overlapped),
        )
        for name, step in steps.items()
    ]
    rows += [
        (f"Backward, {name}", step.backward.computing, step.backward.sending, step.backward.seconds(run.overlapped))
        for name, step in steps.items()
    ]
    return Table(
        ("Pass", "Computing", "Sending", "Together, as set"),
        tuple((words, *(seconds_text(float(each)) for each in lengths)) for words, *lengths in rows),
    )
