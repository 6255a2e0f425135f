"""OLMo 2: transformers/models/olmo2."""

from app.memory.architecture.architecture import Architecture
from app.memory.architecture.attention import attention, read_heads, read_hidden
from app.memory.architecture.config import Config, check_class
from app.memory.architecture.decoder import decoder, equal_blocks, read_gated_mlp, read_width
from app.memory.architecture.leaf import rms_norm


def olmo2(config: Config) -> Architecture:
    """A block of LLaMA's with norms over all queries and all keys, and its two norms behind attention and MLP."""
    check_class(config, "Olmo2ForCausalLM")
    hidden = read_hidden(config)
    # Olmo2Config: num_key_value_heads defaults to None, that is a; head_dim is h/a where absent.
    heads = read_heads(config, hidden, keys_required=False)
    bias = config.switch("attention_bias", False)
    norms = (
        rms_norm("self_attn.q_norm", heads.query_width),
        rms_norm("self_attn.k_norm", heads.key_width),
        rms_norm("post_attention_layernorm", hidden),
        rms_norm("post_feedforward_layernorm", hidden),
    )
    blocks = equal_blocks(config, attention(hidden, heads, bias, bias), read_gated_mlp(config, hidden), norms)
    return decoder(config, "olmo2", hidden, heads.queries, blocks, read_width(config), tied=False)
