"""Mixtral 8x7B and 8x22B: transformers/models/mixtral."""

from app.memory.architecture.architecture import Architecture
from app.memory.architecture.attention import attention, read_heads, read_hidden
from app.memory.architecture.config import MOST_EXPERTS, Config, check_class
from app.memory.architecture.decoder import decoder, equal_blocks, read_width, two_norms
from app.memory.architecture.experts import read_experts, routed


def mixtral(config: Config) -> Architecture:
    """Mistral's attention, and E experts of 3·h·i behind a router of E·h in every block."""
    check_class(config, "MixtralForCausalLM")
    hidden = read_hidden(config)
    # MixtralConfig: num_key_value_heads 8 and num_local_experts 8 are sizes of one model, so both are required here.
    heads = read_heads(config, hidden, keys_required=True)
    experts = read_experts(config, "num_local_experts", "num_experts")
    width, chosen = read_width(config), config.whole("num_experts_per_tok", most=MOST_EXPERTS)
    mixture = routed(experts, hidden, width)
    blocks = equal_blocks(config, attention(hidden, heads, False, False), mixture, two_norms(hidden))
    return decoder(config, "mixtral", hidden, heads.queries, blocks, chosen * width, tied=False)
