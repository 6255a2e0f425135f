"""The strip of step 1, cut: which boxes and parts of boxes each piece is drawn with, and where."""

from dataclasses import dataclass
from itertools import pairwise

from app.figures.gpus import Cluster
from app.figures.parameter_strip import parameters_per_box
from app.memory.sharding import Shard, shard, shard_parameters

PIECE_WIDTH = 0.88  # of the distance between two GPUs
WIDEST_BOX = 0.11  # of the width of the figure, so that a box stays upright
THINNEST = 0.35  # of a box: padding, and what it leaves of a piece, are drawn at least so wide
HAIR = 0.02  # of a box: a thinner part is not drawn apart


@dataclass(frozen=True)
class Box:
    """A box of the strip, or the part of one that a cut leaves. Places are on the x axis of the GPUs."""

    rank: int
    middle: float
    width: float
    real: bool  # False for padding


@dataclass(frozen=True)
class Pieces:
    """The drawn boxes of one strip."""

    boxes: tuple[Box, ...]
    ranks: tuple[int, ...]  # whose pieces are drawn
    per_box: int  # entries that a whole box stands for
    entry_width: float  # on the x axis
    widened: bool  # padding is drawn wider than to scale


def cut(params: int, gpus: int, drawn: Cluster) -> Pieces:
    """The pieces that are drawn, in the boxes of step 1; in smaller ones where some GPUs are left out."""
    size = shard_parameters(params, gpus)
    per_box = parameters_per_box(size * len(drawn.ranks) if drawn.hidden else params)
    entry_width = min(PIECE_WIDTH / size, WIDEST_BOX * (drawn.last + 1.5) / per_box)
    owned = [shard(params, gpus, rank) for rank in drawn.ranks]
    boxes = [
        Box(piece.rank, place + entry_width * ((left + right) / 2 - size / 2), entry_width * (right - left), real)
        for piece, place in zip(owned, drawn.at, strict=True)
        for left, right, real in _spans(piece, size, per_box)
    ]
    widened = any(_edge(piece, size, per_box) != piece.real for piece in owned)
    return Pieces(tuple(boxes), drawn.ranks, per_box, entry_width, widened)


def _spans(piece: Shard, size: int, per_box: int) -> list[tuple[float, float, bool]]:
    """The parts of one piece in entries from its start: boxes as far as it is real, then padding."""
    edge = _edge(piece, size, per_box)
    real = _split(0, edge, piece.start, per_box)
    padding = [(edge, size)] if edge != piece.real else _split(edge, size, piece.start, per_box)
    return [(left, right, True) for left, right in real] + [(left, right, False) for left, right in padding]


def _edge(piece: Shard, size: int, per_box: int) -> float:
    """Where the padding begins, in entries from the start of the piece; never so near an end that it could not be seen."""
    if piece.padding == 0 or piece.real == 0:
        return piece.real
    thinnest = THINNEST * per_box
    return min(max(piece.real, thinnest), size - thinnest)


def _split(left: float, right: float, start: int, per_box: int) -> list[tuple[float, float]]:
    """A stretch of a piece, split where a box of the whole strip ends."""
    first = per_box - start % per_box
    hair = HAIR * per_box
    ends = [end for end in range(first, int(right) + 1, per_box) if left + hair < end < right - hair]
    edges = [left, *ends, right]
    return [(a, b) for a, b in pairwise(edges) if b > a]
