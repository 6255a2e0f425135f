"""A model as what FSDP sees: units, each a list of parameter tensors.

FSDP2 cuts every parameter by rows of its first dimension, so the rows are kept beside the number of entries. All counts are parameters
(entries), not bytes.
"""

from dataclasses import dataclass, replace
from functools import cached_property


@dataclass(frozen=True)
class Tensor:
    """One parameter tensor. `rows` is its first dimension, `columns` the product of the others (1 for a vector)."""

    rows: int
    columns: int = 1

    @property
    def parameters(self) -> int:
        """Entries of the tensor."""
        return self.rows * self.columns


@dataclass(frozen=True)
class Unit:
    """Parameters that are gathered together. `count` such units stand one after the other; everything else speaks of one of them."""

    name: str
    tensors: tuple[Tensor, ...]
    count: int = 1

    def __repr__(self) -> str:
        return f"Unit({self.name!r}, {self.parameters:,} parameters in {len(self.tensors)} tensors, {self.count} times)"

    @cached_property
    def parameters(self) -> int:
        """Parameters of one copy."""
        return sum(tensor.parameters for tensor in self.tensors)


@dataclass(frozen=True)
class Units:
    """A transformer decoder or encoder in the order of its forward pass: embedding, blocks, what is left, head.

    `root_rest` is what belongs to neither an embedding, a block nor the head, usually the last norm. `embedding` holds all embeddings
    (tokens, positions, types). A tied head is the token embedding, counted once: then `head` is None.
    """

    blocks: tuple[Unit, ...]  # in the order of the forward pass, equal neighbours merged through `count`
    embedding: Unit
    head: Unit | None  # None when tied to the embedding
    root_rest: Unit
    hidden: int  # h
    layers: int  # L, all blocks together
    heads: int  # a, attention heads (queries)
    vocabulary: int  # V, rows of the logits
    gated: bool  # a gated MLP such as SwiGLU
    tied: bool
    mlp: int | None = None  # f, width of the MLP that one token passes, all its experts together; only activations need it

    def __repr__(self) -> str:
        return f"Units({self.total:,} parameters, {self.layers} blocks of up to {self.largest_block:,})"

    @cached_property
    def total(self) -> int:
        """P: all parameters, tied ones once."""
        return self.root_parameters + sum(block.parameters * block.count for block in self.blocks)

    @cached_property
    def tensors(self) -> int:
        """How many parameter tensors there are, tied ones once."""
        outside = len(self.embedding.tensors) + len(self.root_rest.tensors) + (len(self.head.tensors) if self.head else 0)
        return outside + sum(len(block.tensors) * block.count for block in self.blocks)

    @cached_property
    def largest_block(self) -> int:
        """Parameters of the largest block, 0 without blocks."""
        return max((block.parameters for block in self.blocks), default=0)

    @cached_property
    def root_parameters(self) -> int:
        """R: what the root unit holds when only the blocks are wrapped, that is embeddings, what is left and an untied head."""
        return self.embedding.parameters + self.root_rest.parameters + (self.head.parameters if self.head else 0)

    def gathered_by_kind(self) -> "Units":
        """The same blocks with equal ones next to each other, in the order in which each kind first comes."""
        counts: dict[tuple[str, tuple[Tensor, ...]], int] = {}
        for block in self.blocks:
            kind = (block.name, block.tensors)
            counts[kind] = counts.get(kind, 0) + block.count
        return replace(self, blocks=tuple(Unit(name, tensors, count) for (name, tensors), count in counts.items()))
