"""One layer on all GPUs: which piece of its parameters and of its gradient is where, in one phase of a training step."""

from itertools import pairwise

from app.figures.axes import places
from app.figures.picture import Picture, Table
from app.figures.style import GATHERED, GHOST, GRADIENT, THETA, Mapped, Role, bars, box, figure, note
from app.memory.notes.layer_cycle import Phase, phase_of
from app.memory.notes.step_time import LAST_PHASE, TimedRun
from app.memory.units import gpus, whole

MOST_PIECES = 4  # drawn of each layer, and as many GPUs
GAP = 0.8  # between two GPUs, in widths of a piece
ROWS = ((THETA, 1.5), (GRADIENT, 0.0))  # what stands in each row of pieces, and its foot
LIGHT = 0.45  # opacity of a gradient that is not summed yet
SAID = {"gather": "all-gather", "gather again": "all-gather again"}  # over the picture, where a phase is not called so


def layer_gpus(run: TimedRun) -> Picture:
    """The layer cut into pieces, one for each GPU: whose pieces of θ and ∇L are where. Of many GPUs, the first three and the last."""
    now, drawn = phase_of(run.cycle), ranks(run.gpus)
    pieces = len(drawn)
    starts = [place * (pieces + GAP) for place in range(pieces)]
    return Picture(
        title=f"Phase {run.cycle} of {LAST_PHASE}: who has which piece of the layer",
        figure=figure(
            _traces(now, starts),
            x=places(-0.2, starts[-1] + pieces + 0.2, [start + pieces / 2 for start in starts], _names(drawn)),
            y=places(-0.3, 3.4, [foot + 0.5 for _, foot in ROWS], [role.symbol for role, _ in ROWS]),
            shapes=[box(start, foot, start + pieces, foot + 1, GHOST, dash="dot") for start in starts for _, foot in ROWS],
            notes=[note(0.5, 2.95, SAID.get(now.short, now.short), bold=True, xref="paper")],
        ),
        sentence=_sentence(run, now),
        table=Table(
            ("On each GPU", "Pieces of the layer"),
            (
                ("θ, own", "1"),
                ("θ, borrowed", whole(run.gpus - 1 if now.gathered else 0)),
                ("∇L of its own part of the batch", whole(run.gpus if now.whole_gradient else 0)),
                ("∇L, summed over the GPUs", whole(1 if now.summed_shard else 0)),
            ),
        ),
    )


def ranks(number: int) -> tuple[int, ...]:
    """The GPUs, and the pieces of each, that are drawn."""
    return tuple(range(number)) if number <= MOST_PIECES else (*range(MOST_PIECES - 1), number - 1)


def _names(drawn: tuple[int, ...]) -> list[str]:
    """'GPU 0', then the ranks alone; dots before a rank that does not follow."""
    follow = ("… " if rank - before > 1 else "" for before, rank in pairwise(drawn))
    return ["GPU 0", *(f"{dots}{rank:,}" for dots, rank in zip(follow, drawn[1:], strict=True))]


def _traces(now: Phase, starts: list[float]) -> list[Mapped]:
    pieces = len(starts)
    own = [start + place + 0.5 for place, start in enumerate(starts)]
    every = [start + place + 0.5 for start in starts for place in range(pieces)]
    others = [at for at in every if at not in own]
    (_, upper), (_, lower) = ROWS
    rows: list[tuple[Role, list[float], float, str, float]] = [(THETA, own, upper, "own shard of the parameters", 1)]
    if now.gathered:
        rows.append((GATHERED, others, upper, "borrowed for a moment", 1))
    if now.whole_gradient:
        rows.append((GRADIENT, every, lower, "gradient from this GPU’s own part of the batch", LIGHT))
    if now.summed_shard:
        rows.append((GRADIENT, own, lower, "share of the summed gradient", 1))
    return [
        bars(role, at, [1] * len(at), [foot] * len(at), width=0.94, hover=[words] * len(at), opacity=opacity)
        for role, at, foot, words, opacity in rows
        if at
    ]


def _sentence(run: TimedRun, now: Phase) -> str:
    told = f"{now.words[0].upper()}{now.words[1:]}."
    if run.gpus == 1:
        return f"One GPU has the only piece of the layer in every phase. {told}"
    has = "all of θ, its own piece and the borrowed ones" if now.gathered else "one piece of θ"
    gradient = " and a gradient of all of it" if now.whole_gradient else " and one piece of the summed gradient" if now.summed_shard else ""
    return f"{told} Each of {gpus(run.gpus)} has {has}{gradient}."
