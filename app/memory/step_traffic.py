"""What one GPU sends in one training step under a plan, in elements and in bytes, with collectives on a ring.

A reduce-scatter or all-gather of n elements over g GPUs sends (g − 1)·⌈n/g⌉, an all-reduce one of each (arXiv:1910.02054, section 7).
"""

from dataclasses import dataclass

from app.memory.plan import Plan
from app.memory.sharding import shard_parameters
from app.memory.units import plain_bytes


@dataclass(frozen=True)
class Traffic:
    """Elements and bytes one GPU sends: parameters gathered and gradients reduced within a shard group, gradients between groups."""

    gathered: int
    reduced: int
    between: int
    gathered_bytes: int
    reduced_bytes: int
    between_bytes: int

    @property
    def elements(self) -> int:
        """All elements sent."""
        return self.gathered + self.reduced + self.between

    @property
    def bytes(self) -> int:
        """All bytes sent."""
        return self.gathered_bytes + self.reduced_bytes + self.between_bytes

    def __repr__(self) -> str:
        named = {"gathered": self.gathered_bytes, "reduced": self.reduced_bytes, "between groups": self.between_bytes}
        parts = ", ".join(f"{name} {plain_bytes(bytes_)}" for name, bytes_ in named.items() if bytes_)
        return f"Traffic({plain_bytes(self.bytes)} a step on each GPU{': ' if parts else ''}{parts})"


def traffic_of(plan: Plan) -> Traffic:
    """DP, ZeRO-1 and ZeRO-2: about 2·P. FSDP: 3·P where every unit is gathered in forward and again in backward, less what stays
    gathered. HSDP: the same over its shard group, and 2·P/S between groups. Parameters travel in the compute precision, gradients in
    the reduce precision; an all-reduce moves gradients twice.
    """
    degree, recipe, whole = plan.degree, plan.recipe, plan.units.total
    replicas = -(-plan.gpus // degree)
    reduced = _one(whole, degree)
    gathered = reduced + _one(regathered(plan), degree) if plan.strategy.gathers else reduced
    between = 2 * _one(shard_parameters(whole, degree), replicas)
    width = recipe.compute if plan.strategy.optimizer else recipe.reduce
    return Traffic(gathered, reduced, between, width * gathered, recipe.reduce * reduced, recipe.reduce * between)


def regathered(plan: Plan) -> int:
    """Parameters that backward gathers a second time: all but what stays gathered after forward."""
    units = plan.units
    if plan.reshard == "off" or (plan.wrapping == "root" and plan.reshard == "default"):
        return 0
    ends_apart = plan.wrapping == "block+embedding+head" and not units.tied
    stays = 0 if ends_apart or plan.reshard == "all" or not plan.terms.root else units.root_parameters
    return units.total - stays


def _one(elements: int, gpus: int) -> int:
    return (gpus - 1) * shard_parameters(elements, gpus)
