"""What a plan refuses, and that it names the setting."""

from dataclasses import FrozenInstanceError, replace

import pytest

from app.evidence.shapes import gpt
from app.memory.plan import CHOICES, Plan
from app.memory.recipe import recipe_of
from app.memory.strategy import strategy_of

UNITS = gpt(64, 2, 2, 128, 32)


@pytest.mark.parametrize("name", ["gpu_memory", "gpus", "batch", "seq", "shard_group"])
def test_counts_below_one(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be at least 1"):
        Plan(UNITS, **{name: 0})


@pytest.mark.parametrize("name", CHOICES)
def test_words_that_do_not_exist(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be one of"):
        Plan(UNITS, **{name: "sometimes"})


def test_a_negative_prefetch() -> None:
    with pytest.raises(ValueError, match="prefetch"):
        Plan(UNITS, prefetch=-1)


def test_activations_of_a_model_whose_mlp_is_not_known() -> None:
    unknown = replace(UNITS, mlp=None)
    with pytest.raises(ValueError, match="mlp"):
        Plan(unknown)
    assert Plan(unknown, terms=replace(Plan(UNITS).terms, activations=False))


def test_names_that_do_not_exist_list_those_that_do() -> None:
    with pytest.raises(ValueError, match="fp32, mixed, fsdp2"):
        recipe_of("fp64")
    with pytest.raises(ValueError, match="dp, zero1, zero2, fsdp, hsdp"):
        strategy_of("zero4")


def test_a_plan_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Plan(UNITS).gpus = 2
