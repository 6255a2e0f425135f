"""A training run in full: everything that decides what one GPU holds, with nothing left to a silent default of the model's shape."""

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Literal, get_args, get_type_hints

from app.memory.block_activations import Attention, Block, Checkpointing
from app.memory.optimizer import Implementation
from app.memory.padding import Cut
from app.memory.recipe import RECIPES, Recipe
from app.memory.strategy import Strategy, strategy_of
from app.memory.terms import ALL_TERMS, Terms
from app.memory.unit import Units

Wrapping = Literal["block", "block+embedding+head", "root", "linear"]
Library = Literal["fsdp2", "fsdp1"]
Reshard = Literal["default", "off", "all"]
Accumulation = Literal["off", "sharded", "unsharded"]

FULL_SHARD = strategy_of("fsdp")


@dataclass(frozen=True)
class Plan:
    """A model and a run. Bytes and counts are whole numbers.

    Raises ValueError, naming the field, for a count below 1 (`prefetch` below 0), a choice that does not exist, a shard group under
    any strategy but HSDP, or activations of a model whose MLP width is not known.
    """

    units: Units
    gpu_memory: int = 80 * 10**9  # C, bytes
    gpus: int = 8  # N
    batch: int = 1  # b, sequences on one GPU
    seq: int = 2048  # s
    recipe: Recipe = RECIPES[0]
    strategy: Strategy = FULL_SHARD
    shard_group: int = 8  # S, for HSDP alone
    wrapping: Wrapping = "block"
    library: Library = "fsdp2"
    reshard: Reshard = "default"  # after forward: the units but not the root; no unit; the root as well
    prefetch: int = 0  # units that forward gathers ahead on request
    accumulation: Accumulation = "off"  # gradients of earlier micro-batches, reduced each time or kept whole
    first_step: bool = False  # Adam's states do not exist before the first update
    bucket_view: bool = False  # DDP's gradient_as_bucket_view
    optimizer: Implementation = "foreach"
    attention: Attention = "fused"
    dropout: bool = False
    composed_gelu: bool = False
    checkpointing: Checkpointing = "off"
    terms: Terms = ALL_TERMS

    def __post_init__(self) -> None:
        for name in ("gpu_memory", "gpus", "batch", "seq", "shard_group"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)!r}")
        if self.prefetch < 0:
            raise ValueError(f"prefetch must be at least 0, not {self.prefetch!r}")
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name} must be one of {', '.join(choices)}, not {getattr(self, name)!r}")
        if self.terms.activations and self.units.mlp is None and self.checkpointing != "full":
            raise ValueError("mlp is not known of this model, and its activations need it")

    def __repr__(self) -> str:
        """The settings that differ from the defaults."""
        given = ((name, getattr(self, name), default) for name, default in _defaults().items())
        named = (f"{name}={getattr(value, 'slug', value)!r}" for name, value, default in given if value != default)
        return f"Plan({', '.join((repr(self.units), *named))})"

    @cached_property
    def degree(self) -> int:
        """Over how many GPUs the divided parts are cut."""
        return self.strategy.degree(self.gpus, self.shard_group)

    @cached_property
    def cut(self) -> Cut:
        """How units are cut into shards."""
        if not self.terms.rows:
            return "even"
        return "rows" if self.library == "fsdp2" and self.strategy.gathers else "flat"

    @property
    def unpadded(self) -> "Plan":
        """The same run cut without padding: ⌈P/N⌉ of each stack, and gathered copies as large as their parameters."""
        return self.but(terms=replace(self.terms, rows=False))

    @cached_property
    def block(self) -> Block:
        """Shape of one block and of its batch. A model whose MLP width is not known counts with 4·h where that does not matter."""
        units = self.units
        return Block(
            self.batch, self.seq, units.hidden, units.heads, units.mlp or 4 * units.hidden, units.gated, self.recipe.compute,
            self.attention, self.dropout, self.composed_gelu,
        )  # fmt: skip

    def but(self, **changes: Any) -> "Plan":
        """The same run with some settings changed."""
        return replace(self, **changes)


def _defaults() -> dict[str, Any]:
    return {field.name: field.default for field in fields(Plan) if field.name != "units"}


def _choices() -> dict[str, tuple[str, ...]]:
    """The fields that are one of a few words, and the words."""
    hints = ((name, get_args(hint)) for name, hint in get_type_hints(Plan).items())
    return {name: words for name, words in hints if words and all(isinstance(word, str) for word in words)}


CHOICES = _choices()
