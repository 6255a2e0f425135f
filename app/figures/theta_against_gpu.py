"""θ against a GPU: how many GPUs the parameters alone would fill, each drawn as a frame of C bytes."""

from app.figures.axes import places, scale
from app.figures.gpus import cluster, gap_note
from app.figures.picture import Picture, Table
from app.figures.style import DARK, GHOST, THETA, Mapped, Role, bars, figure, note
from app.memory.gathering import smallest_gpus_for_bytes
from app.memory.scenario import Scenario
from app.memory.states import stacks
from app.memory.units import bytes_text, percent, three_digits, whole

FRAME = Role("frame", "C", "memory of one GPU", "one GPU", GHOST, DARK[GHOST], "")
NEARLY_FULL = 0.8  # of C; above it the label would meet the line C, and stands over it
MANY = 1000  # GPUs; three digits no longer tell how many


def theta_against_gpu(scenario: Scenario) -> Picture:
    """4·P bytes poured into GPUs of C bytes, one after the other."""
    theta, capacity = stacks(scenario.params).parameters, scenario.gpu_memory
    needed = smallest_gpus_for_bytes(theta, capacity)
    drawn = cluster(needed)
    height = scale(capacity, capacity, scenario.units)
    fills = [bytes_in(rank, theta, capacity) for rank in drawn.ranks]
    floor = [0] * len(fills)
    hover = [f"{name}: {bytes_text(fill, scenario.units)} of θ" for name, fill in zip(drawn.names, fills, strict=True)]
    return Picture(
        title="How many GPUs θ alone would fill",
        figure=figure(
            [bars(FRAME, drawn.at, [capacity] * len(fills), floor, ghost=True), bars(THETA, drawn.at, fills, floor, hover=hover)],
            x=places(-max(0.6, 1.1 - drawn.last), max(1.1, drawn.last + 0.6), drawn.at, drawn.ticks),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, _amount(drawn.last, fills[-1], scenario), *gap_note(drawn, capacity / 2)],
        ),
        sentence=f"θ alone takes {bytes_text(theta, scenario.units)}, which {filling(theta, scenario)}.",
        table=Table(
            ("θ alone", "Value"),
            (
                ("Parameters, P", whole(scenario.params)),
                ("Bytes, 4·P", whole(theta)),
                ("Bytes of one GPU, C", whole(capacity)),
                ("GPUs it needs at least", whole(needed)),
                ("Bytes on the last of them", whole(fills[-1])),
            ),
        ),
    )


def bytes_in(rank: int, total_bytes: int, capacity_bytes: int) -> int:
    """What lands on one GPU, counted from 0, when the GPUs are filled one after the other."""
    return max(0, min(capacity_bytes, total_bytes - rank * capacity_bytes))


def filling(theta: int, scenario: Scenario) -> str:
    """How much of one GPU, or how many GPUs, so many bytes fill: a clause to follow 'θ alone'."""
    capacity = scenario.gpu_memory
    if theta <= capacity:
        return f"fills {percent(theta, capacity)} of one GPU"
    needed = smallest_gpus_for_bytes(theta, capacity)
    if theta == needed * capacity:
        return f"fills exactly {whole(needed)} GPUs"
    if needed >= MANY:
        return f"needs at least {whole(needed)} GPUs"
    times = three_digits(theta / capacity)
    about = {whole(needed - 1): "a little more than ", whole(needed): "nearly "}.get(times, "")
    return f"fills {about}{times} GPU{'s' if times != '1' else ''}, so it needs at least {whole(needed)}"


def _amount(x: float, fill: int, scenario: Scenario) -> Mapped:
    """How much of θ the last GPU holds, at its level, or over the line C where it comes near."""
    level = scenario.gpu_memory if fill > NEARLY_FULL * scenario.gpu_memory else fill
    return note(x, level, bytes_text(fill, scenario.units), bold=True, above=True)
