"""GPT-Neo: transformers/models/gpt_neo. Local and global attention in turn have the same parameters."""

from app.memory.architecture.architecture import Architecture, Block
from app.memory.architecture.attention import divided, plain_mlp, read_hidden
from app.memory.architecture.bad_config import BadConfig
from app.memory.architecture.config import MOST_HEADS, MOST_INTERMEDIATE, MOST_LAYERS, MOST_POSITIONS, Config, check_class
from app.memory.architecture.decoder import read_vocabulary
from app.memory.architecture.leaf import layer_norm, linear, table


def gpt_neo(config: Config) -> Architecture:
    """One block has 4·h² + h attention (a bias on the output only), 2·h·i + h + i MLP and 4·h in two norms."""
    check_class(config, "GPTNeoForCausalLM")
    hidden = read_hidden(config)
    heads = config.whole("num_heads", "num_attention_heads", most=MOST_HEADS)
    divided("hidden_size", hidden, "num_heads", heads)
    layers = config.whole("num_layers", "num_hidden_layers", most=MOST_LAYERS)
    _check_attention_types(config, layers)
    # GPTNeoConfig: intermediate_size defaults to None, for which the blocks take 4·h.
    inner = config.whole_or("intermediate_size", default=4 * hidden, because="4 · hidden_size", most=MOST_INTERMEDIATE)
    vocabulary = read_vocabulary(config)
    positions = config.whole("max_position_embeddings", most=MOST_POSITIONS)
    leaves = (
        layer_norm("ln_1", hidden),
        *(linear(f"attn.attention.{name}", hidden, hidden, bias=False) for name in ("k_proj", "v_proj", "q_proj")),
        linear("attn.attention.out_proj", hidden, hidden, bias=True),
        layer_norm("ln_2", hidden),
        *plain_mlp("mlp.c_fc", "mlp.c_proj", hidden, inner),
    )
    return Architecture(
        family="gpt_neo",
        embedding=(table("wte", vocabulary, hidden), table("wpe", positions, hidden)),
        blocks=(Block("decoder block", leaves, layers),),
        rest=(layer_norm("ln_f", hidden),),
        head=linear("lm_head", vocabulary, hidden, bias=False),
        tied=config.switch("tie_word_embeddings", True),
        hidden=hidden,
        heads=heads,
        gated=False,
        mlp=inner,
    )


def _check_attention_types(config: Config, layers: int) -> None:
    """attention_types, [[["global", "local"], 12]], has to speak of every layer. Absent, it changes no parameter and is not asked for."""
    given = config.raw("attention_types")
    if given is None:
        return
    accepted = "[[[“global”, “local”], half of num_layers]], or another list that covers every layer"
    named = 0
    for entry in given if isinstance(given, (list, tuple)) else [given]:
        kinds, times = entry if isinstance(entry, (list, tuple)) and len(entry) == 2 else (None, None)
        if not isinstance(kinds, (list, tuple)) or type(times) is not int or not 0 < times <= MOST_LAYERS:
            raise BadConfig("attention_types", "it is no list of kinds with counts", accepted)
        named += len(kinds) * times
    if named != layers:
        raise BadConfig("attention_types", f"it speaks of {named:,} layers and num_layers is {layers:,}", accepted)
