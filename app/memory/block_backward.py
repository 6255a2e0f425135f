"""The backward pass of one block: its activations go as its gradients come, and the most lies at one of a few moments between."""

from app.memory.block_activations import FP32, mlp_inner, recomputed, score_bytes
from app.memory.forward import block_bytes, copy_bytes
from app.memory.ledger import Ledger
from app.memory.plan import Plan
from app.memory.reduction import accumulates_whole, hold_gradient, joined_bytes, new_bytes, reduce_size
from app.memory.stored import gradients_always
from app.memory.wrapping import Layer

ATTENTION_KEEPS = 6  # tensors of s·b·h that attention and its norm still hold once the MLP is done; Hugging Face's Llama, PyTorch 2.13
AT_THE_END = 5  # gradients of s·b·h at the end of a block: query, key, value, residual and the norm's; measured with GELU blocks
WITHIN = 3  # gradients of s·b·h beside those of the MLP's width


def differentiate_block(plan: Plan, layer: Layer, ledger: Ledger) -> None:
    """Recompute what was not kept, then the MLP, the attention, and the end of the block."""
    block, counted = plan.block, plan.terms.activations
    again = recomputed(block, plan.checkpointing) if counted else 0
    own = block_bytes(plan) + again
    tensor = block.tensor if counted else 0
    ledger.add(activations=again)
    wide = block.wide if counted and not layer.inner else 0
    ledger.record("backward", layer.name, "begin", working=tensor + wide, **_first_gradient(plan, layer))
    if layer.inner:
        _matrices(plan, layer, ledger)
    elif counted:
        mlp = _gradients(plan, mlp_parameters(plan, layer))
        if block.gated:
            wide *= 2
        left = own - min(mlp_inner(block), own)
        ledger.record("backward", layer.name, "MLP done", working=wide + WITHIN * tensor, activations=left - own, **mlp)
        if block.unfused:
            softmax = (FP32 if block.gated else block.width) * block.scores
            left = min(own, (softmax if block.gated else score_bytes(block)) + ATTENTION_KEEPS * tensor)
            ledger.record("backward", layer.name, "softmax", working=2 * softmax + WITHIN * tensor, activations=left - own, **mlp)
    ledger.add(activations=-own)
    hold_gradient(plan, layer.own, layer.root, ledger)
    ledger.record("backward", layer.name, "end", working=AT_THE_END * tensor, pieces=joined_bytes(plan, layer.own))


def _first_gradient(plan: Plan, layer: Layer) -> dict[str, int]:
    """The gradient of the MLP's last matrix, the first to come; a piece by itself until it is added to that of earlier micro-batches."""
    matrix = min(layer.own.parameters + layer.root, plan.block.hidden * plan.block.mlp)
    if accumulates_whole(plan):
        return {"pieces": plan.recipe.compute * matrix}
    return _gradients(plan, matrix) if plan.terms.activations and not layer.inner else {}


def mlp_parameters(plan: Plan, layer: Layer) -> int:
    """Parameters of the MLP, all experts included: what its matrices have, or all that four h × h matrices of attention leave."""
    block = plan.block
    matrices = (3 if block.gated else 2) * block.hidden * block.mlp
    return min(layer.parameters, max(matrices, layer.parameters - 4 * block.hidden**2))


def _gradients(plan: Plan, parameters: int) -> dict[str, int]:
    """Where so many new gradients are held: whole for a while where gradients are sharded, else in their place."""
    if plan.strategy.gradients:
        return {"full_gradients": new_bytes(plan, parameters)}
    return {} if gradients_always(plan) else {"gradients": plan.recipe.gradients * parameters}


def _matrices(plan: Plan, layer: Layer, ledger: Ledger) -> None:
    """Units within a block: each is gathered, differentiated and reduced, the one before it gathered ahead."""
    compute = plan.recipe.compute
    inner = layer.inner[::-1]
    for place, size in enumerate(inner):
        if plan.reshard != "off":
            ledger.add(gathered=compute * size.whole)
        ahead = copy_bytes(plan, inner[place + 1]) if place + 1 < len(inner) and plan.reshard != "off" else 0
        ledger.set(all_gather=ahead)
        hold_gradient(plan, size, 0, ledger)
        ledger.record("backward", layer.name, "differentiate a matrix")
        reduce_size(plan, size, layer.name, ledger)
    ledger.set(all_gather=0)
