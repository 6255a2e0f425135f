"""The activation bar: what FSDP divides by N, beside it what it does not, and both together against C."""

from app.figures.axes import places, scale
from app.figures.picture import Picture, Table
from app.figures.style import ACTIVATIONS, CAPACITY, INK, MUTED, Mapped, bars, box, columns, figure, note
from app.memory.activations import kept, rule_of_thumb, with_checkpointing, without_checkpointing
from app.memory.gathering import fully_sharded
from app.memory.scenario import Scenario
from app.memory.units import bytes_text, whole

STATES, ACTIVATION, TOGETHER = 0.0, 1.0, 2.0
WIDTH = 0.7
LIGHTER = 0.4  # opacity of what a block keeps besides the one tensor of the rule of thumb
SMALLEST_REMEDY = 0.06  # of the axis: less than that is too little to point at


def activation_bar(scenario: Scenario) -> Picture:
    """16·P/N + L_max, the activations, and their sum, with C as a line and what checkpointing removes, or has removed."""
    sharded, activations = fully_sharded(scenario), kept(scenario)
    total = sharded.total + activations
    height = scale(scenario.gpu_memory, sharded.total + without_checkpointing(scenario), scenario.units)
    traces = columns([(STATES, sharded), (TOGETHER, sharded)], units=scenario.units, width=WIDTH, tallest=total)
    return Picture(
        title="What N divides, what it does not, and the sum",
        figure=figure(
            [*traces, *_activations(scenario, sharded.total)],
            x=places(-0.6, 2.6, [STATES, ACTIVATION, TOGETHER], ["16·P/N<br>+ L_max", "activa-<br>tions", "together"]),
            y=height.axis,
            shapes=[*height.shapes, *_removed(scenario, sharded.total)],
            notes=[*height.notes, *_sums(scenario, sharded.total, activations), *_remedy(scenario, sharded.total, height.axis["range"][1])],
        ),
        sentence=_sentence(scenario, sharded.total, total),
        table=_table(scenario),
    )


def _activations(scenario: Scenario, below: int) -> list[Mapped]:
    """Twice the same bar, alone and on top of the states: the rule of thumb solid, what a block keeps besides lighter.

    With checkpointing all that is left is solid.
    """
    solid = with_checkpointing(scenario) if scenario.checkpointing == "on" else rule_of_thumb(scenario)
    rest = kept(scenario) - solid
    at, units = [ACTIVATION, TOGETHER], scenario.units
    traces = [bars(ACTIVATIONS, at, [solid] * 2, [0, below], width=WIDTH, hover=[f"{ACTIVATIONS.name}: {bytes_text(solid, units)}"] * 2)]
    if rest:
        hover = [f"{ACTIVATIONS.name} that checkpointing does not keep: {bytes_text(rest, units)}"] * 2
        traces.append(bars(ACTIVATIONS, at, [rest] * 2, [solid, below + solid], width=WIDTH, hover=hover, opacity=LIGHTER))
    return traces


def _removed(scenario: Scenario, below: int) -> list[Mapped]:
    """The outline of what checkpointing has removed."""
    now, before = kept(scenario), without_checkpointing(scenario)
    if now == before:
        return []
    pairs = ((ACTIVATION, 0), (TOGETHER, below))
    return [box(x - WIDTH / 2, base + now, x + WIDTH / 2, base + before, MUTED, dash="dot") for x, base in pairs]


def _sums(scenario: Scenario, sharded: int, activations: int) -> list[Mapped]:
    units, total = scenario.units, sharded + activations
    over = total > scenario.gpu_memory
    words = f"{bytes_text(total, units)}<br>{'over C' if over else 'under C'}"
    return [
        note(STATES, sharded, bytes_text(sharded, units), above=True, bold=True, boxed=True) | {"yshift": 2},
        note(ACTIVATION, activations, bytes_text(activations, units), above=True, bold=True, boxed=True) | {"yshift": 2},
        note(TOGETHER, total, words, above=True, bold=True, boxed=True, color=CAPACITY if over else INK) | {"yshift": 2},
    ]


def _remedy(scenario: Scenario, sharded: int, top: float) -> list[Mapped]:
    """The arrow to activation checkpointing, from the left where there is room above the first column, else from above."""
    before, after = without_checkpointing(scenario), with_checkpointing(scenario)
    if before - after < SMALLEST_REMEDY * top:
        return []
    verb = "removed" if scenario.checkpointing == "on" else "removes"
    words = f"check-<br>pointing<br>{verb}<br>{bytes_text(before - after, scenario.units)}"
    aim = max(after + 0.7 * (before - after), sharded + 0.2 * top)
    if aim < before:
        return [note(ACTIVATION - WIDTH / 2, aim, words, arrow=(-24, 0), anchor="right", boxed=True)]
    return [note(ACTIVATION, before + 0.07 * top, words, arrow=(0, -24), above=True, boxed=True)]


def _sentence(scenario: Scenario, sharded: int, total: int) -> str:
    units, capacity = scenario.units, scenario.gpu_memory
    verdict = "passes" if total > capacity else "stays under"
    switch = "with" if scenario.checkpointing == "on" else "without"
    return (
        f"{bytes_text(sharded, units)} of sharded states and bubble, beside {bytes_text(total - sharded, units)} of activations {switch} "
        f"checkpointing, which N does not touch: together {bytes_text(total, units)}, which {verdict} C, {bytes_text(capacity, units)}."
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
