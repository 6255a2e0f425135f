"""Closed forms from papers and by hand, and laws that hold for every model."""

import pytest

from app.memory.architecture import architecture_of
from app.memory.unit import Tensor
from tests.memory.architecture import configs
from tests.memory.architecture.configs import config


def test_gpt2_is_12_h_squared_and_13_h_a_block() -> None:
    units = architecture_of(config("gpt2")).units
    assert units.largest_block == 12 * 768**2 + 13 * 768 == 7_087_872
    assert units.total == 12 * 7_087_872 + (50_257 + 1024) * 768 + 2 * 768


def test_gpt2_stores_its_matrices_the_other_way_round() -> None:
    # Conv1D is (in, out), nn.Linear (out, in): 768 rows where StarCoder's first matrix has 3·h or h + 2·d of them.
    assert Tensor(768, 2304) in architecture_of(config("gpt2")).units.blocks[0].tensors
    assert Tensor(6144 + 2 * 128, 6144) in architecture_of(config("starcoder")).units.blocks[0].tensors


def test_llama_3_shares_keys_and_values_among_four_queries() -> None:
    units = architecture_of(config("llama-3-8b")).units
    assert units.largest_block == 2 * 4096**2 + 2 * 4096 * 1024 + 3 * 4096 * 14_336 + 2 * 4096
    assert (units.hidden, units.layers, units.heads, units.vocabulary) == (4096, 32, 32, 128_256)
    assert units.gated
    assert not units.tied


def test_deepseek_v3_begins_with_three_dense_blocks() -> None:
    # arXiv:2412.19437: three dense layers of 18,432, then 58 with 256 routed experts and one shared of 2,048; one expert is 3·7,168·2,048.
    dense, sparse = architecture_of(config("deepseek-v3")).units.blocks
    assert (dense.count, sparse.count) == (3, 58)
    assert sparse.parameters - dense.parameters == (257 * 2048 - 18_432) * 3 * 7168 + 256 * 7168
    assert sum(tensor.parameters for tensor in sparse.tensors if tensor.rows == 256) == 256 * (3 * 7168 * 2048 + 7168)


def test_experts_are_cut_by_the_number_of_experts() -> None:
    # transformers 5 holds them as (E, 2·i, h) and (E, h, i): eight rows, however wide an expert is.
    tensors = architecture_of(config("mixtral-8x7b")).units.blocks[0].tensors
    assert [tensor for tensor in tensors if tensor.rows == 8] == [
        Tensor(8, 4096),
        Tensor(8, 2 * 14_336 * 4096),
        Tensor(8, 4096 * 14_336),
    ]


def test_t5_keeps_position_biases_in_the_first_block_of_each_side() -> None:
    first, encoder, first_decoder, decoder = architecture_of(config("t5-base")).units.blocks
    assert first.parameters - encoder.parameters == first_decoder.parameters - decoder.parameters == 32 * 12
    assert decoder.parameters - encoder.parameters == 4 * 768**2 + 768  # attention to the encoder and its norm
    assert encoder.count == decoder.count == 11


def test_t5_1_1_is_counted_as_transformers_5_trains_it() -> None:
    model = architecture_of(config("t5-v1.1-xl"))
    assert model.units.tied
    assert [part.parameters for part in model.left_out] == [32_128 * 2048]
    assert "checkpoint" in model.left_out[0].because


def test_tying_takes_the_head_away_and_leaves_its_bias() -> None:
    own, tied = (architecture_of(config("phi-2", tie_word_embeddings=value)).units for value in (False, True))
    assert own.total - tied.total == 51_200 * 2560
    assert own.head is not None
    assert tied.root_rest.parameters - own.root_rest.parameters == 51_200


@pytest.mark.parametrize("slug", ["llama-2-7b", "qwen3-0.6b", "gemma-2-2b", "olmo-2-7b", "phi-4", "mixtral-8x7b"])
def test_one_layer_more_is_one_block_more(slug: str) -> None:
    layers = config(slug)["num_hidden_layers"]
    here, more = (architecture_of(config(slug, num_hidden_layers=count)).units for count in (layers, layers + 1))
    assert more.total - here.total == here.largest_block


@pytest.mark.parametrize("slug", configs.SLUGS)
def test_text_bytes_and_mapping_say_the_same(slug: str) -> None:
    text = configs.text(slug)
    assert architecture_of(text) == architecture_of(text.encode()) == architecture_of("\ufeff" + text) == architecture_of(config(slug))
