"""The backward pass of one training step, written into a ledger: the layers in reverse, then what has to wait for the end."""

from dataclasses import replace

from app.memory.block_activations import outside
from app.memory.block_backward import differentiate_block
from app.memory.forward import block_bytes, copy_bytes
from app.memory.ledger import Ledger
from app.memory.loss import head_backward_bytes
from app.memory.plan import Plan
from app.memory.reduction import accumulates_whole, gradient_bytes, hold_gradient, joined_bytes, reduce_size, store_gradient
from app.memory.stored import Stored, gradients_always
from app.memory.wrapping import Layer, Wrapped


def backward(plan: Plan, wrapped: Wrapped, entries: Stored, ledger: Ledger) -> None:
    """Gather, differentiate and reduce, from the head to the embedding; the root's gradients are reduced last of all."""
    layers = wrapped.layers[::-1]
    if plan.strategy.gathers and plan.reshard == "all" and plan.terms.root:
        ledger.add(gathered=plan.recipe.compute * wrapped.root.whole)
    _gather_ahead(plan, layers, -1, ledger)
    for place, layer in enumerate(layers):
        _gather(plan, layer, ledger)
        _gather_ahead(plan, layers, place, ledger)
        if layer.kind == "block":
            differentiate_block(plan, layer, ledger)
        else:
            _differentiate_end(plan, layer, ledger)
        if layer.kind != "embedding":
            reduce_size(plan, layer.own, layer.name, ledger)
        _pass_over(plan, layer, ledger)
    _finish(plan, wrapped, layers[-1], ledger)
    _settle(plan, entries, ledger)


def _gather(plan: Plan, layer: Layer, ledger: Ledger) -> None:
    """Copy a unit out of the output that was gathered ahead. FSDP1 has gathered it in place already."""
    if not (plan.strategy.gathers and layer.own.parameters and plan.reshard != "off"):
        return
    if plan.library == "fsdp2":
        ledger.add(gathered=plan.recipe.compute * layer.own.whole)
    ledger.record("backward", layer.name, "gather")
    ledger.set(all_gather=0)


def _gather_ahead(plan: Plan, layers: tuple[Layer, ...], place: int, ledger: Ledger) -> None:
    """Gather the unit that backward needs next, and with FSDP1's forward prefetch one more."""
    if not plan.strategy.gathers or plan.reshard == "off":
        return
    owners = [layer.own for layer in layers[place + 1 :] if layer.own.parameters]
    if plan.library == "fsdp2":
        ledger.set(all_gather=copy_bytes(plan, owners[0]) if owners and not layers[max(place, 0)].inner else 0)
        return
    if place >= 0 and not layers[place].own.parameters:
        return
    new = owners[: 1 + (1 if plan.prefetch and place < 0 else 0)] if place < 0 else owners[1 if plan.prefetch else 0 :][:1]
    ledger.add(gathered=sum(plan.recipe.compute * own.whole for own in new))


def _differentiate_end(plan: Plan, layer: Layer, ledger: Ledger) -> None:
    """The head with its logits, or the embedding. A tied embedding's two gradients and their sum stand side by side for a moment."""
    units, tied = plan.units, 0
    if units.tied and layer.root:
        tied = units.vocabulary * units.hidden
    if layer.kind == "head":
        if plan.terms.loss:
            ledger.set(logits=head_backward_bytes(plan.batch * plan.seq, units.vocabulary))
        hold_gradient(plan, layer.own, layer.root + tied, ledger)
        ledger.record("backward", layer.name, "differentiate")
        ledger.set(logits=0)
        if plan.terms.activations:
            ledger.add(activations=-outside(plan.block))
    else:
        hold_gradient(plan, layer.own, layer.root - tied, ledger)
        ledger.record("backward", layer.name, "differentiate", pieces=2 * gradient_bytes(plan, tied))


def _pass_over(plan: Plan, layer: Layer, ledger: Ledger) -> None:
    """Count the equal layers that are not played through."""
    if not layer.alike:
        return
    ledger.add(activations=-layer.alike * block_bytes(plan))
    store_gradient(plan, (layer.own, *layer.inner), ledger, layer.alike)
    if plan.reshard == "off" and plan.strategy.gathers:
        ledger.add(gathered=-layer.alike * plan.recipe.compute * sum(size.whole for size in (layer.own, *layer.inner)))
    if accumulates_whole(plan):
        own = sum(size.parameters for size in (layer.own, *layer.inner))
        ledger.add(full_gradients=-layer.alike * plan.recipe.reduce * own)
    hold_gradient(plan, replace(layer.own, parameters=0), layer.alike * layer.root, ledger)


def _finish(plan: Plan, wrapped: Wrapped, embedding: Layer, ledger: Ledger) -> None:
    """Reduce the root's gradients, then those of an embedding of its own, for which backward ends without a hook."""
    if plan.strategy.gradients and plan.terms.gradients:
        single = ledger["pieces"]
        ledger.set(pieces=0)
        ledger.add(full_gradients=single)
        ledger.record("backward", "root", "all gradients", pieces=joined_bytes(plan, wrapped.root))
        reduce_size(plan, wrapped.root, "root", ledger)
        reduce_size(plan, embedding.own, embedding.name, ledger)


def _settle(plan: Plan, entries: Stored, ledger: Ledger) -> None:
    """All that was borrowed is given back; the gradients stand as they are stored."""
    recipe = plan.recipe
    ledger.set(gathered=0, all_gather=0, full_gradients=0, reduce_scatter=0, activations=0, logits=0)
    if not gradients_always(plan):
        ledger.set(gradients=recipe.gradient * entries.gradients, accumulated=recipe.accumulated * entries.gradients)
