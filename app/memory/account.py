"""The full account of one GPU over one training step: phases with named components, their peak, and the floor under it.

It sees tensors, as PyTorch's own trackers do. Left out: the allocator's rounding and fragmentation, NCCL's buffers, the CUDA context.
"""

from dataclasses import dataclass
from functools import cached_property

from app.memory.holding import COMPONENTS, Holding
from app.memory.ledger import Phase
from app.memory.plan import Plan
from app.memory.stored import stored
from app.memory.training_step import training_step
from app.memory.units import bytes_text, plain_bytes
from app.memory.wrapping import wrap


@dataclass(frozen=True)
class Account:
    """A plan and the phases of one step under it, in order."""

    plan: Plan
    phases: tuple[Phase, ...]

    @cached_property
    def peak(self) -> Phase:
        """The first phase at which the GPU holds most."""
        return max(self.phases, key=lambda phase: phase.total)

    @property
    def largest(self) -> str:
        """The largest component at the peak, by its name in COMPONENTS."""
        return self.peak.held.largest

    @property
    def persistent(self) -> int:
        """Bytes of all stacks right after a step, gradients still held."""
        return self.phases[-1].held.states + self.phases[-1].held.buckets

    def most(self, stage: str) -> Phase:
        """The phase of a stage at which the GPU holds most. Raises ValueError for a stage that does not occur."""
        return max((phase for phase in self.phases if phase.stage == stage), key=lambda phase: phase.total)

    @cached_property
    def floor(self) -> int:
        """Bytes that no number of GPUs takes away: the most of any phase, once padding and all that is divided among them is left out."""
        return max(phase.total - divided_bytes(self.plan, phase.held) for phase in training_step(self.plan.unpadded))

    @cached_property
    def padding(self) -> int:
        """Bytes of the stacks on this GPU that are padding: what its cut stores beyond ⌈P/N⌉ of each. Rows fewer than N make it large."""
        recipe, strategy = self.plan.recipe, self.plan.strategy
        each = recipe.parameter * strategy.parameters + recipe.gradients * strategy.gradients + recipe.optimizer * strategy.optimizer
        return each * stored(self.plan, wrap(self.plan)).padding

    def temporary(self, stage: str) -> int:
        """The most that sharding borrows in a stage: whole parameters and gradients, and the collectives' buffers."""
        return max((phase.held.transient for phase in self.phases if phase.stage == stage), default=0)

    def __repr__(self) -> str:
        return f"Account(peak {plain_bytes(self.peak.total)} at {self.peak.name}; {len(self.phases)} phases)"

    def __str__(self) -> str:
        """A table of the components at the peak, for a terminal or a notebook."""
        peak = self.peak
        rows = [f"{COMPONENTS[name]:<34}{bytes_:>20,}  {bytes_text(bytes_)}" for name, bytes_ in peak.held.items()]
        return "\n".join((f"peak: {peak.name}", *rows, f"{'total':<34}{peak.total:>20,}  {bytes_text(peak.total)}"))


def account_of(plan: Plan) -> Account:
    """Play one training step through. Pure: the same plan gives the same account."""
    return Account(plan, training_step(plan))


def divided_bytes(plan: Plan, held: Holding) -> int:
    """Bytes of a phase that more GPUs would divide: the sharded stacks and the optimizer's work on them. None for a fixed group."""
    strategy = plan.strategy
    if strategy.groups:
        return 0
    return (
        (held.parameters if strategy.parameters else 0)
        + (held.gradients + held.accumulated if strategy.gradients else 0)
        + (held.master + held.means + held.squares + held.optimizer if strategy.optimizer else 0)
    )
