"""Parameter strip: the model as a row of boxes, and one of them opened down to single parameters of 4 bytes."""

from app.figures.axes import blank
from app.figures.picture import Picture, Table
from app.figures.style import INK, MUTED, THETA, Mapped, bars, figure, note, rule
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.states import stacks
from app.memory.units import bytes_text, count, count_in_words, whole

MOST_BOXES = 20
ROUND = (1, 2, 5)
SLOTS = 8  # places for single parameters in the opened box
FIRST_SINGLES, LAST_SINGLES = 2, 2  # drawn of an opened box that has more
ONE = f"{FP32_BYTES} bytes"
WHOLE_STRIP, OPENED = 2.2, 0.0  # heights at which the two rows stand


def parameter_strip(scenario: Scenario) -> Picture:
    """P parameters in boxes of a round number each; under one of them its own parameters, 4 bytes apiece."""
    per_box = parameters_per_box(scenario.params)
    draw = _single_row if per_box == 1 else _two_rows
    weights = [("One parameter", 1), ("One drawn box", per_box), ("The whole strip, 4·P", scenario.params)]
    return Picture(
        title="The strip: P numbers in a row",
        figure=draw(scenario, per_box),
        sentence=_sentence(scenario, per_box),
        table=Table(
            ("Piece", "Parameters", "Bytes"),
            tuple((piece, whole(entries), whole(theta_bytes(entries))) for piece, entries in weights),
        ),
    )


def parameters_per_box(params: int) -> int:
    """The least round number that cuts the model into at most twenty boxes: 1, 2, 5, 10, …"""
    decade = 1
    while True:
        for step in ROUND:
            if params <= MOST_BOXES * step * decade:
                return step * decade
        decade *= 10


def theta_bytes(entries: int) -> int:
    """What so many parameters weigh, θ alone: 4 bytes each."""
    return stacks(entries).parameters


def _single_row(scenario: Scenario, per_box: int) -> Mapped:
    room = max(scenario.params, SLOTS)
    return figure(
        _boxes(scenario, per_box, 0),
        x=blank(-0.02 * room, 1.02 * room),
        y=blank(-0.75, 2.0),
        shapes=_bracket(0, scenario.params, 1.15),
        notes=[_weight_of_all(scenario, 0, 1.3), note(0, -0.1, ONE, anchor="left", above=False, bold=True)],
        bare=True,
    )


def _two_rows(scenario: Scenario, per_box: int) -> Mapped:
    length = scenario.params / per_box
    slot = length / SLOTS
    end = slot * min(per_box, SLOTS)
    zoom = [
        rule(0, WHOLE_STRIP, 0, OPENED + 1, MUTED, dash="dot", width=2),
        rule(1, WHOLE_STRIP, end, OPENED + 1, MUTED, dash="dot", width=2),
    ]
    weight = note(0, OPENED - 0.1, f"one parameter: {ONE}", anchor="left", above=False, bold=True)
    return figure(
        [*_boxes(scenario, per_box, WHOLE_STRIP), *_singles(per_box, slot)],
        x=blank(-0.02 * length, 1.02 * length),
        y=blank(OPENED - 0.7, WHOLE_STRIP + 1.95),
        shapes=[*_bracket(0, length, WHOLE_STRIP + 1.15), *zoom, *_break(per_box, slot)],
        notes=[_weight_of_all(scenario, 0, WHOLE_STRIP + 1.3), weight, _opened(per_box, slot), *_left_out(per_box, slot)],
        bare=True,
    )


def _boxes(scenario: Scenario, per_box: int, base: float) -> list[Mapped]:
    """The whole strip: full boxes one wide, then what is left, as wide as its share of a box."""
    full, rest = divmod(scenario.params, per_box)
    hover = f"{count_in_words(per_box)} parameters: {bytes_text(theta_bytes(per_box), scenario.units)}"
    traces = [bars(THETA, [place + 0.5 for place in range(full)], [1] * full, [base] * full, width=1, hover=[hover] * full)]
    if rest:
        hover = f"{count_in_words(rest)} parameters: {bytes_text(theta_bytes(rest), scenario.units)}"
        traces.append(bars(THETA, [full + rest / per_box / 2], [1], [base], width=rest / per_box, hover=[hover]))
    return traces


def _singles(per_box: int, slot: float) -> list[Mapped]:
    places = range(per_box) if per_box <= SLOTS else (*range(FIRST_SINGLES), *range(SLOTS - LAST_SINGLES, SLOTS))
    hover = [f"one parameter: {ONE}"] * len(places)
    return [bars(THETA, [(place + 0.5) * slot for place in places], [1] * len(places), [OPENED] * len(places), width=slot, hover=hover)]


def _break(per_box: int, slot: float) -> list[Mapped]:
    if per_box <= SLOTS:
        return []
    edges = (FIRST_SINGLES + 0.2, SLOTS - LAST_SINGLES - 0.35)
    return [rule(edge * slot, OPENED - 0.1, (edge + 0.15) * slot, OPENED + 1.1, INK) for edge in edges]


def _opened(per_box: int, slot: float) -> Mapped:
    """What was opened, in the room that the dotted lines leave."""
    if per_box <= SLOTS:
        return note((per_box + 0.2) * slot, OPENED + 0.5, f"one box:<br>{per_box} parameters", anchor="left") | {"align": "left"}
    return note(0.15 * slot, OPENED + 1.12, f"one box: {count(per_box)} parameters", anchor="left", above=True, boxed=True)


def _left_out(per_box: int, slot: float) -> list[Mapped]:
    if per_box <= SLOTS:
        return []
    middle = (FIRST_SINGLES + SLOTS - LAST_SINGLES) / 2 * slot
    rest = per_box - FIRST_SINGLES - LAST_SINGLES
    words = f"about {count(rest)}" if count(rest) != whole(rest) else whole(rest)
    return [note(middle, OPENED + 0.5, f"{words}<br>more", color=MUTED)]


def _weight_of_all(scenario: Scenario, x: float, y: float) -> Mapped:
    noun = "parameter weighs" if scenario.params == 1 else "parameters weigh"
    words = f"P = {count(scenario.params)} {noun} {bytes_text(theta_bytes(scenario.params), scenario.units)}"
    return note(x, y, words, anchor="left", above=True, bold=True)


def _bracket(x0: float, x1: float, y: float) -> list[Mapped]:
    return [rule(x0, y, x1, y, INK, width=2), rule(x0, y - 0.1, x0, y, INK, width=2), rule(x1, y - 0.1, x1, y, INK, width=2)]


def _sentence(scenario: Scenario, per_box: int) -> str:
    weight = bytes_text(theta_bytes(scenario.params), scenario.units)
    if scenario.params == 1:
        return f"The whole strip is one box, one parameter of {ONE}."
    boxes = -(-scenario.params // per_box)
    if per_box == 1:
        return f"A strip of {boxes} boxes, each one parameter of {ONE}: {weight} in all."
    fewer = ", the last for fewer" if scenario.params % per_box else ""
    shown = "all its parameters are" if per_box <= SLOTS else "its first two and last two parameters are"
    return (
        f"A strip of {boxes} boxes, each standing for {count_in_words(per_box)} parameters{fewer}. Below it the first box is opened: "
        f"{shown} drawn, {ONE} each. The whole strip weighs {weight}."
    )
