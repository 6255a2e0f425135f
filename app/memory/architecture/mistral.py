"""Mistral 7B, Nemo and their kin: transformers/models/mistral."""

from app.memory.architecture.architecture import Architecture
from app.memory.architecture.attention import attention, read_heads, read_hidden
from app.memory.architecture.config import Config, check_class
from app.memory.architecture.decoder import decoder, equal_blocks, read_gated_mlp, read_width, two_norms


def mistral(config: Config) -> Architecture:
    """A block of LLaMA's without any bias: h·(2·a + 2·k)·d + 3·h·i + 2·h."""
    check_class(config, "MistralForCausalLM")
    hidden = read_hidden(config)
    # MistralConfig: num_key_value_heads defaults to 8, the size of one model, so it is required here; head_dim to None, that is h/a.
    heads = read_heads(config, hidden, keys_required=True)
    blocks = equal_blocks(config, attention(hidden, heads, False, False), read_gated_mlp(config, hidden), two_norms(hidden))
    return decoder(config, "mistral", hidden, heads.queries, blocks, read_width(config), tied=False)
