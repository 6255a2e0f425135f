"""BERT and RoBERTa with the head that fills gaps: transformers/models/bert and roberta. No pooler, as masked-language models have none."""

from app.memory.architecture.architecture import Architecture, Block
from app.memory.architecture.attention import divided, plain_mlp, read_hidden
from app.memory.architecture.config import MOST_HEADS, MOST_INTERMEDIATE, MOST_POSITIONS, Config, check_class
from app.memory.architecture.decoder import read_layers, read_vocabulary
from app.memory.architecture.leaf import Leaf, layer_norm, linear, table


def bert(config: Config) -> Architecture:
    """One block has 4·h² + 4·h attention, 2·h·i + h + i MLP and 4·h in two norms."""
    check_class(config, "BertForMaskedLM")
    return _encoder(config, "bert", "cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", "cls.predictions.decoder")


def roberta(config: Config) -> Architecture:
    """The same; its positions start behind the padding index, so max_position_embeddings is 514 for 512 tokens."""
    check_class(config, "RobertaForMaskedLM")
    return _encoder(config, "roberta", "lm_head.dense", "lm_head.layer_norm", "lm_head.decoder")


def _encoder(config: Config, family: str, dense: str, norm: str, decoder: str) -> Architecture:
    config.only("add_cross_attention", False, because="adds an attention that is not counted here")
    hidden = read_hidden(config)
    heads = config.whole("num_attention_heads", most=MOST_HEADS)
    divided("hidden_size", hidden, "num_attention_heads", heads)
    config.only("tie_word_embeddings", True, because="would give the head a table of its own, which no published model of the family has")
    intermediate = config.whole("intermediate_size", most=MOST_INTERMEDIATE)
    vocabulary = read_vocabulary(config)
    return Architecture(
        family=family,
        embedding=(
            table("word_embeddings", vocabulary, hidden),
            table("position_embeddings", config.whole("max_position_embeddings", most=MOST_POSITIONS), hidden),
            table("token_type_embeddings", config.whole("type_vocab_size", most=MOST_POSITIONS), hidden),
        ),
        blocks=(Block("encoder block", _block(hidden, intermediate), read_layers(config)),),
        rest=(layer_norm("embeddings.LayerNorm", hidden), linear(dense, hidden, hidden, bias=True), layer_norm(norm, hidden)),
        head=linear(decoder, vocabulary, hidden, bias=True),
        tied=config.switch("tie_word_embeddings", True),
        hidden=hidden,
        heads=heads,
        gated=False,
        mlp=intermediate,
    )


def _block(hidden: int, intermediate: int) -> tuple[Leaf, ...]:
    return (
        *(linear(f"attention.self.{name}", hidden, hidden, bias=True) for name in ("query", "key", "value")),
        linear("attention.output.dense", hidden, hidden, bias=True),
        layer_norm("attention.output.LayerNorm", hidden),
        *plain_mlp("intermediate.dense", "output.dense", hidden, intermediate),
        layer_norm("output.LayerNorm", hidden),
    )
