"""Qwen2 and Qwen2.5: transformers/models/qwen2."""

from app.memory.architecture.architecture import Architecture
from app.memory.architecture.attention import attention, read_heads, read_hidden
from app.memory.architecture.config import Config, check_class
from app.memory.architecture.decoder import decoder, equal_blocks, read_gated_mlp, read_width, two_norms


def qwen2(config: Config) -> Architecture:
    """A block of LLaMA's with biases on query, key and value, none on the output."""
    check_class(config, "Qwen2ForCausalLM")
    hidden = read_hidden(config)
    # Qwen2Config: num_key_value_heads defaults to 32, the size of one model, so it is required here; head_dim is h/a where absent.
    heads = read_heads(config, hidden, keys_required=True)
    blocks = equal_blocks(config, attention(hidden, heads, True, False), read_gated_mlp(config, hidden), two_norms(hidden))
    return decoder(config, "qwen2", hidden, heads.queries, blocks, read_width(config), tied=False)
