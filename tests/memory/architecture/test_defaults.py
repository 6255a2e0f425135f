"""Absent keys: a default only where the family's own class documents it, and always said; the size of one model is never filled in."""

import pytest

from app.memory.architecture import BadConfig, architecture_of
from tests.memory.architecture.configs import config

SIZES = [
    ("gpt2", ["n_embd", "n_head", "n_layer", "n_positions", "vocab_size"]),
    ("gpt-neo-125m", ["hidden_size", "num_heads", "num_layers", "max_position_embeddings", "vocab_size"]),
    ("pythia-410m", ["hidden_size", "intermediate_size", "num_attention_heads", "num_hidden_layers", "vocab_size"]),
    ("opt-125m", ["ffn_dim", "hidden_size", "max_position_embeddings", "num_attention_heads", "num_hidden_layers", "vocab_size"]),
    ("bloom-560m", ["hidden_size", "n_head", "n_layer", "vocab_size"]),
    ("falcon-7b", ["hidden_size", "num_attention_heads", "num_hidden_layers", "vocab_size"]),
    ("llama-3-8b", ["hidden_size", "intermediate_size", "num_attention_heads", "num_hidden_layers", "vocab_size"]),
    ("mistral-7b-v0.1", ["num_key_value_heads", "intermediate_size"]),
    ("mixtral-8x7b", ["num_key_value_heads", "num_local_experts"]),
    ("qwen2.5-14b", ["num_key_value_heads", "intermediate_size"]),
    ("qwen3-0.6b", ["num_key_value_heads", "head_dim"]),
    ("qwen3-235b-a22b", ["num_key_value_heads", "num_experts", "moe_intermediate_size"]),
    ("gemma-7b", ["num_key_value_heads", "head_dim"]),
    ("gemma-2-2b", ["num_key_value_heads", "head_dim"]),
    ("phi-2", ["hidden_size", "intermediate_size"]),
    ("phi-3-mini-4k", ["hidden_size", "intermediate_size"]),
    ("starcoder", ["n_embd", "n_positions"]),
    ("bert-base-uncased", ["type_vocab_size", "max_position_embeddings", "intermediate_size"]),
    ("roberta-base", ["type_vocab_size", "max_position_embeddings"]),
    ("t5-base", ["d_ff", "d_kv", "d_model", "num_heads", "num_layers", "relative_attention_num_buckets", "vocab_size"]),
    ("deepseek-v3", ["first_k_dense_replace", "kv_lora_rank", "q_lora_rank", "n_routed_experts", "n_shared_experts", "v_head_dim"]),
    ("olmo-2-7b", ["hidden_size", "intermediate_size"]),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "key"), [(slug, key) for slug, keys in SIZES for key in keys])
def test_a_missing_size_is_an_error_that_names_it(slug: str, key: str) -> None:
    with pytest.raises(BadConfig, match="it is missing") as caught:
        architecture_of(config(slug, **{key: ...}))
    assert caught.value.field == key


def test_llama_1_as_published_has_a_key_for_every_head_query() -> None:
    model = architecture_of(config("llama-7b", num_key_value_heads=..., attention_bias=..., mlp_bias=...))
    assert model.units.total == 6_738_415_616
    assert model.assumed == (
        "num_key_value_heads is absent: 32, as many as num_attention_heads",
        "head_dim is absent: 128, hidden_size / num_attention_heads",
        "attention_bias is absent: false, the default of LlamaConfig",
        "mlp_bias is absent: false, the default of LlamaConfig",
    )


@pytest.mark.parametrize("value", [None, ...])
def test_gpt2_is_four_times_as_wide_inside_where_n_inner_says_nothing(value: object) -> None:
    model = architecture_of(config("gpt2", n_inner=value))
    assert model.units == architecture_of(config("gpt2", n_inner=3072)).units
    assert any(note.startswith("n_inner is") and "3,072, 4 · n_embd" in note for note in model.assumed)


@pytest.mark.parametrize(("slug", "tied"), [("gpt2", True), ("gemma-7b", True), ("t5-base", True), ("llama-3-8b", False), ("phi-2", False)])
def test_an_absent_tie_is_what_the_family_documents(slug: str, tied: bool) -> None:
    model = architecture_of(config(slug, tie_word_embeddings=...))
    assert model.tied == tied
    assert any(note.startswith("tie_word_embeddings is absent") for note in model.assumed)


def test_a_complete_config_assumes_nothing() -> None:
    assert architecture_of(config("pythia-1b", attention_bias=True)).assumed == ()
    assert architecture_of(config("llama-3.2-3b")).assumed == ()


def test_another_name_for_the_same_size_is_read() -> None:
    renamed = config("gpt2", n_embd=..., hidden_size=768, n_layer=..., num_hidden_layers=12)
    assert architecture_of(renamed).units == architecture_of(config("gpt2")).units


def test_mtp_of_deepseek_is_named_and_not_counted() -> None:
    plain, more = architecture_of(config("deepseek-v3")), architecture_of(config("deepseek-v3", num_nextn_predict_layers=1))
    assert more.units == plain.units
    assert [part.what for part in more.left_out if part.parameters is None] == ["the multi-token-prediction module"]
