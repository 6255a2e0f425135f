"""Adam steps: how far three parameters move, by plain gradient descent and by Adam, for gradients that are told exactly."""

from app.figures.axes import places
from app.figures.picture import Picture, Table
from app.figures.style import GHOST, INK, MUTED, Mapped, Role, bars, figure, note
from app.memory.notes.adam import descended, walked
from app.memory.notes.stages import StagesRun
from app.memory.units import three_digits

STEPS = 20  # even, so that a gradient that changes its sign each time adds up to nothing
PLAIN = Role("plain", "", "gradient descent", "gradient descent", GHOST, "", "")
ADAM = Role("adam", "", "Adam", "Adam", MUTED, "", "")
APART = 0.2  # of the two bars of one parameter from its middle
TOP = STEPS * 1.3


def gradients(run: StagesRun) -> dict[str, list[float]]:
    """The gradients of the three parameters over the steps."""
    return {
        "large": [1.0] * STEPS,
        "small": [1 / run.smaller] * STEPS,
        "to and fro": [1.0, -1.0] * (STEPS // 2),
    }


def adam_steps(run: StagesRun) -> Picture:
    """Two bars for each of three parameters; what does not move has none."""
    moved = {name: (descended(each), walked(each)) for name, each in gradients(run).items()}
    return Picture(
        title=f"How far three parameters move in {STEPS} steps",
        figure=figure(
            [trace for place, role in enumerate((PLAIN, ADAM)) if (trace := _bars(role, place, list(moved.values())))],
            x=places(-0.6, len(moved) - 0.4, range(len(moved)), [_named(name, run) for name in moved]),
            y=_lengths(),
            notes=[
                note(x + side, distance, f"{name}<br>{_length(distance)}", color=INK, above=True)
                for x, pair in enumerate(moved.values())
                for side, name, distance in zip((-APART, APART), ("plain", "Adam"), pair, strict=True)
            ],
        ),
        sentence=_sentence(run, moved),
        table=Table(
            ("Gradient", "Gradient descent", "Adam"),
            tuple((_told(name, run), *(f"{_length(each)} learning rates" for each in pair)) for name, pair in moved.items()),
        ),
    )


def _bars(role: Role, place: int, moved: list[tuple[float, float]]) -> Mapped | None:
    drawn = [(x + (APART if place else -APART), pair[place]) for x, pair in enumerate(moved) if pair[place] > 0]
    if not drawn:
        return None
    at, heights = zip(*drawn, strict=True)
    hover = [f"{role.name}: {_length(height)} learning rates" for height in heights]
    trace = bars(role, at, heights, [0] * len(drawn), width=0.36, hover=hover)
    return trace | {"marker": trace["marker"] | {"line": {"color": INK, "width": 1.5}}}


def _lengths() -> Mapped:
    ticks = [0, STEPS // 2, STEPS]
    return places(0, TOP, ticks, [str(tick) for tick in ticks]) | {"showgrid": True}


def _length(distance: float) -> str:
    return three_digits(round(distance, 3))


def _named(name: str, run: StagesRun) -> str:
    return {"large": "steady,<br>1", "small": f"steady,<br>1/{run.smaller:,}", "to and fro": "changing,<br>±1"}[name]


def _told(name: str, run: StagesRun) -> str:
    return {
        "large": "1 in every step",
        "small": f"1/{run.smaller:,} in every step",
        "to and fro": "1 and −1 in turn",
    }[name]


def _sentence(run: StagesRun, moved: dict[str, tuple[float, float]]) -> str:
    plain, adam = moved["small"]
    _, swinging = moved["to and fro"]
    return (
        f"In {STEPS} steps a steady gradient of 1 moves a parameter {_length(moved['large'][0])} learning rates under either rule. "
        f"A gradient {run.smaller:,} times smaller moves it {_length(plain)} under gradient descent and {_length(adam)} under Adam; "
        f"one that changes its sign every time moves it {_length(swinging)} under Adam."
    )
