"""What is gathered together: the layers of a model in the order of forward, and the unit each belongs to.

Layers without a unit of their own belong to the root, which FSDP gathers first and frees last. With `block+embedding+head` the last
norm is gathered with the head; a tied embedding serves both ends of the model and stays with the root.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from app.memory.padding import tensors_shard, tensors_whole
from app.memory.plan import Plan
from app.memory.unit import Tensor, Unit

Kind = Literal["embedding", "block", "head"]
SHOWN = 3  # layers at each end of a run of equal blocks that are played through; those between only move the balance


@dataclass(frozen=True, slots=True)
class Size:
    """Parameters that are gathered together, and how many one GPU stores of them, padding included."""

    parameters: int = 0
    shard: int = 0
    whole: int = 0  # shard × N: what the gathered copy takes


NOTHING = Size()
Sizing = Callable[[tuple[Tensor, ...]], Size]


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the model. `own` is its unit, `inner` the units within it, `root` its parameters that the root holds."""

    kind: Kind
    name: str
    own: Size
    inner: tuple[Size, ...] = ()
    root: int = 0
    alike: int = 0  # equal layers after this one that are not played through

    @property
    def parameters(self) -> int:
        """All parameters of the layer."""
        return self.own.parameters + self.root + sum(size.parameters for size in self.inner)

    @property
    def shard(self) -> int:
        """Entries that rank 0 stores of the layer's own units."""
        return self.own.shard + sum(size.shard for size in self.inner)


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A model as its strategy gathers it."""

    root: Size
    layers: tuple[Layer, ...]

    @property
    def shard(self) -> int:
        """Entries of one stack that rank 0 stores of the whole model, padding included."""
        return self.root.shard + sum((1 + layer.alike) * layer.shard for layer in self.layers)


def wrap(plan: Plan, fewest: int | None = None) -> Wrapped:
    """The root unit and the layers of a plan, long runs of equal blocks shortened.

    With `fewest` no size exceeds what it is at any shard degree from `fewest` to the plan's own.
    """
    units, size = plan.units, partial(_size, plan, fewest or plan.degree)
    ends = plan.wrapping == "block+embedding+head" and not units.tied
    first, last = units.embedding.tensors, units.root_rest.tensors + (units.head.tensors if units.head else ())
    embedding, head = _end("embedding", size(first), ends), _end("head", size(last), ends)
    blocks = tuple(_blocks(plan, size))
    root = NOTHING if ends else size(first + last)
    if plan.wrapping == "root":
        root = _sum((root, *(_times(size(block.tensors), block.count) for block in units.blocks)))
    return Wrapped(root, (embedding, *blocks, head))


def _size(plan: Plan, fewest: int, tensors: tuple[Tensor, ...]) -> Size:
    """Size of tensors that are gathered together."""
    degree, cut = plan.degree, plan.cut
    parameters = sum(tensor.parameters for tensor in tensors)
    return Size(parameters, tensors_shard(tensors, degree, cut), tensors_whole(tensors, degree, cut, fewest))


def _blocks(plan: Plan, size: Sizing) -> Iterator[Layer]:
    number, layers = 0, plan.units.layers
    for block in plan.units.blocks:
        own, inner = _block_sizes(plan, block, size)
        root = block.parameters if plan.wrapping == "root" else 0
        skipped = max(0, block.count - 2 * SHOWN)
        for index in range(block.count - skipped):
            alike = skipped if index == SHOWN - 1 else 0
            yield Layer("block", f"block {number + 1} of {layers}", own, inner, root, alike)
            number += 1 + alike


def _block_sizes(plan: Plan, block: Unit, size: Sizing) -> tuple[Size, tuple[Size, ...]]:
    """The unit of a block, and with `linear` the unit of every matrix in it; a bias goes with the matrix before it."""
    if plan.wrapping == "root":
        return NOTHING, ()
    if plan.wrapping != "linear":
        return size(block.tensors), ()
    rest: list[Tensor] = []
    matrices: list[list[Tensor]] = []
    for tensor in block.tensors:
        if tensor.columns > 1:
            matrices.append([tensor])
        elif matrices and len(matrices[-1]) == 1 and tensor.rows == matrices[-1][0].rows:
            matrices[-1].append(tensor)
        else:
            rest.append(tensor)
    sizes = tuple(size(tuple(group)) for group in matrices)
    return size(tuple(rest)), sizes


def _end(kind: Kind, whole: Size, own: bool) -> Layer:
    """The first or last layer, as its own unit or as a part of the root."""
    return Layer(kind, kind, whole) if own else Layer(kind, kind, NOTHING, (), whole.parameters)


def _times(each: Size, count: int) -> Size:
    return Size(each.parameters * count, each.shard * count, each.whole * count)


def _sum(sizes: tuple[Size, ...]) -> Size:
    return Size(sum(s.parameters for s in sizes), sum(s.shard for s in sizes), sum(s.whole for s in sizes))
