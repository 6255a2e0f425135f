"""One training step played through, layer by layer, as PyTorch 2.13's FSDP2 does it (torch/distributed/fsdp/_fully_shard).

Forward: each unit's all-gather output is copied out into its parameters and is freed only after the next unit's copy. Backward: the
next unit is gathered ahead while this one computes, and the input of a reduce-scatter is freed after the next unit's backward.
Data parallelism, ZeRO-1 and ZeRO-2 gather nothing and are played by the same rules. FSDP1 has its own: no separate outputs of
all-gathers, no waiting inputs of reduce-scatters, and single gradients beside the joined one. Order is real, time is not.
"""

from app.memory.backward import backward
from app.memory.forward import forward
from app.memory.ledger import Gauge, Ledger, Phase
from app.memory.optimizer import counter_bytes, temporary_bytes
from app.memory.plan import Plan
from app.memory.stored import Stored, opening, stored
from app.memory.wrapping import Wrapped, wrap


def training_step(plan: Plan) -> tuple[Phase, ...]:
    """The phases of one step in order. Long runs of equal blocks are shown by their first and last three."""
    wrapped = wrap(plan)
    entries = stored(plan, wrapped)
    ledger = Ledger(opening(plan, entries))
    play(plan, wrapped, entries, ledger)
    return tuple(ledger.phases)


def highest(plan: Plan, fewest: int | None = None) -> int:
    """Bytes at the peak of a step. With `fewest`, at most what the peak is at any shard degree from `fewest` (2 or more) to the plan's."""
    wrapped = wrap(plan, fewest)
    entries = stored(plan, wrapped)
    gauge = Gauge(opening(plan, entries))
    play(plan, wrapped, entries, gauge)
    return gauge.highest


def play(plan: Plan, wrapped: Wrapped, entries: Stored, ledger: Ledger) -> None:
    """Forward, backward and update, written into a ledger."""
    ledger.record("start", "", "before forward")
    forward(plan, wrapped, ledger)
    backward(plan, wrapped, entries, ledger)
    update(plan, entries, ledger)


def update(plan: Plan, entries: Stored, ledger: Ledger) -> None:
    """The optimizer step: its states come to be in the first one, and its temporaries stand for a moment."""
    recipe = plan.recipe
    ledger.set(means=recipe.mean * entries.optimizer, squares=recipe.square * entries.optimizer)
    temporary = 0
    if plan.terms.optimizer:
        ledger.set(counters=counter_bytes(plan.units.tensors) if recipe.square else 0)
        temporary = temporary_bytes(plan.optimizer, entries.optimizer, entries.piece, recipe.master or recipe.parameter)
    ledger.record("optimizer step", "", "update", optimizer=temporary)
    ledger.record("end", "", "after the step")
