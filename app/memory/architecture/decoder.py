"""What the decoders in the manner of LLaMA share: a token table without positions, equal or unequal blocks, one RMS norm and a head."""

from app.memory.architecture.architecture import Architecture, Block, LeftOut
from app.memory.architecture.attention import gated_mlp
from app.memory.architecture.config import MOST_INTERMEDIATE, MOST_LAYERS, MOST_VOCABULARY, Config
from app.memory.architecture.leaf import Leaf, linear, rms_norm, table


def decoder(
    config: Config,
    family: str,
    hidden: int,
    heads: int,
    blocks: tuple[Block, ...],
    mlp: int,
    tied: bool,
    left_out: tuple[LeftOut, ...] = (),
) -> Architecture:
    """The whole model around its blocks; `tied` is what the family's class documents for an absent tie_word_embeddings."""
    vocabulary = read_vocabulary(config)
    return Architecture(
        family=family,
        embedding=(table("embed_tokens", vocabulary, hidden),),
        blocks=blocks,
        rest=(rms_norm("norm", hidden),),
        head=linear("lm_head", vocabulary, hidden, bias=False),
        tied=config.switch("tie_word_embeddings", tied),
        hidden=hidden,
        heads=heads,
        gated=True,
        mlp=mlp,
        left_out=left_out,
    )


def equal_blocks(config: Config, *parts: tuple[Leaf, ...]) -> tuple[Block, ...]:
    """num_hidden_layers blocks that are all alike."""
    return (Block("decoder block", tuple(leaf for part in parts for leaf in part), read_layers(config)),)


def read_gated_mlp(config: Config, hidden: int, bias: bool = False) -> tuple[Leaf, ...]:
    """A gated MLP of the width intermediate_size."""
    return gated_mlp(hidden, read_width(config), bias)


def read_width(config: Config) -> int:
    """The width of a dense MLP, under its usual name. Raises BadConfig."""
    return config.whole("intermediate_size", most=MOST_INTERMEDIATE)


def two_norms(hidden: int) -> tuple[Leaf, ...]:
    """One RMS norm before the attention and one before the MLP."""
    return rms_norm("input_layernorm", hidden), rms_norm("post_attention_layernorm", hidden)


def read_layers(config: Config) -> int:
    """L, under its usual name. Raises BadConfig."""
    return config.whole("num_hidden_layers", most=MOST_LAYERS)


def read_vocabulary(config: Config) -> int:
    """Tokens in the vocabulary, under its usual name. Raises BadConfig."""
    return config.whole("vocab_size", most=MOST_VOCABULARY)
