"""Tensor parallelism: one product cut by columns or by rows, and what a GPU holds and sends at degree t (arXiv:1909.08053, section 3).

In a block, the matrices that come first are cut by columns, those after them by rows. Both norms and the inputs of the first matrices
stay whole on every GPU, 4 of the 16 tensors of a GELU block; with sequence parallelism they are cut too (arXiv:2205.05198, section 4).
Norms and biases count as cut, and so do embeddings, which are cut by vocabulary. fp32, fused attention, no dropout, no checkpointing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from app.memory.activations import FUSED_TENSORS, heads_of, one_tensor
from app.memory.breakdown import Breakdown
from app.memory.field import Field, by_name, choice, switch
from app.memory.notes.step_time import BITS
from app.memory.notes.step_time import FIELDS as TIME_FIELDS
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters
from app.memory.states import stacks

COLUMNS, ROWS = "columns", "rows"
WHOLE_TENSORS = 4  # input and output of both norms
ALL_REDUCES = 4  # in one block and step: behind attention and behind the MLP, forward and backward
MOST_SHOWN = 4  # GPUs that the small product is cut for
DEGREES = (1, 2, 4, 8, 16, 32, 64)
MOST_DEGREE = DEGREES[-1]

Matrix = tuple[tuple[int, ...], ...]
X: Matrix = ((1, 2, 4, 3),)  # one token of four entries
W: Matrix = ((1, 0, 2, 1), (3, 1, 0, 2), (0, 2, 1, 1), (2, 1, 3, 0))

FIELDS: Mapping[str, Field] = by_name(
    choice(
        "cut", "Cut W by", COLUMNS, "whether the matrix is cut into columns or into rows", ROWS,
        {COLUMNS: "Columns", ROWS: "Rows"},
    ),
    Field("part", "GPU shown", "i", "", "stepper", 0, "the GPU whose part of the product is shown, counted from 0", "1", 0,
          MOST_SHOWN - 1, tuple(range(MOST_SHOWN))),
    Field(
        "degree", "Degree", "t", "GPUs", "ladder", 4, "GPUs that compute each layer together", "8", 1, MOST_DEGREE,
        DEGREES,
    ),
    switch("sequence_parallel", "Sequence parallelism", "whether the norms are cut too, by tokens"),
    TIME_FIELDS["bandwidth"],
)  # fmt: skip


@dataclass(frozen=True)
class TensorRun(Scenario):
    """A run of the note on tensor parallelism."""

    FIELDS: ClassVar[Mapping[str, Field]] = {**Scenario.FIELDS, **FIELDS}
    cut: str = COLUMNS
    part: int = 0
    degree: int = 4
    sequence_parallel: str = "off"
    bandwidth: int = 200  # Gbit/s of one GPU

    @property
    def shown(self) -> int:
        """For how many GPUs the small product is cut: t, or 4 where that is more; 3 do not divide it."""
        return max(number for number in (1, 2, MOST_SHOWN) if number <= self.degree)

    @property
    def heads(self) -> int:
        """Attention heads of the usual width, and the most GPUs that attention can be cut for."""
        return heads_of(self.hidden)


def product(left: Matrix, right: Matrix) -> Matrix:
    """Left times right."""
    return tuple(tuple(sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*right, strict=True)) for row in left)


def span(length: int, parts: int, rank: int) -> range:
    """Which columns or rows belong to one GPU; `parts` divides `length`."""
    return range(rank * length // parts, (rank + 1) * length // parts)


def own_product(left: Matrix, right: Matrix, cut: str, parts: int, rank: int) -> Matrix:
    """What one GPU computes: some columns of the result, or, cut by rows, an addend of all of it."""
    own = span(len(right), parts, rank) if cut == ROWS else span(len(right[0]), parts, rank)
    if cut == ROWS:
        return product(_columns(left, own), tuple(right[index] for index in own))
    return product(left, _columns(right, own))


def joined(parts: Sequence[Matrix], cut: str) -> Matrix:
    """The whole result from what all GPUs have: side by side (all-gather), or, cut by rows, added up (all-reduce)."""
    rows = zip(*parts, strict=True)
    if cut == ROWS:
        return tuple(tuple(sum(entries) for entries in zip(*addends, strict=True)) for addends in rows)
    return tuple(tuple(entry for part in side_by_side for entry in part) for side_by_side in rows)


def held(run: TensorRun) -> Breakdown:
    """One GPU at degree t: 16·⌈P/t⌉ bytes of states, and all that its blocks keep for the backward pass."""
    return replace(stacks(shard_parameters(run.params, run.degree)), activations=activations(run))


def activations(run: TensorRun) -> int:
    """4·L·b·s·h·(4 + 12/t) bytes, with sequence parallelism 4·L·b·s·h·16/t."""
    whole = 0 if run.sequence_parallel == "on" else WHOLE_TENSORS
    cut = FUSED_TENSORS - whole
    return run.layers * (whole * one_tensor(run) - -cut * one_tensor(run) // run.degree)


def all_reduce_bytes(run: TensorRun) -> int:
    """What one all-reduce sums: b·s·h numbers, in bytes."""
    return one_tensor(run)


def sent_bytes(run: TensorRun) -> int:
    """What one GPU sends in a step: four all-reduces a block on a ring, each 2·(t − 1)·⌈b·s·h/t⌉ numbers (arXiv:2104.04473, section 3.2).

    The same with sequence parallelism: each all-reduce comes apart into a reduce-scatter and an all-gather.
    """
    piece = shard_parameters(run.batch * run.seq * run.hidden, run.degree)
    return run.layers * ALL_REDUCES * 2 * (run.degree - 1) * piece * FP32_BYTES


def sent_seconds(run: TensorRun) -> Fraction:
    """How long that takes at the bandwidth alone."""
    return Fraction(BITS * sent_bytes(run), run.bandwidth * 10**9)


def smallest_degree(run: TensorRun) -> int | None:
    """The least degree at which states and activations fit, or None up to 64."""
    return next((t for t in range(1, MOST_DEGREE + 1) if held(run.but(degree=t)).total <= run.gpu_memory), None)


def _columns(matrix: Matrix, chosen: range) -> Matrix:
    return tuple(row[chosen.start : chosen.stop] for row in matrix)
