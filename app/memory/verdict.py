"""Whether a plan fits its GPU, by how much, and what would make it fit: GPUs, batch, or one change at a time."""

from bisect import bisect_right
from dataclasses import dataclass

from app.memory.account import account_of
from app.memory.over_gpus import OverGpus
from app.memory.plan import Plan
from app.memory.scenario import MOST_BATCH, MOST_GPUS
from app.memory.strategy import STRATEGIES, strategy_of
from app.memory.training_step import highest
from app.memory.units import gpus, plain_bytes


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
    """One change of a plan and by how many bytes it lowers the peak."""

    title: str
    plan: Plan
    saves: int
    fits: bool


def verdict_of(plan: Plan) -> Verdict:
    """Fits or not, and by how much."""
    made = account_of(plan)
    return Verdict(made.peak.total, plan.gpu_memory, made.floor)


def largest_batch(plan: Plan) -> int | None:
    """The most sequences on one GPU, up to MOST_BATCH, at which the plan fits; None where not even one does.

    Found by halving: a larger batch never needs less, for nothing that a batch adds is divided.
    """
    sizes = range(1, MOST_BATCH + 1)
    return bisect_right(sizes, plan.gpu_memory, key=lambda batch: highest(plan.but(batch=batch))) or None


def changes(plan: Plan, over: OverGpus | None = None) -> tuple[Change, ...]:
    """Single changes of this plan, the one that saves most first. Those that save nothing are left out. `over` spares a search."""
    over = over or OverGpus(plan)
    peak = over.peak(plan.gpus)
    tried = ((title, plan.but(**settings)) for title, settings in (*_possible(plan), *_fewer(over)))
    made = [(title, other, highest(other)) for title, other in tried]
    kept = [Change(title, other, peak - total, total <= plan.gpu_memory) for title, other, total in made if total < peak]
    return tuple(sorted(kept, key=lambda change: -change.saves))


def side_by_side(plan: Plan) -> tuple[tuple[str, Verdict], ...]:
    """The same run under every strategy."""
    return tuple((entry.title, verdict_of(plan.but(strategy=entry))) for entry in STRATEGIES)


def _possible(plan: Plan) -> tuple[tuple[str, dict[str, object]], ...]:
    options: list[tuple[str, dict[str, object]]] = [
        ("shard everything (FSDP)", {"strategy": strategy_of("fsdp")}),
        ("checkpoint every block", {"checkpointing": "full"}),
        ("use fused attention", {"attention": "fused"}),
        ("halve the batch", {"batch": max(1, plan.batch // 2)}),
        ("halve the sequence", {"seq": max(1, plan.seq // 2)}),
        ("double the GPUs", {"gpus": max(plan.gpus, min(2 * plan.gpus, MOST_GPUS))}),
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


def _fewer(over: OverGpus) -> tuple[tuple[str, dict[str, object]], ...]:
    """Where padding costs much: the N of the least peak, and shard groups of the size, among those that divide N, that needs least."""
    plan = over.plan
    if not over.too_many:
        return ()
    hsdp = plan.but(strategy=strategy_of("hsdp"))
    sizes = [size for size in range(2, plan.gpus) if plan.gpus % size == 0]
    group = min(sizes, key=lambda size: highest(hsdp.but(shard_group=size)), default=plan.gpus)
    groups: tuple[str, dict[str, object]] = (
        f"shard within groups of {gpus(group)}, HSDP",
        {"strategy": hsdp.strategy, "shard_group": group},
    )
    return ((f"use only {gpus(over.least)}", {"gpus": over.least}), *((groups,) if plan.strategy.gathers else ()))
