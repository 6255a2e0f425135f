"""The activation bar: sharded states and bubble, beside them the activations that N does not touch, and their sum against C."""

from app.figures.axes import Scale, against_capacity, places, scale
from app.figures.labels import TWO_LEVELS, label
from app.figures.picture import Picture, Table
from app.figures.style import ACTIVATIONS, CAPACITY, HEADROOM, INK, MUTED, Mapped, bars, box, columns, figure, note, rule
from app.memory.activations import kept, rule_of_thumb, with_checkpointing, without_checkpointing
from app.memory.gathering import fully_sharded
from app.memory.scenario import Scenario
from app.memory.units import bytes_text, whole

STATES, ACTIVATION, TOGETHER = 0.0, 2.3, 3.05  # the first gap has room for words
WIDTH = 0.55
TIP = ACTIVATION - WIDTH / 2 - 0.06  # of the arrow, at the bracket
SAME_LEVEL = 0.2  # of the sum: with less than that beside them the activations come about as high as it, and so do their labels
LIGHTER = 0.4  # opacity of what blocks keep besides the one tensor of the rule of thumb
SMALLEST_REMEDY = 0.06  # of the axis: less than that is too little to point at
LOW = 0.2  # of the axis, half the height of the words: what is pointed at lower down is named from above
AIMS = sorted((step / 40 for step in range(1, 40)), key=lambda share: abs(share - 0.5))  # shares of what is removed to point at


def activation_bar(scenario: Scenario) -> Picture:
    """16·P/N + L_max, the activations, and their sum, with C as a line and what checkpointing removes, or has removed."""
    sharded, activations = fully_sharded(scenario), kept(scenario)
    highest = sharded.total + without_checkpointing(scenario)
    headroom = TWO_LEVELS if sharded.total < SAME_LEVEL * highest else HEADROOM
    height = scale(scenario.gpu_memory, highest, scenario.units, headroom)
    top = height.axis["range"][1]
    traces = columns([(STATES, sharded), (TOGETHER, sharded)], units=scenario.units, width=WIDTH, tallest=top)
    return Picture(
        title="States and bubble, activations, and their sum",
        figure=figure(
            [*traces, *_activations(scenario, sharded.total)],
            x=places(-0.55, TOGETHER + 0.4, [STATES, ACTIVATION, TOGETHER], ["states,<br>bubble", "acti-<br>vations", "sum"]),
            y=height.axis,
            shapes=[*height.shapes, *_removed(scenario, sharded.total), *_bracket(scenario, top)],
            notes=[*height.notes, *_remedy(scenario, height), *_sums(scenario, height, sharded.total, activations)],
        ),
        sentence=_sentence(scenario, sharded.total, sharded.total + activations),
        table=_table(scenario),
    )


def _activations(scenario: Scenario, below: int) -> list[Mapped]:
    """Twice the same bar, alone and on top of the states: the rule of thumb solid, what blocks keep besides lighter."""
    solid, units = rule_of_thumb(scenario), scenario.units
    rest, at = kept(scenario) - solid, [ACTIVATION, TOGETHER]
    one_block = scenario.checkpointing == "on"
    besides = "the one block that is being computed again" if one_block else "what the blocks keep besides"
    words = (
        f"{ACTIVATIONS.name}, one array a layer: {bytes_text(solid, units)}",
        f"{ACTIVATIONS.name}, {besides}: {bytes_text(rest, units)}",
    )
    return [
        bars(ACTIVATIONS, at, [solid] * 2, [0, below], width=WIDTH, hover=[words[0]] * 2),
        bars(ACTIVATIONS, at, [rest] * 2, [solid, below + solid], width=WIDTH, hover=[words[1]] * 2, opacity=LIGHTER),
    ]


def _removed(scenario: Scenario, below: int) -> list[Mapped]:
    """The outline of what checkpointing has removed."""
    now, before = kept(scenario), without_checkpointing(scenario)
    if now == before:
        return []
    pairs = ((ACTIVATION, 0), (TOGETHER, below))
    return [box(x - WIDTH / 2, base + now, x + WIDTH / 2, base + before, MUTED, dash="dot") for x, base in pairs]


def _sums(scenario: Scenario, height: Scale, sharded: int, activations: int) -> list[Mapped]:
    units, total, capacity = scenario.units, sharded + activations, scenario.gpu_memory
    against = "over C" if total > capacity else "under C" if total < capacity else "just C"
    color = CAPACITY if total > capacity else INK
    return [
        label(STATES, sharded, bytes_text(sharded, units), height),
        label(ACTIVATION + WIDTH / 2, activations, bytes_text(activations, units), height, anchor="right"),
        label(TOGETHER, total, f"{bytes_text(total, units)}<br>{against}", height, color=color),
    ]


def _pointed_at(scenario: Scenario, top: float) -> bool:
    return without_checkpointing(scenario) - with_checkpointing(scenario) >= SMALLEST_REMEDY * top


def _bracket(scenario: Scenario, top: float) -> list[Mapped]:
    """Beside the activations: from what checkpointing leaves to all that is kept without it."""
    if not _pointed_at(scenario, top):
        return []
    low, high = with_checkpointing(scenario), without_checkpointing(scenario)
    edge = ACTIVATION - WIDTH / 2 - 0.01
    ends = ((TIP, low, TIP, high), (TIP, low, edge, low), (TIP, high, edge, high))
    return [rule(*end, INK, width=2) for end in ends]


def _remedy(scenario: Scenario, height: Scale) -> list[Mapped]:
    """The arrow from activation checkpointing to what it removes, where its words do not hide C."""
    top = height.axis["range"][1]
    if not _pointed_at(scenario, top):
        return []
    before, after = without_checkpointing(scenario), with_checkpointing(scenario)
    words = f"check-<br>pointing<br>−{bytes_text(before - after, scenario.units)}"
    heights = [after + share * (before - after) for share in AIMS]
    clear = (at for at in heights if abs(height.share(max(at, LOW * top))) > LOW)
    aim = next(clear, heights[0])
    return [note(TIP, aim, words, arrow=(-12, 0 if aim > LOW * top else -30), anchor="right", boxed=True)]


def _sentence(scenario: Scenario, sharded: int, total: int) -> str:
    units, capacity = scenario.units, scenario.gpu_memory
    switch = "with" if scenario.checkpointing == "on" else "without"
    return (
        f"{bytes_text(sharded, units)} of sharded states and bubble, beside {bytes_text(total - sharded, units)} of activations {switch} "
        f"checkpointing, which N does not touch: together {bytes_text(total, units)}, which {against_capacity(total, capacity)} "
        f"the line of {bytes_text(capacity, units)}."
    )


def _table(scenario: Scenario) -> Table:
    sharded, activations = fully_sharded(scenario), kept(scenario)
    rows = [
        ("Stays, 16·P/N", sharded.states),
        ("Gathered, L_max", sharded.gathered),
        ("16·P/N + L_max", sharded.total),
        ("Activations, rule of thumb 4·b·s·h·L", rule_of_thumb(scenario)),
        ("Activations without checkpointing", without_checkpointing(scenario)),
        ("Activations with checkpointing", with_checkpointing(scenario)),
        (f"Activations as set, checkpointing {scenario.checkpointing}", activations),
        ("Together", sharded.total + activations),
        ("C, memory of one GPU", scenario.gpu_memory),
    ]
    return Table(("On one GPU", "Bytes"), tuple((name, whole(value)) for name, value in rows))
