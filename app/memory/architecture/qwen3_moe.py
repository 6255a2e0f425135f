"""Qwen3's mixtures of experts, 30B-A3B and 235B-A22B: transformers/models/qwen3_moe."""

from app.memory.architecture.architecture import Architecture, runs
from app.memory.architecture.attention import attention, read_heads, read_hidden
from app.memory.architecture.config import Config, check_class
from app.memory.architecture.decoder import decoder, read_gated_mlp, read_layers, read_width, two_norms
from app.memory.architecture.experts import read_chosen_width, read_expert_width, read_experts, routed, sparse_layers
from app.memory.architecture.leaf import Leaf
from app.memory.architecture.qwen3 import head_norms


def qwen3_moe(config: Config) -> Architecture:
    """Qwen3's attention; E experts of 3·h·i behind a router of E·h, or a dense MLP where a layer has none."""
    check_class(config, "Qwen3MoeForCausalLM")
    hidden = read_hidden(config)
    # Qwen3MoeConfig: num_key_value_heads 4 is the size of one model, so it is required; Qwen3MoeAttention takes h/a as head_dim.
    heads = read_heads(config, hidden, keys_required=True)
    bias = config.switch("attention_bias", False)
    around = (*attention(hidden, heads, bias, bias), *head_norms(heads), *two_norms(hidden))
    sparse = sparse_layers(config, read_layers(config))
    kinds: dict[object, tuple[str, tuple[Leaf, ...]]] = {}
    widths = []
    if True in sparse:
        widths.append(read_chosen_width(config))
        experts = read_experts(config, "num_experts", "num_local_experts")
        kinds[True] = ("expert block", (*around, *routed(experts, hidden, read_expert_width(config))))
    if False in sparse:
        widths.append(read_width(config))
        kinds[False] = ("dense block", (*around, *read_gated_mlp(config, hidden)))
    return decoder(config, "qwen3_moe", hidden, heads.queries, runs(sparse, kinds), max(widths), tied=False)
