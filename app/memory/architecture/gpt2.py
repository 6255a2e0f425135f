"""GPT-2, and StarCoder as its multi-query descendant: transformers/models/gpt2 and gpt_bigcode. Learned positions, LayerNorm, tied head."""

from app.memory.architecture.architecture import Architecture, Block
from app.memory.architecture.attention import divided
from app.memory.architecture.config import MOST_HEADS, MOST_HIDDEN, MOST_INTERMEDIATE, MOST_LAYERS, MOST_POSITIONS, Config, check_class
from app.memory.architecture.decoder import read_vocabulary
from app.memory.architecture.leaf import Leaf, conv1d, layer_norm, linear, table


def gpt2(config: Config) -> Architecture:
    """One block has 4·h² + 4·h attention, 2·h·i + h + i MLP (i = 4·h unless n_inner says otherwise) and 4·h in two norms."""
    check_class(config, "GPT2LMHeadModel")
    hidden, heads = read_hidden_and_heads(config)
    inner = read_inner(config, hidden)
    leaves = (
        layer_norm("ln_1", hidden),
        conv1d("attn.c_attn", hidden, 3 * hidden),
        conv1d("attn.c_proj", hidden, hidden),
        layer_norm("ln_2", hidden),
        conv1d("mlp.c_fc", hidden, inner),
        conv1d("mlp.c_proj", inner, hidden),
    )
    return _around(config, "gpt2", hidden, heads, inner, leaves)


def gpt_bigcode(config: Config) -> Architecture:
    """The same with nn.Linear, and with multi_query one key and one value head for all queries."""
    check_class(config, "GPTBigCodeForCausalLM")
    hidden, heads = read_hidden_and_heads(config)
    inner = read_inner(config, hidden)
    keys = hidden // heads if config.switch("multi_query", True) else hidden
    leaves = (
        layer_norm("ln_1", hidden),
        linear("attn.c_attn", hidden + 2 * keys, hidden, bias=True),
        linear("attn.c_proj", hidden, hidden, bias=True),
        layer_norm("ln_2", hidden),
        linear("mlp.c_fc", inner, hidden, bias=True),
        linear("mlp.c_proj", hidden, inner, bias=True),
    )
    return _around(config, "gpt_bigcode", hidden, heads, inner, leaves)


def read_hidden_and_heads(config: Config) -> tuple[int, int]:
    """n_embd and n_head, which divides it."""
    hidden = config.whole("n_embd", "hidden_size", most=MOST_HIDDEN)
    heads = config.whole("n_head", "num_attention_heads", most=MOST_HEADS)
    divided("n_embd", hidden, "n_head", heads)
    return hidden, heads


def read_inner(config: Config, hidden: int) -> int:
    """n_inner, absent or null 4·n_embd: the configuration classes default to None and the blocks take 4 times the hidden size for it."""
    return config.whole_or("n_inner", default=4 * hidden, because="4 · n_embd", most=MOST_INTERMEDIATE)


def _around(config: Config, family: str, hidden: int, heads: int, inner: int, leaves: tuple[Leaf, ...]) -> Architecture:
    config.only("add_cross_attention", False, because="adds an attention that is not counted here")
    vocabulary = read_vocabulary(config)
    positions = config.whole("n_positions", "max_position_embeddings", most=MOST_POSITIONS)
    return Architecture(
        family=family,
        embedding=(table("wte", vocabulary, hidden), table("wpe", positions, hidden)),
        blocks=(Block("decoder block", leaves, config.whole("n_layer", "num_hidden_layers", most=MOST_LAYERS)),),
        rest=(layer_norm("ln_f", hidden),),
        head=linear("lm_head", vocabulary, hidden, bias=False),
        tied=config.switch("tie_word_embeddings", True),
        hidden=hidden,
        heads=heads,
        gated=False,
        mlp=inner,
    )
