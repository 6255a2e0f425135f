"""A model as its config describes it: embeddings, blocks, what is left and the head, each a list of leaf modules."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from app.memory.architecture.leaf import Leaf
from app.memory.unit import Unit, Units


@dataclass(frozen=True)
class Block:
    """`count` equal blocks that follow each other."""

    name: str
    leaves: tuple[Leaf, ...] = field(repr=False)
    count: int = 1


@dataclass(frozen=True)
class LeftOut:
    """Something that belongs to the model but not to its trained parameters here. `parameters` is None where it is not counted."""

    what: str
    parameters: int | None
    because: str


@dataclass(frozen=True)
class Architecture:
    """A model in the order of its forward pass. `units` is what FSDP sees; the rest of the names are as in unit.py."""

    family: str  # model_type
    embedding: tuple[Leaf, ...] = field(repr=False)  # the token embedding first
    blocks: tuple[Block, ...]
    rest: tuple[Leaf, ...] = field(repr=False)
    head: Leaf = field(repr=False)  # as a module; when tied, its weight is the token embedding
    tied: bool
    hidden: int
    heads: int
    gated: bool
    mlp: int  # width of the MLP that one token passes: of all its experts together, and the widest where blocks differ
    left_out: tuple[LeftOut, ...] = ()
    assumed: tuple[str, ...] = ()  # defaults that were used because a key is absent or null
    keys: Mapping[str, object] = field(default_factory=dict, repr=False, compare=False)  # those of the config that decide all of this

    @cached_property
    def units(self) -> Units:
        """Embedding, blocks, what is left and head as lists of tensors. A tied head leaves only its bias, if it has one, to the rest."""
        bias = self.head.tensors[1:]
        return Units(
            blocks=tuple(_unit(block.name, block.leaves, block.count) for block in self.blocks),
            embedding=_unit("embedding", self.embedding),
            head=None if self.tied else _unit("head", (self.head,)),
            root_rest=_unit("rest", (*self.rest, Leaf("head bias", bias)) if self.tied and bias else self.rest),
            hidden=self.hidden,
            layers=sum(block.count for block in self.blocks),
            heads=self.heads,
            vocabulary=self.head.tensors[0].rows,
            gated=self.gated,
            tied=self.tied,
            mlp=self.mlp,
        )

    @cached_property
    def token_embedding(self) -> Leaf:
        """The table of one row per token, without positions and types."""
        return self.embedding[0]

    @cached_property
    def largest_leaf(self) -> Leaf:
        """The largest leaf module, the first of equals: what is gathered at once when every module is its own unit."""
        blocks = (leaf for block in self.blocks for leaf in block.leaves)
        return max((*self.embedding, *blocks, *self.rest, self.head), key=lambda leaf: leaf.parameters)


def runs(kinds: Iterable[Hashable], leaves: dict[Hashable, tuple[str, tuple[Leaf, ...]]]) -> tuple[Block, ...]:
    """Blocks from the kind of each layer in order, equal neighbours merged; `leaves` has the name and the leaves of each kind."""
    return tuple(Block(*leaves[kind], count=len(list(group))) for kind, group in groupby(kinds))


def _unit(name: str, leaves: tuple[Leaf, ...], count: int = 1) -> Unit:
    return Unit(name, tuple(tensor for leaf in leaves for tensor in leaf.tensors), count)
