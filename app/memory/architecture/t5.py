"""T5 1.0 and 1.1, Flan-T5: transformers/models/t5. An encoder and a decoder; the first block of each holds the position biases of all."""

from app.memory.architecture.architecture import Architecture, Block, LeftOut
from app.memory.architecture.bad_config import BadConfig, shown
from app.memory.architecture.config import MOST_HEADS, MOST_HIDDEN, MOST_INTERMEDIATE, MOST_LAYERS, MOST_POSITIONS, Config, check_class
from app.memory.architecture.decoder import read_vocabulary
from app.memory.architecture.leaf import Leaf, linear, rms_norm, table


def t5(config: Config) -> Architecture:
    """An encoder block has 4·h·a·d + 2·h·i (gated 3·h·i) and two norms; a decoder block an attention and a norm more."""
    check_class(config, "T5ForConditionalGeneration", "T5WithLMHeadModel")  # the second is the first's former name
    hidden = config.whole("d_model", "hidden_size", most=MOST_HIDDEN)
    heads = config.whole("num_heads", "num_attention_heads", most=MOST_HEADS)
    vocabulary = read_vocabulary(config)
    gated = _is_gated(config)
    intermediate = config.whole("d_ff", most=MOST_INTERMEDIATE)
    return Architecture(
        family="t5",
        embedding=(table("shared", vocabulary, hidden),),
        blocks=_blocks(config, hidden, heads, intermediate, gated),
        rest=(rms_norm("encoder.final_layer_norm", hidden), rms_norm("decoder.final_layer_norm", hidden)),
        head=linear("lm_head", vocabulary, hidden, bias=False),
        tied=True,  # T5Config of transformers 5 ties always; tie_word_embeddings false only leaves the outputs unscaled
        hidden=hidden,
        heads=heads,
        gated=gated,
        mlp=intermediate,
        left_out=_left_out(config, vocabulary * hidden),
    )


def _blocks(config: Config, hidden: int, heads: int, intermediate: int, gated: bool) -> tuple[Block, ...]:
    encoders = config.whole("num_layers", "num_hidden_layers", most=MOST_LAYERS // 2)
    # T5Config: num_decoder_layers defaults to None, that is as many as the encoder has.
    decoders = config.whole_or("num_decoder_layers", default=encoders, because="as many as num_layers", most=MOST_LAYERS // 2)
    width = heads * config.whole("d_kv", "head_dim", most=MOST_HIDDEN)
    buckets = config.whole("relative_attention_num_buckets", most=MOST_POSITIONS)
    positions = table("layer.0.SelfAttention.relative_attention_bias", buckets, heads)
    own = _attention("layer.0", "SelfAttention", hidden, width)
    cross = _attention("layer.1", "EncDecAttention", hidden, width)
    encoder = (*own, *_mlp("layer.1", hidden, intermediate, gated))
    decoder = (*own, *cross, *_mlp("layer.2", hidden, intermediate, gated))
    blocks = (
        Block("first encoder block", (positions, *encoder)),
        Block("encoder block", encoder, encoders - 1),
        Block("first decoder block", (positions, *decoder)),
        Block("decoder block", decoder, decoders - 1),
    )
    return tuple(block for block in blocks if block.count)


def _attention(layer: str, kind: str, hidden: int, width: int) -> tuple[Leaf, ...]:
    return (
        *(linear(f"{layer}.{kind}.{name}", width, hidden, bias=False) for name in ("q", "k", "v")),
        linear(f"{layer}.{kind}.o", hidden, width, bias=False),
        rms_norm(f"{layer}.layer_norm", hidden),
    )


def _mlp(layer: str, hidden: int, intermediate: int, gated: bool) -> tuple[Leaf, ...]:
    up = ("wi_0", "wi_1") if gated else ("wi",)
    return (
        *(linear(f"{layer}.DenseReluDense.{name}", intermediate, hidden, bias=False) for name in up),
        linear(f"{layer}.DenseReluDense.wo", hidden, intermediate, bias=False),
        rms_norm(f"{layer}.layer_norm", hidden),
    )


def _is_gated(config: Config) -> bool:
    """feed_forward_proj: “relu” (T5Config's default, T5 1.0 was published without it) or “gated-gelu”; any activation may stand there."""
    name = config.word("feed_forward_proj", default="relu")
    parts = name.split("-")
    if len(parts) > 2 or (len(parts) == 2 and parts[0] != "gated") or not parts[-1].replace("_", "").isalnum():
        raise BadConfig("feed_forward_proj", f"{shown(name)} is no activation", "“relu”, “gated-gelu” or another activation, gated or not")
    return len(parts) == 2


def _left_out(config: Config, head: int) -> tuple[LeftOut, ...]:
    if config.switch("tie_word_embeddings", True):
        return ()
    because = "tie_word_embeddings is false and the published checkpoint stores it, while transformers 5 ties T5’s head to the embedding"
    return (LeftOut("a head of its own", head, because),)
