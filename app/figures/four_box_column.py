"""Four-box column: the one box of a parameter grows into four boxes while it is trained."""

from app.figures.axes import blank
from app.figures.picture import Picture, Table
from app.figures.style import INK, MUTED, STACKS, THETA, Mapped, columns, figure, note, rule
from app.memory.breakdown import Breakdown
from app.memory.scenario import Scenario
from app.memory.states import data_parallel, stacks
from app.memory.units import whole

ALONE, TRAINED = 0.0, 1.4  # places of the box and of the column
WIDTH = 0.95
NAMES, BRACKET = 1.95, 3.3  # where the names begin, and the bracket stands
NAMED = {"parameters": "θ,<br>parameter", "gradients": "∇L,<br>gradient", "means": "m, running<br>mean", "squares": "v, mean of<br>squares"}


def four_box_column(scenario: Scenario) -> Picture:
    """θ of one parameter beside θ, ∇L, m and v of the same parameter, to scale in bytes."""
    one = stacks(1)
    all_stacks = data_parallel(scenario)
    alone = Breakdown(parameters=one.parameters)
    return Picture(
        title="One parameter, before and during training",
        figure=figure(
            columns([(ALONE, alone), (TRAINED, one)], units=scenario.units, width=WIDTH),
            x=blank(ALONE - 0.52, BRACKET + 0.85),
            y=blank(-0.16 * one.total, 1.04 * one.total),
            shapes=[*_growth(one), *_bracket(one.total)],
            notes=[*_names(one), *_captions(one), _sum(one)],
            bare=True,
        ),
        sentence=(
            f"One box, θ, {alone.total} bytes, and beside it the column of four boxes that it grows into in training, from the bottom up: "
            f"θ, ∇L, m and v, {one.parameters} bytes each, {one.total} bytes in all."
        ),
        table=Table(
            ("For each parameter", "Bytes", "For all P parameters, bytes"),
            tuple((f"{role.symbol}, {role.name}", whole(getattr(one, role.key)), whole(getattr(all_stacks, role.key))) for role in STACKS)
            + (("Sum", whole(one.total), whole(all_stacks.total)),),
        ),
    )


def _growth(one: Breakdown) -> list[Mapped]:
    """Dotted lines from the box to the column: its foot stays, its top rises."""
    left, right = ALONE + WIDTH / 2, TRAINED - WIDTH / 2
    ends = ((0, 0), (one.parameters, one.total))
    return [rule(left, low, right, high, MUTED, dash="dot", width=2) for low, high in ends]


def _bracket(total: int) -> list[Mapped]:
    tip = BRACKET - 0.1
    return [rule(BRACKET, 0, BRACKET, total, INK), rule(tip, 0, BRACKET, 0, INK), rule(tip, total, BRACKET, total, INK)]


def _names(one: Breakdown) -> list[Mapped]:
    names, floor = [], 0
    for role in STACKS:
        size = getattr(one, role.key)
        middle = floor + size / 2
        names.append(note(NAMES, middle, NAMED[role.key], anchor="left") | {"align": "left"})
        names.append(note(TRAINED, middle, f"{size} bytes", boxed=True))
        floor += size
    return names


def _captions(one: Breakdown) -> list[Mapped]:
    return [
        note(ALONE, one.parameters, THETA.symbol, above=True),
        note(ALONE, one.parameters / 2, f"{one.parameters} bytes", boxed=True),
        note(ALONE, -0.02 * one.total, "step 1", color=MUTED, above=False),
        note(TRAINED, -0.02 * one.total, "in training", color=MUTED, above=False),
    ]


def _sum(one: Breakdown) -> Mapped:
    return note(BRACKET + 0.12, one.total / 2, f"{one.total}<br>bytes", anchor="left", bold=True)
