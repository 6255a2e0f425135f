"""Traffic: how many elements one GPU sends in a training step, with plain data parallelism and with FSDP."""

from app.figures.axes import byte_axis, places
from app.figures.picture import Picture, Table
from app.figures.style import GRADIENT, HEADROOM, THETA, Mapped, Role, bars, figure, note
from app.memory.scenario import Scenario
from app.memory.traffic import collective_elements, data_parallel_elements, fully_sharded_elements
from app.memory.units import count, times, whole

PLAIN, SHARDED = 0.0, 1.0
# Each collective in the order of the step, from the bottom up: where, what travels, its name.
COLLECTIVES: tuple[tuple[float, Role, str], ...] = (
    (PLAIN, GRADIENT, "reduce-scatter"),
    (PLAIN, GRADIENT, "all-gather"),
    (SHARDED, THETA, "all-gather, forward"),
    (SHARDED, THETA, "all-gather, backward"),
    (SHARDED, GRADIENT, "reduce-scatter"),
)
STRATEGIES = {PLAIN: "data parallelism", SHARDED: "FSDP"}


def traffic(scenario: Scenario) -> Picture:
    """Two columns of collectives, each P·(N − 1)/N elements: an all-reduce is two of them, FSDP needs three."""
    each = collective_elements(scenario)
    plain, sharded = data_parallel_elements(scenario), fully_sharded_elements(scenario)
    notes = (
        [_name(place, each, level, words) for place, level, words in _levels()] if each else [note(0.5, 0.6, "one GPU:<br>nothing to send")]
    )
    totals = [(PLAIN, plain, f"all-reduce<br>{count(plain)}"), (SHARDED, sharded, count(sharded))]
    return Picture(
        title="Elements that one GPU sends in one training step",
        figure=figure(
            [_bars(role, each) for role in (THETA, GRADIENT)] if each else [],
            x=places(-0.6, 1.6, list(STRATEGIES), list(STRATEGIES.values())),
            y=_elements(sharded),
            notes=[*notes, *(note(x, top, words, above=True, bold=True) for x, top, words in totals)],
        ),
        sentence=_sentence(plain, sharded),
        table=Table(
            ("Collective", "Elements"),
            (
                *((f"{STRATEGIES[place]}: {_of_what(words, role)}", whole(each)) for place, role, words in COLLECTIVES),
                ("Data parallelism, all-reduce in all", whole(plain)),
                ("FSDP in all", whole(sharded)),
            ),
        ),
    )


def _levels() -> list[tuple[float, int, str]]:
    """Each collective with how many stand below it."""
    placed: list[tuple[float, int, str]] = []
    for place, _, words in COLLECTIVES:
        placed.append((place, sum(under == place for under, _, _ in placed), words))
    return placed


def _bars(role: Role, each: int) -> Mapped:
    own = [(place, level, words) for (place, level, words), (_, kind, _) in zip(_levels(), COLLECTIVES, strict=True) if kind == role]
    hover = [f"{words}: {whole(each)} elements" for _, _, words in own]
    return bars(role, [x for x, _, _ in own], [each] * len(own), [each * level for _, level, _ in own], width=0.8, hover=hover)


def _name(place: float, each: int, level: int, words: str) -> Mapped:
    return note(place, each * (level + 0.5), words.replace(", ", "<br>").replace("-s", "-<br>s"), boxed=True)


def _of_what(words: str, role: Role) -> str:
    """'all-gather of parameters, forward'."""
    operation, *when = words.split(", ")
    return ", ".join([f"{operation} of {role.name}", *when])


def _elements(most: int) -> Mapped:
    if not most:
        return byte_axis(1, "GB") | {"tickvals": [0], "ticktext": ["0"]}
    axis = byte_axis(most * HEADROOM, "GB")
    return axis | {"ticktext": [count(tick) for tick in axis["tickvals"]]}


def _sentence(plain: int, sharded: int) -> str:
    if not plain:
        return "One GPU has nobody to send to: both columns are empty."
    return (
        f"Data parallelism sends {count(plain)} elements, the two halves of one all-reduce; FSDP sends {count(sharded)}, "
        f"three operations of the same size, and so {times(sharded / plain)} as much as data parallelism."
    )
