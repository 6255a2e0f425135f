"""GPT-J 6B: transformers/models/gptj. Rotary positions, one norm a block, a head of its own with a bias."""

from app.memory.architecture.architecture import Architecture, Block
from app.memory.architecture.attention import plain_mlp
from app.memory.architecture.config import MOST_LAYERS, Config, check_class
from app.memory.architecture.decoder import read_vocabulary
from app.memory.architecture.gpt2 import read_hidden_and_heads, read_inner
from app.memory.architecture.leaf import layer_norm, linear, table


def gptj(config: Config) -> Architecture:
    """One block has 4·h² attention without biases, 2·h·i + h + i MLP and 2·h in one norm."""
    check_class(config, "GPTJForCausalLM")
    hidden, heads = read_hidden_and_heads(config)
    projections = tuple(linear(f"attn.{name}", hidden, hidden, bias=False) for name in ("k_proj", "v_proj", "q_proj", "out_proj"))
    inner = read_inner(config, hidden)
    leaves = (layer_norm("ln_1", hidden), *projections, *plain_mlp("mlp.fc_in", "mlp.fc_out", hidden, inner))
    vocabulary = read_vocabulary(config)
    return Architecture(
        family="gptj",
        embedding=(table("wte", vocabulary, hidden),),
        blocks=(Block("decoder block", leaves, config.whole("n_layer", "num_hidden_layers", most=MOST_LAYERS)),),
        rest=(layer_norm("ln_f", hidden),),
        head=linear("lm_head", vocabulary, hidden, bias=True),
        tied=config.switch("tie_word_embeddings", False),
        hidden=hidden,
        heads=heads,
        gated=False,
        mlp=inner,
    )
