"""Configs that cannot be counted: each a BadConfig that names the key and what would be accepted."""

import json
from typing import Any

import pytest

from app.memory.architecture import FAMILIES, BadConfig, architecture_of
from app.memory.architecture.document import MOST_BYTES
from tests.memory.architecture import configs
from tests.memory.architecture.configs import config

LLAMA = configs.text("llama-3-8b")


def refusal(given: object) -> BadConfig:
    with pytest.raises(BadConfig) as caught:
        architecture_of(given)
    error = caught.value
    assert str(error) == f"{error.field}: {error.wrong}. Accepted: {error.accepted}."
    assert len(str(error)) < 600
    assert str(error).isprintable()
    return error


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("", "not valid JSON"),
        (LLAMA[:200], "not valid JSON"),
        (LLAMA + "}", "not valid JSON"),
        ("model_type: llama", "not valid JSON"),
        ("null", "it is null"),
        ("[]", "it is a list"),
        ('"gpt2"', "it is “gpt2”"),
        ("7", "it is 7"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8"),
        (None, "it is null"),
        (["gpt2"], "it is a list"),
        ({1: 2}, "its key 1 is not text"),
        ('{"x": NaN}', "NaN is not a JSON number"),
        ('{"x": -Infinity}', "-Infinity is not a JSON number"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100 + "1" + "}" * 100, "nested too deeply"),
        ("x" * 5_000_000, "5,000,000 bytes"),
        (LLAMA + " " * MOST_BYTES, "bytes"),
        ("é" * (MOST_BYTES // 2 + 1), "262,146 bytes"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_no_config_at_all(given: object, wrong: str) -> None:
    error = refusal(given)
    assert error.field == "config.json"
    assert wrong in error.wrong


def test_a_mapping_that_contains_itself() -> None:
    endless: dict[str, Any] = config("gpt2")
    endless["again"] = endless
    assert "nested too deeply" in refusal(endless).wrong


def test_a_key_that_stands_there_twice() -> None:
    error = refusal('{"hidden_size": 4096, "hidden_size": 4097}')
    assert (error.field, error.wrong) == ("hidden_size", "it stands there twice")


def test_as_much_white_space_as_is_allowed_does_no_harm() -> None:
    assert architecture_of(LLAMA + " " * (MOST_BYTES - len(LLAMA))).units.total == 8_030_261_248


NO_SIZES = [0, -1, 10**30, 10**5000, True, False, 4096.5, 1e308, float("nan"), "4096", "", [], [4096], {}, {"a": 1}, None]


@pytest.mark.parametrize("value", NO_SIZES, ids=lambda value: f"{type(value).__name__}-{str(value)[:9] if value != 10**5000 else 'huge'}")
@pytest.mark.parametrize("key", ["hidden_size", "num_hidden_layers", "num_attention_heads", "vocab_size", "intermediate_size"])
def test_what_is_no_size(key: str, value: object) -> None:
    error = refusal(config("llama-3-8b", **{key: value}))
    assert error.field == key
    assert "whole number from 1 to" in error.accepted


def test_a_whole_number_may_be_written_with_a_point() -> None:
    found = architecture_of(LLAMA.replace('"num_hidden_layers": 32', '"num_hidden_layers": 32.0'))
    assert (found.units.total, found.keys["num_hidden_layers"]) == (8_030_261_248, 32)
    assert type(found.keys["num_hidden_layers"]) is int


@pytest.mark.parametrize("digits", [31, 5000, 200_000])
def test_a_text_with_more_layers_than_digits_can_be_read(digits: int) -> None:
    text = LLAMA.replace('"num_hidden_layers": 32', '"num_hidden_layers": 1' + "0" * (digits - 1))
    assert len(text) > len(LLAMA)
    assert (refusal(text).field, refusal(text).wrong) == ("num_hidden_layers", "a number of more than 30 digits is too large")


@pytest.mark.parametrize(
    ("slug", "changes", "field", "wrong"),
    [
        ("gpt2", {"n_head": 11}, "n_embd", "768 is not a multiple of n_head, which is 11"),
        ("llama-3-8b", {"num_attention_heads": 30}, "hidden_size", "4,096 is not a multiple"),
        ("llama-3.2-3b", {"num_attention_heads": 23}, "hidden_size", "3,072 is not a multiple"),
        ("llama-3-8b", {"num_key_value_heads": 5}, "num_attention_heads", "32 is not a multiple of num_key_value_heads, which is 5"),
        ("falcon-180b", {"num_kv_heads": 7}, "num_attention_heads", "232 is not a multiple"),
        ("falcon-7b", {"num_ln_in_parallel_attn": 3}, "num_ln_in_parallel_attn", "3 is too large"),
        ("falcon-7b", {"bias": 0}, "bias", "it is 0"),
        ("gpt2", {"hidden_size": 1024}, "n_embd", "768 contradicts hidden_size, which is 1,024"),
        ("gpt2", {"n_ctx": 2048}, "n_ctx", "2,048 contradicts n_positions, which is 1,024"),
        ("llama-3-8b", {"n_layer": 5}, "n_layer", "5 contradicts num_hidden_layers, which is 32"),
        ("llama-3-8b", {"d_model": 5.0}, "d_model", "5 contradicts hidden_size, which is 4,096"),
        ("mixtral-8x7b", {"num_experts_per_tok": 9}, "num_experts_per_tok", "9 is more than num_local_experts, which is 8"),
        ("qwen3-235b-a22b", {"mlp_only_layers": [94]}, "mlp_only_layers", "it contains 94"),
        ("qwen3-235b-a22b", {"mlp_only_layers": 3}, "mlp_only_layers", "it is 3"),
        ("qwen3-235b-a22b", {"decoder_sparse_step": 0}, "decoder_sparse_step", "0 is too small"),
        ("deepseek-v3", {"first_k_dense_replace": 62}, "first_k_dense_replace", "62 is too large"),
        ("deepseek-v3", {"moe_layer_freq": 2}, "moe_layer_freq", "2 puts experts into some layers only"),
        ("gpt-neo-125m", {"attention_types": [[["global", "local"], 5]]}, "attention_types", "10 layers and num_layers is 12"),
        ("gpt-neo-125m", {"attention_types": [["global", "local"], 6]}, "attention_types", "no list of kinds"),
        ("gpt-neo-125m", {"attention_types": [[["global"], 10**40]]}, "attention_types", "no list of kinds"),
        ("t5-base", {"feed_forward_proj": "gated-gelu-new"}, "feed_forward_proj", "“gated-gelu-new” is no activation"),
        ("t5-base", {"is_encoder_decoder": False}, "is_encoder_decoder", "false contradicts model_type"),
        ("llama-3-8b", {"is_encoder_decoder": True}, "is_encoder_decoder", "true contradicts model_type"),
        ("gpt2", {"add_cross_attention": True}, "add_cross_attention", "true adds an attention"),
        ("bert-base-uncased", {"tie_word_embeddings": False}, "tie_word_embeddings", "false would give the head"),
        ("llama-3-8b", {"tie_word_embeddings": "false"}, "tie_word_embeddings", "it is “false”"),
        ("llama-3-8b", {"architectures": ["LlamaForSequenceClassification"]}, "architectures", "“LlamaForSequenceClassification”"),
        ("llama-3-8b", {"architectures": "LlamaForCausalLM"}, "architectures", "it is “LlamaForCausalLM”"),
        ("llama-3-8b", {"architectures": []}, "architectures", "it lists 0 classes"),
        ("llama-3-8b", {"architectures": [["LlamaForCausalLM"]]}, "architectures", "a list are not known"),
        ("llama-3-8b", {"hidden_size": 131_072, "intermediate_size": 4_194_304, "num_hidden_layers": 1024}, "config.json", "parameters"),
    ],
)  # fmt: skip
def test_contradictions_and_parts_that_are_not_known(slug: str, changes: dict[str, Any], field: str, wrong: str) -> None:
    error = refusal(config(slug, **changes))
    assert error.field == field
    assert wrong in error.wrong


@pytest.mark.parametrize(
    "family", [..., None, 3, ["gpt2"], "", "mamba", "GPT2", "Yi", "x" * 100_000, "\ud800\n\x00"], ids=lambda value: ascii(value)[:9]
)
def test_a_family_that_is_not_known(family: object) -> None:
    error = refusal(config("gpt2", model_type=family))
    assert error.field == "model_type"
    assert all(known in error.accepted for known in FAMILIES)


def test_a_model_of_text_and_pictures_is_not_taken_for_its_text_part() -> None:
    assert refusal({"model_type": "llava", "text_config": json.loads(LLAMA)}).field == "model_type"


def test_the_keys_of_another_family_are_no_substitute() -> None:
    # GPT-2's class reads hidden_size and its like as other names; a width of the MLP under intermediate_size it would not.
    assert refusal(config("gpt2", model_type="llama", architectures=...)).field == "hidden_size"
    assert refusal(config("t5-base", model_type="gpt2", architectures=...)).field == "n_embd"
