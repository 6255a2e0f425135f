"""GPT-NeoX and Pythia: transformers/models/gpt_neox."""

from app.memory.architecture.architecture import Architecture, Block
from app.memory.architecture.attention import divided, plain_mlp, read_hidden
from app.memory.architecture.config import MOST_HEADS, MOST_INTERMEDIATE, Config, check_class
from app.memory.architecture.decoder import read_layers, read_vocabulary
from app.memory.architecture.leaf import layer_norm, linear, table


def gpt_neox(config: Config) -> Architecture:
    """One block has 4·h² + 4·h attention, 2·h·i + h + i MLP and 4·h in two norms; embedding and head are two tables."""
    check_class(config, "GPTNeoXForCausalLM")
    hidden = read_hidden(config)
    heads = config.whole("num_attention_heads", most=MOST_HEADS)
    divided("hidden_size", hidden, "num_attention_heads", heads)
    bias = config.switch("attention_bias", True)
    intermediate = config.whole("intermediate_size", most=MOST_INTERMEDIATE)
    leaves = (
        layer_norm("input_layernorm", hidden),
        layer_norm("post_attention_layernorm", hidden),
        linear("attention.query_key_value", 3 * hidden, hidden, bias),
        linear("attention.dense", hidden, hidden, bias),
        *plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", hidden, intermediate),
    )
    vocabulary = read_vocabulary(config)
    return Architecture(
        family="gpt_neox",
        embedding=(table("embed_in", vocabulary, hidden),),
        blocks=(Block("decoder block", leaves, read_layers(config)),),
        rest=(layer_norm("final_layer_norm", hidden),),
        head=linear("lm_head", vocabulary, hidden, bias=False),
        tied=config.switch("tie_word_embeddings", False),
        hidden=hidden,
        heads=heads,
        gated=False,
        mlp=intermediate,
    )
