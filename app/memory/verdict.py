"""Whether a plan fits its GPU, by how much, and what would make it fit: GPUs, batch, or one change at a time."""

from collections.abc import Callable
from dataclasses import dataclass

from app.memory.account import account_of
from app.memory.plan import MOST_BATCH, MOST_GPUS, Plan
from app.memory.strategy import STRATEGIES
from app.memory.units import plain_bytes


@dataclass(frozen=True)
class Verdict:
    """The peak against the capacity, in bytes. `room` is negative where the plan does not fit."""

    peak: int
    capacity: int
    floor: int

    @property
    def room(self) -> int:
        """Bytes left over, or lacking."""
        return self.capacity - self.peak

    @property
    def fits(self) -> bool:
        """Whether the peak is at most the capacity."""
        return self.room >= 0

    def __repr__(self) -> str:
        told = f"fits, {plain_bytes(self.room)} to spare" if self.fits else f"does not fit, {plain_bytes(-self.room)} short"
        return f"Verdict({told}: {plain_bytes(self.peak)} of {plain_bytes(self.capacity)}, {plain_bytes(self.floor)} do not shrink)"


@dataclass(frozen=True)
class Change:
    """One change of a plan and what it does to the peak, in bytes; negative where it saves."""

    title: str
    plan: Plan
    saves: int
    fits: bool


def verdict_of(plan: Plan) -> Verdict:
    """Fits or not, and by how much."""
    made = account_of(plan)
    return Verdict(made.peak.total, plan.gpu_memory, made.floor)


def fits(plan: Plan) -> bool:
    """Whether the peak is at most the GPU's memory."""
    return account_of(plan).peak.total <= plan.gpu_memory


def smallest_gpus(plan: Plan) -> int | None:
    """The least N at which the plan fits, or None where no N up to 2²⁰ is enough.

    Found by halving, so it takes for granted that more GPUs never need more. Padding breaks that by at most a row of each tensor:
    the N returned fits and N − 1 does not, but a smaller N that happens to divide evenly may fit too.
    """
    return _least(lambda gpus: fits(plan.but(gpus=gpus)), MOST_GPUS)


def largest_batch(plan: Plan) -> int | None:
    """The most sequences on one GPU at which the plan fits, or None where not even one does. At most 2²⁰."""
    too_many = _least(lambda batch: not fits(plan.but(batch=batch)), MOST_BATCH)
    return MOST_BATCH if too_many is None else too_many - 1 or None


def changes(plan: Plan) -> tuple[Change, ...]:
    """Single changes of this plan, the one that saves most first. Those that change nothing are left out."""
    peak = account_of(plan).peak.total
    tried = ((title, plan.but(**settings)) for title, settings in _possible(plan))
    made = [(title, other, account_of(other).peak.total) for title, other in tried]
    kept = [Change(title, other, peak - total, total <= plan.gpu_memory) for title, other, total in made if total < peak]
    return tuple(sorted(kept, key=lambda change: -change.saves))


def side_by_side(plan: Plan) -> tuple[tuple[str, Verdict], ...]:
    """The same run under every strategy."""
    return tuple((entry.title, verdict_of(plan.but(strategy=entry))) for entry in STRATEGIES)


def _possible(plan: Plan) -> tuple[tuple[str, dict[str, object]], ...]:
    by_slug = {entry.slug: entry for entry in STRATEGIES}
    options: list[tuple[str, dict[str, object]]] = [
        ("shard everything (FSDP)", {"strategy": by_slug["fsdp"]}),
        ("checkpoint every block", {"checkpointing": "full"}),
        ("use fused attention", {"attention": "fused"}),
        ("halve the batch", {"batch": max(1, plan.batch // 2)}),
        ("halve the sequence", {"seq": max(1, plan.seq // 2)}),
        ("double the GPUs", {"gpus": 2 * plan.gpus}),
        ("use a fused optimizer", {"optimizer": "fused"}),
    ]
    if plan.strategy.gathers:
        options += [
            ("wrap each block", {"wrapping": "block"}),
            ("wrap embedding and head too", {"wrapping": "block+embedding+head"}),
            ("reshard after forward", {"reshard": "default"}),
            ("reduce gradients of every micro-batch", {"accumulation": "sharded"}),
        ]
    present = {name: getattr(plan, name) for _, settings in options for name in settings}
    return tuple((title, settings) for title, settings in options if any(present[name] != value for name, value in settings.items()))


def _least(holds: Callable[[int], bool], most: int) -> int | None:
    """The least number from 1 to `most` at which a condition holds that never stops holding once it does."""
    high = 1
    while not holds(high):
        if high >= most:
            return None
        high = min(2 * high, most)
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
