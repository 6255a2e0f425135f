"""A collective hop by hop: each GPU's buffer with the numbers in it, and what has just gone round the ring."""

from collections.abc import Iterator

from app.figures.axes import places
from app.figures.picture import Picture, Table
from app.figures.style import GATHERED, GHOST, GRADIENT, INK, THETA, Mapped, Role, bars, box, figure, note
from app.memory.notes.collectives import (
    ALL_GATHER,
    ALL_REDUCE,
    BROADCAST,
    REDUCE_SCATTER,
    Buffers,
    Cell,
    CollectiveRun,
    Transfer,
    after,
    hops,
    reducing,
    transfers,
)

APART = 1.6  # from one GPU to the next, in widths of a box
PARTIAL = 0.45  # opacity of a sum that lacks addends


def ring_boxes(run: CollectiveRun) -> Picture:
    """A column of pieces for each GPU; arrows and frames show what the latest hop moved."""
    now, sent = after(run.operation, run.ring, run.hop), latest(run)
    last = hops(run.operation, run.ring)
    return Picture(
        title=f"{title(run.operation)} on {run.ring} GPUs: {f'hop {run.hop} of {last}' if run.hop else 'before the first hop'}",
        figure=figure(
            list(_boxes(run, now)),
            x=places(-0.6, APART * (run.ring - 1) + 1.6, [_left(rank) + 0.5 for rank in range(run.ring)], _names(run.ring)),
            y=places(-0.15, run.ring + 0.15, [_foot(run, piece) + 0.5 for piece in range(run.ring)], _pieces(run.ring)),
            shapes=[*_places(run), *_arrivals(run, sent)],
            notes=[*_numbers(run, now), *_arrows(run, sent)],
        ),
        sentence=sentence(run),
        table=Table(
            ("Piece", *(f"GPU {rank}" for rank in range(run.ring))),
            tuple((str(piece), *(_told(row[piece]) for row in now)) for piece in range(run.ring)),
        ),
    )


def title(operation: str) -> str:
    """The collective at the head of a line."""
    return f"{operation[0].upper()}{operation[1:]}"


def latest(run: CollectiveRun) -> tuple[Transfer, ...]:
    """What the hop sent that has just been done; nothing before the first."""
    if run.hop == 0:
        return ()
    return transfers(run.operation, run.ring, run.hop, after(run.operation, run.ring, run.hop - 1))


def sentence(run: CollectiveRun) -> str:
    """Where the collective is, and what the hop did."""
    last, sent = hops(run.operation, run.ring), latest(run)
    if not sent:
        return f"{BEGINS[run.operation]} {title(run.operation)} on {run.ring} GPUs takes {last} hop{'s' if last > 1 else ''}."
    first = sent[0]
    how = "adds it to its own" if reducing(run.operation, run.ring, run.hop) else "keeps it"
    others = " All others do the same at once." if len(sent) == run.ring else ""
    done = f" {ENDS[run.operation]}" if run.hop == last else ""
    return f"Hop {run.hop} of {last}: GPU {first.source} sends {first.cell.value} to GPU {first.target}, which {how}.{others}{done}"


BEGINS = {
    ALL_GATHER: "Each GPU has one piece, its own.",
    BROADCAST: "GPU 0 has all pieces, the others nothing.",
    REDUCE_SCATTER: "Each GPU has numbers of its own in all pieces.",
    ALL_REDUCE: "Each GPU has numbers of its own in all pieces.",
}
ENDS = {
    ALL_GATHER: "Now everyone has all pieces.",
    BROADCAST: "Now everyone has what GPU 0 had.",
    REDUCE_SCATTER: "Now each GPU has the whole sum of one piece, its own.",
    ALL_REDUCE: "Now everyone has the sums of all pieces.",
}


def _left(rank: int) -> float:
    return APART * rank


def _foot(run: CollectiveRun, piece: int) -> float:
    return run.ring - 1.0 - piece


def _names(ring: int) -> list[str]:
    return ["GPU 0", *(str(rank) for rank in range(1, ring))]


def _pieces(ring: int) -> list[str]:
    return [str(piece) for piece in range(ring)]


def _told(cell: Cell | None) -> str:
    return str(cell.value) if cell else "–"


def _standing(run: CollectiveRun, now: Buffers) -> Iterator[tuple[int, int, Cell]]:
    return ((rank, piece, cell) for rank, row in enumerate(now) for piece, cell in enumerate(row) if cell)


def _look(run: CollectiveRun, rank: int, cell: Cell) -> tuple[Role, float]:
    if run.operation in (ALL_GATHER, BROADCAST):
        return (THETA if rank in cell.of else GATHERED), 1
    return GRADIENT, 1 if len(cell.of) == run.ring else PARTIAL


def _boxes(run: CollectiveRun, now: Buffers) -> Iterator[Mapped]:
    """One trace for each look that is there."""
    looks: dict[tuple[Role, float], list[tuple[int, int, Cell]]] = {}
    for rank, piece, cell in _standing(run, now):
        looks.setdefault(_look(run, rank, cell), []).append((rank, piece, cell))
    for (role, opacity), cells in looks.items():
        hover = [f"GPU {rank}, piece {piece}: {cell.value}" for rank, piece, cell in cells]
        feet = [_foot(run, piece) + 0.05 for _, piece, _ in cells]
        yield bars(role, [_left(rank) + 0.5 for rank, _, _ in cells], [0.9] * len(cells), feet, width=1, hover=hover, opacity=opacity)


def _places(run: CollectiveRun) -> Iterator[Mapped]:
    """A dotted frame for every piece of every GPU, there or not."""
    for rank in range(run.ring):
        for piece in range(run.ring):
            yield box(_left(rank), _foot(run, piece) + 0.05, _left(rank) + 1, _foot(run, piece) + 0.95, GHOST, dash="dot")


def _arrivals(run: CollectiveRun, sent: tuple[Transfer, ...]) -> Iterator[Mapped]:
    for each in sent:
        left, foot = _left(each.target), _foot(run, each.piece)
        yield box(left - 0.06, foot + 0.01, left + 1.06, foot + 0.99, INK, dash="dash")


def _numbers(run: CollectiveRun, now: Buffers) -> Iterator[Mapped]:
    for rank, piece, cell in _standing(run, now):
        yield note(_left(rank) + 0.5, _foot(run, piece) + 0.5, str(cell.value), bold=True, boxed=True)


def _arrows(run: CollectiveRun, sent: tuple[Transfer, ...]) -> Iterator[Mapped]:
    """Between two GPUs; what goes from the last to GPU 0 leaves on the right and comes in on the left."""
    for each in sent:
        middle = _foot(run, each.piece) + 0.5
        ends = [_left(each.source) + 1 + (APART - 1) / 2]
        if each.target < each.source:
            ends.append(_left(each.target) - (APART - 1) / 2)
        for at in ends:
            yield note(at, middle, "→", bold=True)
