"""A model of which four sizes are all that is known: P, ℓ, h and L. What has to be supposed besides is said in ASSUMED."""

from app.memory.activations import HEAD_WIDTH, heads_of
from app.memory.unit import Tensor, Unit, Units

MOST_ROWS = 1 << 20  # of a vocabulary; larger ones are not published

ASSUMED = (
    "what the blocks leave of P is an embedding and a head of the same size, of a million rows at most",
    "an MLP of 4·h entries with GELU",
    f"attention heads of {HEAD_WIDTH} entries",
)


def from_sizes(params: int, layer: int, hidden: int, layers: int) -> Units:
    """L blocks of ℓ parameters, the rest in an embedding and an untied head of V rows each and a last norm.

    Where L·ℓ is more than P there are as many blocks as P holds, the last one smaller, and nothing outside them.
    """
    whole, left = divmod(params, layer)
    if whole >= layers:
        return _around(Unit("block", (Tensor(layer),), layers), params - layers * layer, hidden)
    blocks = [Unit("block", (Tensor(layer),), whole)] if whole else []
    if left:
        blocks.append(Unit("last block", (Tensor(left),)))
    return _units(tuple(blocks), 0, 0, hidden)


def _around(blocks: Unit, rest: int, hidden: int) -> Units:
    vocabulary = min(rest // (2 * hidden), MOST_ROWS)
    return _units((blocks,), vocabulary, rest - 2 * vocabulary * hidden, hidden)


def _units(blocks: tuple[Unit, ...], vocabulary: int, rest: int, hidden: int) -> Units:
    ends = (Tensor(vocabulary, hidden),) if vocabulary else ()
    return Units(
        blocks=blocks,
        embedding=Unit("embedding", ends),
        head=Unit("head", ends),
        root_rest=Unit("rest", (Tensor(rest),) if rest else ()),
        hidden=hidden,
        layers=sum(block.count for block in blocks),
        heads=heads_of(hidden),
        vocabulary=max(1, vocabulary),
        gated=False,
        tied=False,
        mlp=4 * hidden,
    )
