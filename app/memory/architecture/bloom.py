"""BLOOM: transformers/models/bloom. Attention with linear biases (no positions), a norm behind the embedding, tied head."""

from app.memory.architecture.architecture import Architecture, Block
from app.memory.architecture.attention import divided, plain_mlp
from app.memory.architecture.config import MOST_HEADS, MOST_HIDDEN, MOST_LAYERS, Config, check_class
from app.memory.architecture.decoder import read_vocabulary
from app.memory.architecture.leaf import layer_norm, linear, table


def bloom(config: Config) -> Architecture:
    """One block has 12·h² + 13·h; the MLP is 4·h wide in the code, without a key."""
    check_class(config, "BloomForCausalLM")
    hidden = config.whole("hidden_size", "n_embed", most=MOST_HIDDEN)  # BloomConfig reads n_embed as hidden_size
    heads = config.whole("n_head", "num_attention_heads", most=MOST_HEADS)
    divided("hidden_size", hidden, "n_head", heads)
    leaves = (
        layer_norm("input_layernorm", hidden),
        linear("self_attention.query_key_value", 3 * hidden, hidden, bias=True),
        linear("self_attention.dense", hidden, hidden, bias=True),
        layer_norm("post_attention_layernorm", hidden),
        *plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", hidden, 4 * hidden),
    )
    vocabulary = read_vocabulary(config)
    return Architecture(
        family="bloom",
        embedding=(table("word_embeddings", vocabulary, hidden),),
        blocks=(Block("decoder block", leaves, config.whole("n_layer", "num_hidden_layers", most=MOST_LAYERS)),),
        rest=(layer_norm("word_embeddings_layernorm", hidden), layer_norm("ln_f", hidden)),
        head=linear("lm_head", vocabulary, hidden, bias=False),
        tied=config.switch("tie_word_embeddings", True),
        hidden=hidden,
        heads=heads,
        gated=False,
        mlp=4 * hidden,
    )
