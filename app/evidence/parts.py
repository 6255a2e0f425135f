"""The components of an account parted as PyTorch's logs part them: between the root and the units, or by the tracker's categories."""

from app.memory.account import Account
from app.memory.forward import copy_bytes
from app.memory.holding import Holding
from app.memory.ledger import Phase
from app.memory.wrapping import Layer, Wrapped, wrap


def borrowed_most(account: Account, stage: str) -> Phase:
    """The first phase of a stage at which sharding borrows most."""
    return max((phase for phase in account.phases if phase.stage == stage), key=lambda phase: phase.held.transient)


def highest(account: Account, *stages: str) -> Phase:
    """The first phase of some stages at which the GPU holds most."""
    return max((phase for phase in account.phases if phase.stage in stages), key=lambda phase: phase.total)


def root_part(account: Account, phase: Phase) -> dict[str, int]:
    """Bytes of what is borrowed at a phase that are the root's, by the names of the event log; the rest is the units'."""
    plan, held, wrapped = account.plan, phase.held, wrap(account.plan)
    if plan.wrapping == "root":
        return {
            "unsharded_param": held.gathered,
            "ag_out": held.all_gather,
            "unsharded_grad": held.full_gradients,
            "rs_in": held.reduce_scatter,
        }
    return {
        "unsharded_param": min(held.gathered, plan.recipe.compute * wrapped.root.whole),
        "ag_out": copy_bytes(plan, wrapped.root) if phase in _until_a_unit_is_gathered(account) else 0,
        "unsharded_grad": _root_gradients(account, phase, wrapped),
        "rs_in": held.reduce_scatter if (phase.layer, phase.action) == ("root", "reduce") else 0,
    }


def borrowed_parts(held: Holding) -> dict[str, int]:
    """All that is borrowed, by the same names."""
    return {
        "unsharded_param": held.gathered,
        "ag_out": held.all_gather,
        "unsharded_grad": held.full_gradients,
        "rs_in": held.reduce_scatter,
    }


def tracker_parts(account: Account, phase: Phase) -> dict[str, int]:
    """A phase by the categories of FSDPMemTracker.

    It files under Temp what backward makes: gradients until their unit is reduced, the input of a reduce-scatter while it is filled,
    what a checkpointed block computes again, and the loss but for 4 bytes a logit. The logits are Temp while the root's forward runs.
    """
    plan, held = account.plan, phase.held
    reduced = _reduced(account, phase)
    logits = min(held.logits, 4 * plan.batch * plan.seq * plan.units.vocabulary) if phase.stage == "loss" else 0
    again = _computed_again(account, phase)
    filling = held.reduce_scatter if reduced else 0
    return {
        "Sharded Param": held.parameters + held.master,
        "Sharded Grad": held.gradients,
        "OptState": held.means + held.squares + held.counters + held.optimizer,
        "Unsharded Param": held.gathered,
        "All Gather": held.all_gather,
        "Unsharded Grad": reduced,
        "Reduce Scatter": held.reduce_scatter - filling,
        "Activation": held.activations - again + logits,
        "Temp": held.full_gradients - reduced + filling + held.pieces + held.working + again + held.logits - logits,
    }


def _until_a_unit_is_gathered(account: Account) -> tuple[Phase, ...]:
    """The first phases of forward, to the first unit's gather: as long as the root's all-gather output stands."""
    forward = [phase for phase in account.phases if phase.stage == "forward"]
    first = next((n for n, phase in enumerate(forward) if phase.action.startswith("gather") and phase.layer != "root"), 0)
    return tuple(forward[: first + 1])


def _root_gradients(account: Account, phase: Phase, wrapped: Wrapped) -> int:
    """The root's whole gradients: those of earlier micro-batches, else the head's, and the embedding's once it is differentiated."""
    plan, held = account.plan, phase.held
    if plan.accumulation == "unsharded":
        return min(held.full_gradients, plan.recipe.reduce * wrapped.root.parameters)
    if phase.layer in ("embedding", "root"):
        return held.full_gradients if wrapped.root.parameters else 0
    return min(held.full_gradients, plan.recipe.compute * wrapped.layers[-1].root)


def _reduced(account: Account, phase: Phase) -> int:
    """Whole gradients of the unit that is being reduced."""
    if phase.action != "reduce":
        return 0
    wrapped = wrap(account.plan)
    size = wrapped.root if phase.layer == "root" else _layer(wrapped, phase).own
    return account.plan.recipe.compute * size.parameters


def _computed_again(account: Account, phase: Phase) -> int:
    """Activations of a checkpointed block that backward has computed again: all but one input for each block that is left."""
    if account.plan.checkpointing != "full" or phase.stage != "backward" or not phase.layer.startswith("block"):
        return 0
    left = int(phase.layer.split()[1])
    return max(0, phase.held.activations - left * account.plan.block.tensor)


def _layer(wrapped: Wrapped, phase: Phase) -> Layer:
    return next(layer for layer in wrapped.layers if layer.name == phase.layer)
