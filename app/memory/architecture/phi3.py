"""Phi-3 and Phi-4: transformers/models/phi3. Query, key and value are one projection, gate and up another."""

from app.memory.architecture.architecture import Architecture
from app.memory.architecture.attention import read_heads, read_hidden
from app.memory.architecture.config import Config, check_class
from app.memory.architecture.decoder import decoder, equal_blocks, read_width, two_norms
from app.memory.architecture.leaf import linear


def phi3(config: Config) -> Architecture:
    """As many parameters as LLaMA's block, in four matrices instead of seven."""
    check_class(config, "Phi3ForCausalLM")
    hidden = read_hidden(config)
    # Phi3Config: num_key_value_heads defaults to None, that is a; head_dim is h/a where absent.
    heads = read_heads(config, hidden, keys_required=False)
    intermediate = read_width(config)
    leaves = (
        linear("self_attn.qkv_proj", heads.query_width + 2 * heads.key_width, hidden, bias=False),
        linear("self_attn.o_proj", hidden, heads.query_width, bias=False),
        linear("mlp.gate_up_proj", 2 * intermediate, hidden, bias=False),
        linear("mlp.down_proj", hidden, intermediate, bias=False),
    )
    return decoder(config, "phi3", hidden, heads.queries, equal_blocks(config, leaves, two_norms(hidden)), intermediate, tied=False)
