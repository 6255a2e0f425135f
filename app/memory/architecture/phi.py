"""Phi-1, 1.5 and 2: transformers/models/phi. Biases everywhere, one LayerNorm a block, a head of its own with a bias."""

from app.memory.architecture.architecture import Architecture, Block
from app.memory.architecture.attention import attention, plain_mlp, read_heads, read_hidden
from app.memory.architecture.config import MOST_INTERMEDIATE, Config, check_class
from app.memory.architecture.decoder import read_layers, read_vocabulary
from app.memory.architecture.leaf import Leaf, layer_norm, linear, table


def phi(config: Config) -> Architecture:
    """One block has h·(2·a + 2·k)·d attention and 2·h·i MLP, their biases, and one norm of 2·h."""
    check_class(config, "PhiForCausalLM")
    hidden = read_hidden(config)
    # PhiConfig: num_key_value_heads defaults to None, that is a; head_dim is h/a where absent.
    heads = read_heads(config, hidden, keys_required=False)
    inner = config.whole("intermediate_size", most=MOST_INTERMEDIATE)
    leaves = (
        *attention(hidden, heads, bias=True, output_bias=True, output="dense"),
        *_head_norms(config, hidden // heads.queries),
        *plain_mlp("mlp.fc1", "mlp.fc2", hidden, inner),
        layer_norm("input_layernorm", hidden),
    )
    vocabulary = read_vocabulary(config)
    return Architecture(
        family="phi",
        embedding=(table("embed_tokens", vocabulary, hidden),),
        blocks=(Block("decoder block", leaves, read_layers(config)),),
        rest=(layer_norm("final_layernorm", hidden),),
        head=linear("lm_head", vocabulary, hidden, bias=True),
        tied=config.switch("tie_word_embeddings", False),
        hidden=hidden,
        heads=heads.queries,
        gated=False,
        mlp=inner,
    )


def _head_norms(config: Config, size: int) -> tuple[Leaf, ...]:
    if not config.switch("qk_layernorm", False):
        return ()
    return layer_norm("self_attn.q_layernorm", size), layer_norm("self_attn.k_layernorm", size)
