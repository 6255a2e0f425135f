"""Four collectives on a ring of GPUs, hop by hop, with numbers in the buffers (doi:10.1016/j.jpdc.2008.09.002).

n GPUs, the data cut into n pieces. In each hop a GPU sends at most one piece to its right neighbour; the last one's is GPU 0. A partial
sum that is sent is let go, so that each addend is in one place only. Broadcast runs down the ring as a pipeline of pieces.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from app.memory.field import Field, by_name, choice
from app.memory.notes.step_time import FIELDS as TIME_FIELDS
from app.memory.scenario import Scenario

ALL_GATHER, REDUCE_SCATTER, ALL_REDUCE, BROADCAST = "all-gather", "reduce-scatter", "all-reduce", "broadcast"
OPERATIONS = (ALL_GATHER, REDUCE_SCATTER, ALL_REDUCE, BROADCAST)
MOST_DRAWN = 5  # GPUs of the ring that is stepped through
MOST_HOPS = 2 * (MOST_DRAWN - 1)

FIELDS: Mapping[str, Field] = by_name(
    choice(
        "operation", "Collective", ALL_REDUCE, "which collective is stepped through", ALL_GATHER,
        {name: name.capitalize() for name in OPERATIONS},
    ),
    Field(
        "ring", "Ring", "n", "GPUs", "ladder", 4, "GPUs of the ring that is stepped through", "4", 2, MOST_DRAWN,
        tuple(range(2, MOST_DRAWN + 1)),
    ),
    Field(
        "hop", "Hop", "", "", "stepper", 0, "hops done, counted from the start", "2", 0, MOST_HOPS, tuple(range(MOST_HOPS + 1)),
    ),
    TIME_FIELDS["bandwidth"],
    Field(
        "latency", "Latency", "α", "µs", "ladder", 10, "microseconds that a hop takes whatever its size", "10", 1, 10_000,
        (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class CollectiveRun(Scenario):
    """A run of the note on collectives."""

    FIELDS: ClassVar[Mapping[str, Field]] = {**Scenario.FIELDS, **FIELDS}
    operation: str = ALL_REDUCE
    ring: int = 4
    hop: int = 0
    bandwidth: int = 200  # Gbit/s of one GPU
    latency: int = 10  # µs of one hop


@dataclass(frozen=True)
class Cell:
    """One piece in one GPU's buffer: its number, and the GPUs whose numbers are in it."""

    value: int
    of: frozenset[int]


@dataclass(frozen=True)
class Transfer:
    """One piece on its way from a GPU to its right neighbour."""

    source: int
    target: int
    piece: int
    cell: Cell


Buffers = tuple[tuple[Cell | None, ...], ...]  # of each GPU, each of its pieces; None where it has nothing


def number(rank: int, piece: int) -> int:
    """The number that a GPU begins with in one piece: the tens say whose it is, the ones which piece."""
    return 10 * (rank + 1) + piece


def start(operation: str, ring: int) -> Buffers:
    """What each GPU has before the first hop: its own piece, all of its own data, or, unless it is GPU 0, nothing to broadcast."""
    return tuple(
        tuple(Cell(number(rank, piece), frozenset({rank})) if _has(operation, rank, piece) else None for piece in range(ring))
        for rank in range(ring)
    )


def _has(operation: str, rank: int, piece: int) -> bool:
    if operation == ALL_GATHER:
        return rank == piece
    return rank == 0 or operation != BROADCAST


def hops(operation: str, ring: int) -> int:
    """Hops until everyone has what they should: n − 1, twice as many for all-reduce and for broadcast in n pieces."""
    return (1 if operation in (ALL_GATHER, REDUCE_SCATTER) else 2) * (ring - 1)


def transfers(operation: str, ring: int, hop: int, before: Buffers) -> tuple[Transfer, ...]:
    """What is sent in one hop, counted from 1."""
    pieces = ((rank, _piece(operation, ring, hop - 1, rank)) for rank in range(ring))
    return tuple(
        Transfer(rank, (rank + 1) % ring, piece, cell) for rank, piece in pieces if piece is not None and (cell := before[rank][piece])
    )


def after(operation: str, ring: int, hop: int) -> Buffers:
    """All buffers after so many hops."""
    buffers = start(operation, ring)
    for each in range(1, hop + 1):
        buffers = _arrived(buffers, transfers(operation, ring, each, buffers), reducing(operation, ring, each))
    return buffers


def reducing(operation: str, ring: int, hop: int) -> bool:
    """Whether what arrives in a hop is added to what is there."""
    return operation == REDUCE_SCATTER or (operation == ALL_REDUCE and hop < ring)


def _piece(operation: str, ring: int, sent: int, rank: int) -> int | None:
    """Which piece a GPU sends after so many hops; None for none."""
    if operation == BROADCAST:
        return sent - rank if 0 <= sent - rank < ring and rank < ring - 1 else None
    if operation == ALL_GATHER:
        return (rank - sent) % ring
    return (rank - sent - 1) % ring  # of the sums; piece i then ends on GPU i, and in an all-reduce it goes round once more from there


def _arrived(before: Buffers, sent: tuple[Transfer, ...], added: bool) -> Buffers:
    rows = [list(row) for row in before]
    if added:
        for each in sent:
            rows[each.source][each.piece] = None
    for each in sent:
        own = rows[each.target][each.piece] if added else None
        rows[each.target][each.piece] = Cell(each.cell.value + own.value, each.cell.of | own.of) if own else each.cell
    return tuple(tuple(row) for row in rows)
