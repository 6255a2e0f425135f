"""One layer’s cycle: what one GPU holds of it in each phase of a training step."""

from app.figures.axes import byte_axis, places
from app.figures.picture import Picture, Table
from app.figures.style import HEADROOM, INK, ROLES, Mapped, box, columns, figure, note
from app.memory.notes.layer_cycle import PHASES, Phase, held, phase_of
from app.memory.notes.step_time import LAST_PHASE, TimedRun
from app.memory.units import bytes_text, whole


def layer_cycle(run: TimedRun) -> Picture:
    """A column for each phase, the present one framed, with what it comes to."""
    stacks = [held(run, phase) for phase in PHASES]
    highest = max(stack.total for stack in stacks)
    now = phase_of(run.cycle)
    present = stacks[run.cycle - 1].total
    return Picture(
        title="One layer on one GPU, phase by phase",
        figure=figure(
            columns(
                list(enumerate(stacks, start=1)), units=run.units, width=0.86, names=[phase.short for phase in PHASES], tallest=highest
            ),
            x=places(0.4, LAST_PHASE + 0.6, range(1, LAST_PHASE + 1), [_tick(phase) for phase in PHASES]),
            y=byte_axis(1.1 * HEADROOM * highest, run.units),
            shapes=[box(run.cycle - 0.47, 0, run.cycle + 0.47, present, INK, dash="dash")],
            notes=[_present_note(run, [stack.total for stack in stacks])],
        ),
        sentence=_cycle_sentence(run, now, present),
        table=Table(
            ("Phase", *(f"{role.symbol}, {role.name}, bytes" for role in ROLES[:5]), "Sum, bytes"),
            tuple(
                (f"{number}: {phase.short}", *(whole(getattr(stack, role.key)) for role in ROLES[:5]), whole(stack.total))
                for number, (phase, stack) in enumerate(zip(PHASES, stacks, strict=True), start=1)
            ),
        ),
    )


def _present_note(run: TimedRun, totals: list[int]) -> Mapped:
    """What the present column comes to, over its neighbours where they are higher."""
    own = totals[run.cycle - 1]
    top = max(totals[max(0, run.cycle - 2) : run.cycle + 1])
    words = bytes_text(own, run.units)
    return note(run.cycle, top, f"↓ {words}" if top > own else words, above=True, bold=True, boxed=True) | {"yshift": 3}


def _tick(phase: Phase) -> str:
    return phase.short.removesuffix(" again").removesuffix("-scatter")


def _cycle_sentence(run: TimedRun, now: Phase, present: int) -> str:
    rest, most = (
        bytes_text(held(run, phase).total, run.units) for phase in (PHASES[0], max(PHASES, key=lambda each: held(run, each).total))
    )
    return (
        f"The layer costs each GPU {rest} at rest and {most} at its fullest, in backward. "
        f"Phase {run.cycle} of {LAST_PHASE}: {now.words}; {bytes_text(present, run.units)}."
    )
