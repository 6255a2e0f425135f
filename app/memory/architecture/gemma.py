"""Gemma 1 and Gemma 2: transformers/models/gemma and gemma2. Their heads are wider than h/a, and the head is tied."""

from app.memory.architecture.architecture import Architecture
from app.memory.architecture.attention import attention, read_heads, read_hidden
from app.memory.architecture.config import Config, check_class
from app.memory.architecture.decoder import decoder, equal_blocks, read_gated_mlp, read_width, two_norms
from app.memory.architecture.leaf import Leaf, rms_norm


def gemma(config: Config) -> Architecture:
    """A block of LLaMA's: h·(2·a + 2·k)·d + 3·h·i + 2·h."""
    check_class(config, "GemmaForCausalLM")
    return _gemma(config, "gemma", (), must_divide=False)


def gemma2(config: Config) -> Architecture:
    """The same with two norms more, around the MLP: 4·h in norms."""
    check_class(config, "Gemma2ForCausalLM")
    hidden = read_hidden(config)
    more = (rms_norm("pre_feedforward_layernorm", hidden), rms_norm("post_feedforward_layernorm", hidden))
    return _gemma(config, "gemma2", more, must_divide=True)


def _gemma(config: Config, family: str, more_norms: tuple[Leaf, ...], must_divide: bool) -> Architecture:
    hidden = read_hidden(config)
    # GemmaConfig and Gemma2Config: num_key_value_heads and head_dim default to the sizes of one model, so both are required here.
    heads = read_heads(config, hidden, keys_required=True, size_required=True, must_divide=must_divide)
    bias = config.switch("attention_bias", False)
    parts = (attention(hidden, heads, bias, bias), read_gated_mlp(config, hidden), two_norms(hidden), more_norms)
    return decoder(config, family, hidden, heads.queries, equal_blocks(config, *parts), read_width(config), tied=True)
