"""What becomes of gradients: whole in backward, into the input of a reduce-scatter, and stored as a shard."""

from app.memory.ledger import Ledger
from app.memory.plan import Plan
from app.memory.stored import gradients_always
from app.memory.wrapping import Size


def gradient_bytes(plan: Plan, parameters: int) -> int:
    """Bytes of whole gradients as backward makes them, in the compute precision; 0 without the term."""
    return plan.recipe.compute * parameters if plan.terms.gradients else 0


def accumulates_whole(plan: Plan) -> bool:
    """Whether whole gradients of earlier micro-batches stand there already, in the reduce precision."""
    return plan.accumulation == "unsharded" and plan.terms.gradients and plan.strategy.gradients


def new_bytes(plan: Plan, parameters: int) -> int:
    """Bytes that whole gradients add: none where they are summed in place into those of earlier micro-batches."""
    in_place = accumulates_whole(plan) and plan.recipe.compute == plan.recipe.reduce
    return 0 if in_place else gradient_bytes(plan, parameters)


def hold_gradient(plan: Plan, own: Size, root: int, ledger: Ledger) -> None:
    """Take on the whole gradients of a layer: to be reduced with its unit or with the root, or to stay where nothing is sharded.

    FSDP1 joins the root's gradients only once all of them are there; until then they are single pieces.
    """
    if plan.strategy.gradients:
        single = new_bytes(plan, root) if plan.library == "fsdp1" and plan.strategy.gathers else 0
        ledger.add(full_gradients=new_bytes(plan, own.parameters + root) - single, pieces=single)
    elif not gradients_always(plan):
        entries, recipe = own.parameters + root, plan.recipe
        ledger.add(gradients=recipe.gradient * entries, accumulated=recipe.accumulated * entries)


def reduce_size(plan: Plan, size: Size, name: str, ledger: Ledger) -> None:
    """Free a unit's parameters, reduce its gradients into shards, and let the input of this reduce-scatter wait for the next."""
    if not size.parameters or not plan.strategy.gradients:
        return
    if plan.strategy.gathers and (name != "root" or plan.terms.root or plan.wrapping == "root"):
        ledger.add(gathered=-plan.recipe.compute * size.whole)
    if not plan.terms.gradients:
        return
    whole = new_bytes(plan, size.parameters)
    if accumulates_whole(plan):  # what is new has been added to what was there
        ledger.add(full_gradients=-whole)
        whole = plan.recipe.reduce * size.parameters
    if plan.library == "fsdp1":  # its shard is there before the whole gradient goes
        store_gradient(plan, (size,), ledger)
    ledger.set(reduce_scatter=input_bytes(plan, size))
    ledger.record("backward", name, "reduce", pieces=cast_bytes(plan, size))
    ledger.add(full_gradients=-whole)
    if plan.library == "fsdp2":
        store_gradient(plan, (size,), ledger)


def store_gradient(plan: Plan, sizes: tuple[Size, ...], ledger: Ledger, copies: int = 1) -> None:
    """Take on the stored shards of gradients; without sharding, of whole ones."""
    if gradients_always(plan):
        return
    recipe = plan.recipe
    entries = copies * sum(size.shard if plan.strategy.gradients else size.parameters for size in sizes)
    ledger.add(gradients=recipe.gradient * entries, accumulated=recipe.accumulated * entries)


def input_bytes(plan: Plan, size: Size) -> int:
    """Input of one reduce-scatter in the reduce precision. FSDP1 reduces its flat gradient as it stands."""
    return plan.recipe.reduce * size.whole if plan.terms.buffers and plan.library == "fsdp2" else 0


def joined_bytes(plan: Plan, size: Size) -> int:
    """FSDP1's single gradients, which stand beside the joined one for a moment."""
    return gradient_bytes(plan, size.parameters) if plan.library == "fsdp1" and plan.strategy.gathers and plan.terms.buffers else 0


def cast_bytes(plan: Plan, size: Size) -> int:
    """FSDP1's joined gradient in the reduce precision, where that is another one."""
    return plan.recipe.reduce * size.parameters if joined_bytes(plan, size) and plan.recipe.compute != plan.recipe.reduce else 0
