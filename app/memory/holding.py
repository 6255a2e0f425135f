"""What one GPU holds at one moment of the full account, component by component."""

from dataclasses import dataclass, fields
from functools import cached_property

from app.memory.units import plain_bytes

COMPONENTS: dict[str, str] = {
    "parameters": "parameters θ",
    "gradients": "gradients ∇L",
    "accumulated": "fp32 gradients of micro-batches",
    "master": "fp32 master copy",
    "means": "Adam m",
    "squares": "Adam v",
    "counters": "Adam step counters",
    "buckets": "DDP buckets",
    "gathered": "gathered parameters",
    "all_gather": "all-gather output",
    "full_gradients": "gradients before they are reduced",
    "pieces": "gradient pieces and casts",
    "reduce_scatter": "reduce-scatter input",
    "optimizer": "optimizer temporary",
    "activations": "activations",
    "logits": "logits and loss",
    "working": "activation gradients",
}

STATES = ("parameters", "gradients", "accumulated", "master", "means", "squares", "counters")
TRANSIENT = ("gathered", "all_gather", "full_gradients", "reduce_scatter")


@dataclass(frozen=True)
class Holding:
    """Bytes on one GPU by what they are for; 0 for what is not there. COMPONENTS says each in words."""

    parameters: int = 0  # θ as it is stored, a shard where parameters are sharded
    gradients: int = 0  # ∇L as it is stored
    accumulated: int = 0  # a recipe's second gradient in fp32
    master: int = 0
    means: int = 0
    squares: int = 0
    counters: int = 0
    buckets: int = 0  # what DDP's reducer holds beside the gradients
    gathered: int = 0  # whole parameters of the units at work and of the root
    all_gather: int = 0  # outputs of all-gathers that are not yet copied out, or not yet freed
    full_gradients: int = 0  # whole gradients, before reduce-scatter
    pieces: int = 0  # FSDP1: single gradients before they are joined, or their cast; a tied embedding's second gradient
    reduce_scatter: int = 0  # inputs of reduce-scatters that are under way
    optimizer: int = 0
    activations: int = 0
    logits: int = 0
    working: int = 0  # gradients of activations, and what forward needs for a moment

    @cached_property
    def total(self) -> int:
        """All bytes of this GPU."""
        return sum(getattr(self, name) for name in COMPONENTS)

    @property
    def states(self) -> int:
        """What training keeps for each parameter: θ, ∇L and the optimizer's."""
        return sum(getattr(self, name) for name in STATES)

    @property
    def transient(self) -> int:
        """What sharding borrows: whole parameters and gradients and the buffers of the collectives."""
        return sum(getattr(self, name) for name in TRANSIENT)

    @property
    def largest(self) -> str:
        """Name of the largest component."""
        return max(COMPONENTS, key=lambda name: getattr(self, name))

    def items(self) -> tuple[tuple[str, int], ...]:
        """Name and bytes of every component that is there, in the order of COMPONENTS."""
        return tuple((name, getattr(self, name)) for name in COMPONENTS if getattr(self, name))

    def __repr__(self) -> str:
        """What is there, rounded."""
        parts = "; ".join(f"{COMPONENTS[name]} {plain_bytes(bytes_)}" for name, bytes_ in self.items())
        return f"Holding({plain_bytes(self.total)}{': ' if parts else ''}{parts})"


assert tuple(COMPONENTS) == tuple(field.name for field in fields(Holding))
