"""LLaMA 1 to 3.x and what is published as such (Code Llama, Yi, TinyLlama, SmolLM2): transformers/models/llama."""

from app.memory.architecture.architecture import Architecture
from app.memory.architecture.attention import attention, read_heads, read_hidden
from app.memory.architecture.config import Config, check_class
from app.memory.architecture.decoder import decoder, equal_blocks, read_gated_mlp, read_width, two_norms


def llama(config: Config) -> Architecture:
    """One block has h·(2·a + 2·k)·d + 3·h·i + 2·h, and biases where attention_bias or mlp_bias is set."""
    check_class(config, "LlamaForCausalLM")
    hidden = read_hidden(config)
    # LlamaConfig: num_key_value_heads and head_dim default to None, which stand for a and h/a; LLaMA 1 was published without them.
    heads = read_heads(config, hidden, keys_required=False, must_divide=True)
    bias = config.switch("attention_bias", False)
    mlp = read_gated_mlp(config, hidden, config.switch("mlp_bias", False))
    blocks = equal_blocks(config, attention(hidden, heads, bias, bias), mlp, two_norms(hidden))
    return decoder(config, "llama", hidden, heads.queries, blocks, read_width(config), tied=False)
