"""Models whose units are written out by hand, to compare with PyTorch’s measurements of them."""

from app.memory.unit import Tensor, Unit, Units


def linear(rows: int, columns: int, bias: bool = True) -> tuple[Tensor, ...]:
    """Weight and bias of a linear layer."""
    return (Tensor(rows, columns), Tensor(rows)) if bias else (Tensor(rows, columns),)


def gpt(
    hidden: int, heads: int, layers: int, vocabulary: int, positions: int, tied: bool = False, biased: bool = True
) -> Units:  # fmt: skip
    """GPT-2: learned positions, LayerNorm with bias, attention `biased` or not, an MLP of 4·h, a head without bias, tied or not."""
    norm = (Tensor(hidden), Tensor(hidden))
    attention = (*norm, *linear(3 * hidden, hidden, biased), *linear(hidden, hidden, biased))
    block = Unit("block", (*attention, *norm, *linear(4 * hidden, hidden), *linear(hidden, 4 * hidden)), layers)
    embedding = Unit("embedding", (Tensor(vocabulary, hidden), Tensor(positions, hidden)))
    head = None if tied else Unit("head", linear(vocabulary, hidden, bias=False))
    return Units((block,), embedding, head, Unit("norm", norm), hidden, layers, heads, vocabulary, False, tied, 4 * hidden)


def gpt2_of_transformers(layers: int = 12) -> Units:
    """GPT-2 small as transformers keeps it: its matrices lie the other way round (Conv1D), so their rows are the inputs."""
    return gpt(768, 12, layers, 50_257, 1024, tied=True)


def llama(hidden: int, mlp: int, heads: int, groups: int, layers: int, vocabulary: int) -> Units:
    """Llama: RMSNorm, a gated MLP, grouped queries, no bias, a head of its own."""
    narrow = hidden * groups // heads
    attention = [Tensor(rows, hidden) for rows in (hidden, narrow, narrow, hidden)]
    gated = [Tensor(mlp, hidden), Tensor(mlp, hidden), Tensor(hidden, mlp)]
    block = Unit("block", (*attention, *gated, Tensor(hidden), Tensor(hidden)), layers)
    embedding, head = (Unit(name, (Tensor(vocabulary, hidden),)) for name in ("embedding", "head"))
    return Units((block,), embedding, head, Unit("norm", (Tensor(hidden),)), hidden, layers, heads, vocabulary, True, False, mlp)


def llama2_7b(layers: int = 32) -> Units:
    """Llama 2 7B."""
    return llama(4096, 11_008, 32, 32, layers, 32_000)


def llama3_8b(layers: int = 32) -> Units:
    """Llama 3 8B."""
    return llama(4096, 14_336, 32, 8, layers, 128_256)


def llama3_405b() -> Units:
    """Llama 3.1 405B."""
    return llama(16_384, 53_248, 128, 8, 126, 128_256)


def toy(layers: int = 8) -> Units:
    """The tracker's toy: an embedding of 2048 × 512, blocks of two matrices 512 × 2048 without bias, a head back to 2048."""
    block = Unit("block", (Tensor(2048, 512), Tensor(512, 2048)), layers)
    embedding, head = (Unit(name, (Tensor(2048, 512),)) for name in ("embedding", "head"))
    return Units((block,), embedding, head, Unit("rest", ()), 512, layers, 1, 2048, False, False, 2048)


MEASURED = {  # fsdp_models.json: d, a, L, V, S and micro-batch
    "tiny13M": (256, 4, 8, 12_288, 128, 2),
    "small38M": (512, 8, 10, 6_144, 128, 2),
    "gpt2s": (768, 12, 12, 50_257, 1_024, 4),
    "wide4": (2_048, 16, 4, 1_024, 256, 2),
}
