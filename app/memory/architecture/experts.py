"""Mixtures of experts: how many there are, and the router in front of them. Training keeps all experts, used or not."""

from app.memory.architecture.bad_config import BadConfig
from app.memory.architecture.config import MOST_EXPERTS, MOST_INTERMEDIATE, Config
from app.memory.architecture.leaf import Leaf, linear, stacked_experts


def read_experts(config: Config, *names: str) -> int:
    """The number of routed experts; no more can be asked for by one token."""
    experts = config.whole(*names, most=MOST_EXPERTS)
    if config.raw("num_experts_per_tok") is not None:
        chosen = config.whole("num_experts_per_tok", most=MOST_EXPERTS)
        if chosen > experts:
            raise BadConfig("num_experts_per_tok", f"{chosen:,} is more than {names[0]}, which is {experts:,}", f"at most {experts:,}")
    return experts


def routed(experts: int, hidden: int, intermediate: int) -> tuple[Leaf, ...]:
    """Router and experts: E·h + E·3·h·i."""
    return linear("mlp.gate", experts, hidden, bias=False), stacked_experts(experts, hidden, intermediate)


def read_expert_width(config: Config) -> int:
    """The MLP width of one expert. Raises BadConfig."""
    return config.whole("moe_intermediate_size", most=MOST_INTERMEDIATE)


def read_chosen_width(config: Config, shared: int = 0) -> int:
    """The MLP width that one token passes: that of the experts chosen for it, and of those that all tokens share."""
    return config.whole("num_experts_per_tok", most=MOST_EXPERTS) * read_expert_width(config) + shared


def sparse_layers(config: Config, layers: int) -> tuple[bool, ...]:
    """Which layers have experts, as Qwen's mixtures decide it: every decoder_sparse_step-th layer except mlp_only_layers."""
    # Qwen2MoeConfig and Qwen3MoeConfig: decoder_sparse_step 1 (every layer), mlp_only_layers none.
    step = config.whole_or("decoder_sparse_step", default=1, because="every layer has experts", most=layers)
    dense = config.indexes("mlp_only_layers", below=layers)
    return tuple(index not in dense and (index + 1) % step == 0 for index in range(layers))
