"""Falcon 7B (multi-query), 40B and 180B (grouped queries, two norms side by side): transformers/models/falcon. Tied head."""

from app.memory.architecture.architecture import Architecture, Block
from app.memory.architecture.attention import divided, plain_mlp
from app.memory.architecture.config import MOST_HEADS, MOST_HIDDEN, MOST_INTERMEDIATE, Config, check_class
from app.memory.architecture.decoder import read_layers, read_vocabulary
from app.memory.architecture.leaf import Leaf, layer_norm, linear, table


def falcon(config: Config) -> Architecture:
    """One block has h·(h + 2·k·d) + h² attention, 2·h·i MLP and one or two norms of 2·h, biases only where bias is set."""
    check_class(config, "FalconForCausalLM")
    hidden = config.whole("hidden_size", "n_embed", most=MOST_HIDDEN)  # FalconConfig reads n_embed as hidden_size
    heads = config.whole("num_attention_heads", most=MOST_HEADS)
    size = divided("hidden_size", hidden, "num_attention_heads", heads)
    grouped = config.switch("new_decoder_architecture", False)
    bias = config.switch("bias", False)
    # FalconConfig: ffn_hidden_size defaults to None, that is 4·h.
    inner = config.whole_or("ffn_hidden_size", default=4 * hidden, because="4 · hidden_size", most=MOST_INTERMEDIATE)
    leaves = (
        linear("self_attention.query_key_value", (heads + 2 * _key_heads(config, heads, grouped)) * size, hidden, bias),
        linear("self_attention.dense", hidden, hidden, bias),
        *plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", hidden, inner, bias),
        *_norms(config, hidden, grouped),
    )
    vocabulary = read_vocabulary(config)
    return Architecture(
        family="falcon",
        embedding=(table("word_embeddings", vocabulary, hidden),),
        blocks=(Block("decoder block", leaves, read_layers(config)),),
        rest=(layer_norm("ln_f", hidden),),
        head=linear("lm_head", vocabulary, hidden, bias=False),
        tied=config.switch("tie_word_embeddings", True),
        hidden=hidden,
        heads=heads,
        gated=False,
        mlp=inner,
    )


def _key_heads(config: Config, heads: int, grouped: bool) -> int:
    """num_kv_heads counts in the new architecture only, absent it is a (FalconConfig); in the old one multi_query decides: 1 or a."""
    if not grouped:
        return 1 if config.switch("multi_query", True) else heads
    keys = config.whole_or("num_kv_heads", default=heads, because="as many as num_attention_heads", most=MOST_HEADS)
    divided("num_attention_heads", heads, "num_kv_heads", keys)
    return keys


def _norms(config: Config, hidden: int, grouped: bool) -> tuple[Leaf, ...]:
    """Two norms one after the other, or in parallel attention one for both or one each (the new architecture's default)."""
    if not config.switch("parallel_attn", True):
        return layer_norm("post_attention_layernorm", hidden), layer_norm("input_layernorm", hidden)
    usual = 2 if grouped else 1
    norms = config.whole_or("num_ln_in_parallel_attn", default=usual, because="as FalconDecoderLayer has it", most=2)
    if norms == 2:
        return layer_norm("ln_attn", hidden), layer_norm("ln_mlp", hidden)
    return (layer_norm("input_layernorm", hidden),)
