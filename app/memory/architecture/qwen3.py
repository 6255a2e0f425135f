"""Qwen3, dense: transformers/models/qwen3."""

from app.memory.architecture.architecture import Architecture
from app.memory.architecture.attention import Heads, attention, read_heads, read_hidden
from app.memory.architecture.config import Config, check_class
from app.memory.architecture.decoder import decoder, equal_blocks, read_gated_mlp, read_width, two_norms
from app.memory.architecture.leaf import Leaf, rms_norm


def qwen3(config: Config) -> Architecture:
    """A block of LLaMA's with a norm of one head's width for queries and one for keys."""
    check_class(config, "Qwen3ForCausalLM")
    hidden = read_hidden(config)
    # Qwen3Config: num_key_value_heads 32 and head_dim 128 are sizes, and h/a would be wrong for half of the models: both are required here.
    heads = read_heads(config, hidden, keys_required=True, size_required=True)
    bias = config.switch("attention_bias", False)
    parts = (attention(hidden, heads, bias, bias), head_norms(heads), read_gated_mlp(config, hidden), two_norms(hidden))
    return decoder(config, "qwen3", hidden, heads.queries, equal_blocks(config, *parts), read_width(config), tied=False)


def head_norms(heads: Heads) -> tuple[Leaf, ...]:
    """q_norm and k_norm over the width of one head."""
    return rms_norm("self_attn.q_norm", heads.size), rms_norm("self_attn.k_norm", heads.size)
