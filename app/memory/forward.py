"""The forward pass and the loss of one training step, written into a ledger."""

from app.memory.block_activations import forward_working, kept, outside
from app.memory.ledger import Ledger
from app.memory.loss import logits_bytes, peak_bytes
from app.memory.plan import Plan
from app.memory.reduction import accumulates_whole
from app.memory.wrapping import Layer, Size, Wrapped


def forward(plan: Plan, wrapped: Wrapped, ledger: Ledger) -> None:
    """Gather, compute and let go, layer by layer; what backward needs is kept."""
    if accumulates_whole(plan):
        ledger.add(full_gradients=plan.recipe.reduce * plan.units.total)
    _gather_root(plan, wrapped, ledger)
    for place, layer in enumerate(wrapped.layers):
        if layer.inner:
            _keep(plan, layer, ledger)  # by the last matrix of a block nearly all of it is there
        _compute(plan, wrapped.layers, place, ledger)
        if not layer.inner:
            _keep(plan, layer, ledger)
        ahead = _in_place(plan, following(wrapped.layers, place, plan.prefetch)) if plan.reshard != "off" else 0
        working = forward_working(plan.block, plan.checkpointing) if layer.kind == "block" and plan.terms.activations else 0
        ledger.record("forward", layer.name, "compute", working=working, gathered=ahead)
        _let_go(plan, wrapped.layers, place, ledger)
    _end(plan, wrapped, ledger)


def block_bytes(plan: Plan) -> int:
    """Bytes that one block keeps for backward; 0 without the term."""
    return kept(plan.block, plan.checkpointing) if plan.terms.activations else 0


def copy_bytes(plan: Plan, size: Size) -> int:
    """Bytes of one all-gather's output. None for a single GPU, for FSDP1, which gathers in place, and without the term."""
    separate = plan.terms.buffers and plan.library == "fsdp2" and plan.degree > 1
    return plan.recipe.compute * size.whole if separate else 0


def _gather_root(plan: Plan, wrapped: Wrapped, ledger: Ledger) -> None:
    root = wrapped.root
    if not (plan.strategy.gathers and root.parameters and (plan.terms.root or plan.wrapping == "root")):
        return
    ledger.add(gathered=plan.recipe.compute * root.whole, all_gather=copy_bytes(plan, root))
    ledger.record("forward", "root", "gather")


def _compute(plan: Plan, layers: tuple[Layer, ...], place: int, ledger: Ledger) -> None:
    """Gather a layer's unit and the units in it; the output of the gather before is still there while each is copied out."""
    layer, compute = layers[place], plan.recipe.compute
    if not plan.strategy.gathers:
        return
    if layer.own.parameters:
        asked = following(layers, place - 1, plan.prefetch)[1:] if place else ()  # what the layer before has asked for beyond this one
        own = copy_bytes(plan, layer.own)
        ledger.add(gathered=compute * layer.own.whole)
        ledger.record("forward", layer.name, "gather", all_gather=own + _copies(plan, asked), gathered=_in_place(plan, asked))
        ahead = following(layers, place, plan.prefetch)
        ledger.set(all_gather=own + _copies(plan, ahead))
    for size in layer.inner:
        own = copy_bytes(plan, size)
        ledger.record("forward", layer.name, "gather a matrix", all_gather=own, gathered=compute * size.whole)
        ledger.set(all_gather=own)
        if plan.reshard == "off":
            ledger.add(gathered=compute * size.whole)


def following(layers: tuple[Layer, ...], place: int, count: int) -> tuple[Layer, ...]:
    """The next so many blocks after a layer; explicit prefetching is asked for among blocks."""
    if layers[place].kind != "block" or count < 1:
        return ()
    return tuple(layer for layer in layers[place + 1 : place + 1 + count] if layer.kind == "block")


def _copies(plan: Plan, layers: tuple[Layer, ...]) -> int:
    """All-gather outputs of these layers."""
    return sum(copy_bytes(plan, layer.own) for layer in layers)


def _in_place(plan: Plan, layers: tuple[Layer, ...]) -> int:
    """What FSDP1 has gathered of these layers, straight into their parameters."""
    return sum(plan.recipe.compute * layer.own.whole for layer in layers) if plan.library == "fsdp1" else 0


def _keep(plan: Plan, layer: Layer, ledger: Ledger) -> None:
    if layer.kind == "block":
        ledger.add(activations=block_bytes(plan))
    elif layer.kind == "head":
        tokens = plan.batch * plan.seq
        if plan.terms.activations:
            ledger.add(activations=outside(plan.block))
        if plan.terms.loss:
            ledger.add(logits=logits_bytes(tokens, plan.units.vocabulary, plan.recipe.compute))


def _let_go(plan: Plan, layers: tuple[Layer, ...], place: int, ledger: Ledger) -> None:
    """Free a unit after its forward, and count the equal layers that are not played through."""
    layer, compute = layers[place], plan.recipe.compute
    if layer.kind == "block":
        ledger.add(activations=layer.alike * block_bytes(plan))
    if not (plan.strategy.gathers and layer.own.parameters):
        return
    if not layer.inner:
        ledger.set(all_gather=copy_bytes(plan, layer.own))
    if plan.reshard != "off":
        ledger.add(gathered=-compute * layer.own.whole)
    else:
        inner = sum(size.whole for size in layer.inner)
        ledger.add(gathered=layer.alike * compute * (layer.own.whole + inner))


def _end(plan: Plan, wrapped: Wrapped, ledger: Ledger) -> None:
    """The root frees the last output, and itself where it is told to. Then the loss."""
    ledger.set(all_gather=0)
    if plan.reshard == "all":
        ledger.set(gathered=0)
    if plan.terms.loss:
        held = ledger["logits"]
        ledger.record("loss", "", "softmax and its gradient", logits=peak_bytes(plan.batch * plan.seq, plan.units.vocabulary) - held)
