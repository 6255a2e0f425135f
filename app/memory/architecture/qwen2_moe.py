"""Qwen1.5-MoE and Qwen2-57B-A14B: transformers/models/qwen2_moe."""

from app.memory.architecture.architecture import Architecture, runs
from app.memory.architecture.attention import attention, gated_mlp, read_heads, read_hidden
from app.memory.architecture.config import MOST_INTERMEDIATE, Config, check_class
from app.memory.architecture.decoder import decoder, read_gated_mlp, read_layers, read_width, two_norms
from app.memory.architecture.experts import read_chosen_width, read_expert_width, read_experts, routed, sparse_layers
from app.memory.architecture.leaf import Leaf, linear


def qwen2_moe(config: Config) -> Architecture:
    """Qwen2's attention; E routed experts and a shared one with a gate of its own, or a dense MLP where a layer has none."""
    check_class(config, "Qwen2MoeForCausalLM")
    hidden = read_hidden(config)
    # Qwen2MoeConfig: num_key_value_heads 16 is the size of one model, so it is required here; qkv_bias true is how the family is built.
    heads = read_heads(config, hidden, keys_required=True)
    around = (*attention(hidden, heads, config.switch("qkv_bias", True), False), *two_norms(hidden))
    sparse = sparse_layers(config, read_layers(config))
    kinds: dict[object, tuple[str, tuple[Leaf, ...]]] = {}
    widths = []
    if True in sparse:
        widths.append(read_chosen_width(config, _shared(config)))
        kinds[True] = ("expert block", (*around, *_mixture(config, hidden)))
    if False in sparse:
        widths.append(read_width(config))
        kinds[False] = ("dense block", (*around, *read_gated_mlp(config, hidden)))
    return decoder(config, "qwen2_moe", hidden, heads.queries, runs(sparse, kinds), max(widths), tied=False)


def _mixture(config: Config, hidden: int) -> tuple[Leaf, ...]:
    return (
        *routed(read_experts(config, "num_experts"), hidden, read_expert_width(config)),
        *gated_mlp(hidden, _shared(config), name="mlp.shared_expert"),
        linear("mlp.shared_expert_gate", 1, hidden, bias=False),
    )


def _shared(config: Config) -> int:
    """The width of the expert that all tokens pass."""
    return config.whole("shared_expert_intermediate_size", most=MOST_INTERMEDIATE)
