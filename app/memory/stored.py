"""What one GPU stores all the time: entries of each stack on rank 0, which holds the most, and their bytes."""

from dataclasses import dataclass

from app.memory.holding import Holding
from app.memory.optimizer import counter_bytes
from app.memory.padding import largest_tensor_shard
from app.memory.plan import Plan
from app.memory.sharding import shard_parameters
from app.memory.wrapping import Wrapped


@dataclass(frozen=True, slots=True)
class Stored:
    """Entries of one stack on one GPU: whole or cut, as the strategy has it."""

    parameters: int
    gradients: int
    optimizer: int
    piece: int  # the largest single tensor's part, which a looping optimizer works on
    padding: int  # entries of a cut stack beyond ⌈P/N⌉


def stored(plan: Plan, wrapped: Wrapped) -> Stored:
    """Entries of the three kinds of stack on rank 0, padding included."""
    strategy, whole = plan.strategy, plan.units.total
    even = shard_parameters(whole, plan.degree)
    shard = wrapped.shard if strategy.gathers and plan.cut != "even" else even
    return Stored(
        shard if strategy.parameters else whole,
        shard if strategy.gradients else whole,
        shard if strategy.optimizer else whole,
        largest_piece(plan),
        max(0, shard - even),
    )


def largest_piece(plan: Plan) -> int:
    """Entries of the largest single tensor's part on one GPU."""
    units, degree = plan.units, plan.degree if plan.strategy.optimizer else 1
    every = (*units.blocks, units.embedding, units.root_rest, *((units.head,) if units.head else ()))
    return max((largest_tensor_shard(unit, degree, plan.cut) for unit in every), default=0)


def opening(plan: Plan, entries: Stored) -> Holding:
    """What a GPU holds before forward: without gradients, and without Adam's states before the first update."""
    recipe = plan.recipe
    states = 0 if plan.first_step and plan.terms.gradients else entries.optimizer
    kept = entries.gradients if gradients_always(plan) else 0
    return Holding(
        parameters=recipe.parameter * entries.parameters,
        gradients=recipe.gradient * kept,
        accumulated=recipe.accumulated * kept,
        master=recipe.master * entries.optimizer,
        means=recipe.mean * states,
        squares=recipe.square * states,
        counters=counter_bytes(plan.units.tensors) if plan.terms.optimizer and recipe.square and states else 0,
        buckets=bucket_bytes(plan),
    )


def gradients_always(plan: Plan) -> bool:
    """Whether stored gradients outlive the step: in the lesson, with micro-batches added up in them, or as views of DDP's buckets."""
    views = plan.strategy.slug == "dp" and plan.bucket_view
    return not plan.terms.gradients or plan.accumulation == "sharded" or views


def bucket_bytes(plan: Plan) -> int:
    """DDP's reducer keeps a second copy of all gradients unless they are views of it (PyTorch's default keeps it: 20·P in all)."""
    separate = plan.strategy.slug == "dp" and plan.gpus > 1 and not plan.bucket_view
    return plan.recipe.gradient * plan.units.total if separate and plan.terms.buffers else 0
