"""Budget: the memory one would have guessed, θ alone, beside what training really keeps, with C as a line."""

from app.figures.axes import places, scale
from app.figures.labels import label
from app.figures.picture import Picture, Table
from app.figures.style import STACKS, columns, figure
from app.memory.breakdown import Breakdown
from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.units import bytes_text, whole


def budget(scenario: Scenario) -> Picture:
    """4·P and 16·P bytes as two columns on one scale."""
    real = data_parallel(scenario)
    guess = guessed(real)
    height = scale(scenario.gpu_memory, real.total, scenario.units)
    names = ("guessed, 4·P", "real, 16·P")
    labels = [label(x, memory.total, bytes_text(memory.total, scenario.units), height) for x, memory in enumerate((guess, real))]
    return Picture(
        title="The budget one guesses, and the real one",
        figure=figure(
            columns([(0, guess), (1, real)], units=scenario.units, names=names),
            x=places(-0.6, 1.6, (0, 1), names),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, *labels],
        ),
        sentence=_sentence(scenario, guess.total, real.total),
        table=Table(
            ("Stack", "Guessed, bytes", "Real, bytes"),
            tuple((f"{role.symbol}, {role.name}", whole(getattr(guess, role.key)), whole(getattr(real, role.key))) for role in STACKS)
            + (("Sum", whole(guess.total), whole(real.total)), ("One GPU, C", whole(scenario.gpu_memory), whole(scenario.gpu_memory))),
        ),
    )


def guessed(real: Breakdown) -> Breakdown:
    """What is left of a column when only the parameters are counted."""
    return Breakdown(parameters=real.parameters)


def _sentence(scenario: Scenario, guess: int, real: int) -> str:
    return (
        f"One GPU has {bytes_text(scenario.gpu_memory, scenario.units)}. The guess, θ alone, is {bytes_text(guess, scenario.units)} "
        f"and {_outcome(guess, scenario)} it; the real column has four such parts, "
        f"{bytes_text(real, scenario.units)}, and {_outcome(real, scenario)} it."
    )


def _outcome(total: int, scenario: Scenario) -> str:
    if total == scenario.gpu_memory:
        return "just fits in"
    return "fits in" if total < scenario.gpu_memory else "exceeds"
