"""DeepSeek-V3 and R1: transformers/models/deepseek_v3, arXiv:2412.19437. Latent attention, dense first layers, then experts."""

from app.memory.architecture.architecture import Architecture, LeftOut, runs
from app.memory.architecture.attention import gated_mlp, read_hidden
from app.memory.architecture.config import MOST_EXPERTS, MOST_HEADS, MOST_HIDDEN, Config, check_class
from app.memory.architecture.decoder import decoder, read_gated_mlp, read_layers, read_width, two_norms
from app.memory.architecture.experts import read_chosen_width, read_expert_width, read_experts, routed
from app.memory.architecture.leaf import Leaf, linear, rms_norm


def deepseek_v3(config: Config) -> Architecture:
    """first_k_dense_replace dense blocks, then blocks with E routed experts and the shared ones as one wider MLP."""
    check_class(config, "DeepseekV3ForCausalLM")
    config.only("moe_layer_freq", 1, because="puts experts into some layers only, which transformers does not build")
    hidden, layers = read_hidden(config), read_layers(config)
    heads = config.whole("num_attention_heads", most=MOST_HEADS)
    dense = config.whole("first_k_dense_replace", most=layers, least=0)  # DeepseekV3Config has 3, a size of one model: required here
    around = (*_latent_attention(config, hidden, heads), *two_norms(hidden))
    kinds: dict[object, tuple[str, tuple[Leaf, ...]]] = {}
    widths = []
    if dense > 0:
        widths.append(read_width(config))
        kinds[False] = ("dense block", (*around, *read_gated_mlp(config, hidden)))
    if dense < layers:
        widths.append(read_chosen_width(config, _shared(config)))
        kinds[True] = ("expert block", (*around, *_mixture(config, hidden)))
    blocks = runs((index >= dense for index in range(layers)), kinds)
    return decoder(config, "deepseek_v3", hidden, heads, blocks, max(widths), tied=False, left_out=_left_out(config, layers - dense))


def _latent_attention(config: Config, hidden: int, heads: int) -> tuple[Leaf, ...]:
    """Queries through q_lora_rank, keys and values through kv_lora_rank; q_lora_rank null means one full projection."""
    latent = config.whole("kv_lora_rank", most=MOST_HIDDEN)
    turned = config.whole("qk_rope_head_dim", most=MOST_HIDDEN)
    unturned = config.whole("qk_nope_head_dim", most=MOST_HIDDEN)
    value = config.whole("v_head_dim", most=MOST_HIDDEN)
    bias = config.switch("attention_bias", False)
    return (
        *_queries(config, hidden, heads * (unturned + turned), bias),
        linear("self_attn.kv_a_proj_with_mqa", latent + turned, hidden, bias),
        rms_norm("self_attn.kv_a_layernorm", latent),
        linear("self_attn.kv_b_proj", heads * (unturned + value), latent, bias=False),
        linear("self_attn.o_proj", hidden, heads * value, bias),
    )


def _queries(config: Config, hidden: int, width: int, bias: bool) -> tuple[Leaf, ...]:
    if config.has("q_lora_rank") and config.raw("q_lora_rank") is None:
        config.assume("q_lora_rank", "none", "queries are projected at once")
        return (linear("self_attn.q_proj", width, hidden, bias=False),)
    rank = config.whole("q_lora_rank", most=MOST_HIDDEN)
    return (
        linear("self_attn.q_a_proj", rank, hidden, bias),
        rms_norm("self_attn.q_a_layernorm", rank),
        linear("self_attn.q_b_proj", width, rank, bias=False),
    )


def _mixture(config: Config, hidden: int) -> tuple[Leaf, ...]:
    experts = read_experts(config, "n_routed_experts", "num_local_experts")
    return (*routed(experts, hidden, read_expert_width(config)), *gated_mlp(hidden, _shared(config), name="mlp.shared_experts"))


def _shared(config: Config) -> int:
    """The width of the experts that all tokens pass, as one MLP."""
    return config.whole("n_shared_experts", most=MOST_EXPERTS) * read_expert_width(config)


def _left_out(config: Config, expert_blocks: int) -> tuple[LeftOut, ...]:
    found = []
    if expert_blocks:
        entries = expert_blocks * read_experts(config, "n_routed_experts", "num_local_experts")
        found.append(LeftOut("the routers’ e_score_correction_bias", entries, "a buffer that the router adjusts, not a trained parameter"))
    if config.raw("num_nextn_predict_layers") not in (None, 0):
        found.append(LeftOut("the multi-token-prediction module", None, "DeepseekV3ForCausalLM does not build it"))
    return tuple(found)
