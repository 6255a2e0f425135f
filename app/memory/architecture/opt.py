"""OPT: transformers/models/opt, arXiv:2205.01068. Learned positions with two rows more than positions, tied head."""

from app.memory.architecture.architecture import Architecture, Block
from app.memory.architecture.attention import divided, plain_mlp, read_hidden
from app.memory.architecture.config import MOST_HEADS, MOST_HIDDEN, MOST_INTERMEDIATE, MOST_POSITIONS, Config, check_class
from app.memory.architecture.decoder import read_layers, read_vocabulary
from app.memory.architecture.leaf import Leaf, layer_norm, linear, table

POSITION_OFFSET = 2  # rows in front of the first position, OPTLearnedPositionalEmbedding


def opt(config: Config) -> Architecture:
    """One block has 4·h² + 4·h attention, 2·h·i + h + i MLP and 4·h in two norms; OPT-350m projects between two widths at both ends."""
    check_class(config, "OPTForCausalLM")
    hidden = read_hidden(config)
    heads = config.whole("num_attention_heads", most=MOST_HEADS)
    divided("hidden_size", hidden, "num_attention_heads", heads)
    # OPTConfig: word_embed_proj_dim defaults to None, that is h.
    width = config.whole_or("word_embed_proj_dim", default=hidden, because="hidden_size", most=MOST_HIDDEN)
    vocabulary = read_vocabulary(config)
    positions = config.whole("max_position_embeddings", most=MOST_POSITIONS) + POSITION_OFFSET
    affine = config.switch("layer_norm_elementwise_affine", True)
    inner = config.whole("ffn_dim", most=MOST_INTERMEDIATE)
    return Architecture(
        family="opt",
        embedding=(table("embed_tokens", vocabulary, width), table("embed_positions", positions, hidden)),
        blocks=(Block("decoder block", _block(config, hidden, inner, affine), read_layers(config)),),
        rest=(*_projections(hidden, width), *_last_norm(config, hidden, affine)),
        head=linear("lm_head", vocabulary, width, bias=False),
        tied=config.switch("tie_word_embeddings", True),
        hidden=hidden,
        heads=heads,
        gated=False,
        mlp=inner,
    )


def _block(config: Config, hidden: int, inner: int, affine: bool) -> tuple[Leaf, ...]:
    bias = config.switch("enable_bias", True)
    return (
        *(linear(f"self_attn.{name}", hidden, hidden, bias) for name in ("k_proj", "v_proj", "q_proj", "out_proj")),
        *_norm("self_attn_layer_norm", hidden, affine),
        *plain_mlp("fc1", "fc2", hidden, inner, bias),
        *_norm("final_layer_norm", hidden, affine),
    )


def _last_norm(config: Config, hidden: int, affine: bool) -> tuple[Leaf, ...]:
    """A last norm, only where norms stand before the attention and the config does not take it away (OPT-350m, some conversions)."""
    removed = config.has("_remove_final_layer_norm") and config.switch("_remove_final_layer_norm", False)
    return _norm("final_layer_norm", hidden, affine) if config.switch("do_layer_norm_before", True) and not removed else ()


def _projections(hidden: int, width: int) -> tuple[Leaf, ...]:
    if width == hidden:
        return ()
    return linear("project_out", width, hidden, bias=False), linear("project_in", hidden, width, bias=False)


def _norm(name: str, hidden: int, affine: bool) -> tuple[Leaf, ...]:
    return (layer_norm(name, hidden),) if affine else ()
