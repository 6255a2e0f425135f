"""The width of the MLP that one token passes, for every family: dense, gated, and with experts."""

import pytest

from app.memory import Plan, account_of
from app.memory.architecture import BadConfig, architecture_of
from tests.memory.architecture import configs
from tests.memory.architecture.configs import config

# Paper or model card: width of the MLP, or experts chosen for a token × their width + the shared ones.
BY_HAND = {
    "gpt2": 4 * 768,
    "gpt-neo-1.3b": 4 * 2048,
    "pythia-6.9b": 16_384,
    "opt-66b": 36_864,
    "bloom": 4 * 14_336,
    "falcon-180b": 4 * 14_848,
    "starcoder": 24_576,
    "phi-2": 10_240,
    "bert-large-uncased": 4096,
    "t5-11b": 65_536,
    "llama-2-7b": 11_008,
    "llama-3.1-405b": 53_248,
    "gemma-2-9b": 14_336,
    "qwen3-0.6b": 3072,
    "mixtral-8x7b": 2 * 14_336,
    "qwen3-235b-a22b": 8 * 1536,
    "deepseek-v3": 18_432,  # three dense blocks, and as wide 8 routed and 1 shared expert of 2,048
}


@pytest.mark.parametrize("slug", BY_HAND)
def test_the_width_is_what_the_paper_says(slug: str) -> None:
    assert architecture_of(config(slug)).units.mlp == BY_HAND[slug]


@pytest.mark.parametrize("slug", configs.SLUGS)
def test_dense_blocks_hold_matrices_of_that_width(slug: str) -> None:
    model = architecture_of(configs.text(slug))
    units = model.units
    assert units.mlp is not None
    if model.family in ("mixtral", "qwen3_moe", "deepseek_v3"):
        return  # their widths are worked by hand above
    sides = [side for tensor in units.blocks[0].tensors for side in (tensor.rows, tensor.columns)]
    assert units.mlp in sides or 2 * units.mlp in sides  # Phi-3 joins gate and up


@pytest.mark.parametrize("slug", configs.SLUGS)
def test_every_model_has_activations_without_checkpointing(slug: str) -> None:
    units = architecture_of(configs.text(slug)).units
    kept, checkpointed = (account_of(Plan(units, checkpointing=how)).most("loss").held.activations for how in ("off", "full"))
    assert kept > 8 * checkpointed > 0


@pytest.mark.parametrize("slug", ["mixtral-8x7b", "qwen3-235b-a22b", "deepseek-v3"])
def test_how_many_experts_a_token_passes_has_to_be_said(slug: str) -> None:
    with pytest.raises(BadConfig) as caught:
        architecture_of(config(slug, num_experts_per_tok=...))
    assert caught.value.field == "num_experts_per_tok"


def test_the_widest_of_unequal_blocks_counts() -> None:
    assert architecture_of(config("deepseek-v3", intermediate_size=20_000)).units.mlp == 20_000
    assert architecture_of(config("deepseek-v3", num_experts_per_tok=16)).units.mlp == 17 * 2048
    assert architecture_of(config("qwen3-235b-a22b", mlp_only_layers=[0], intermediate_size=20_000)).units.mlp == 20_000
