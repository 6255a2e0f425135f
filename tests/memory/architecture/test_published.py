"""The few keys of a config describe the same model as all of it, and the planner's models are the published ones."""

import pytest

from app.memory.architecture import architecture_of
from app.memory.architecture.document import text_of, value_of
from app.memory.architecture.published import PUBLISHED, published
from app.memory.catalog import MODELS
from tests.memory.architecture import configs

WITHOUT_CONFIG = {"gpt3-175b"}


@pytest.mark.parametrize("slug", configs.SLUGS)
def test_the_few_keys_say_all(slug: str) -> None:
    model = architecture_of(configs.text(slug))
    again = architecture_of(model.keys)
    assert again.units == model.units
    assert again.keys == model.keys
    assert len(model.keys) <= 20


@pytest.mark.parametrize("slug", configs.SLUGS)
def test_the_planner_has_every_model_as_it_was_published(slug: str) -> None:
    assert PUBLISHED[slug].keys == architecture_of(configs.text(slug)).keys
    assert published(slug).units == architecture_of(configs.text(slug)).units


def test_the_planner_has_no_other_models_and_all_of_the_catalogue() -> None:
    assert set(PUBLISHED) - set(configs.SLUGS) == WITHOUT_CONFIG
    assert {entry.slug for entry in MODELS} <= set(PUBLISHED)
    for entry in MODELS:
        units = published(entry.slug).units
        assert (entry.title, entry.params, entry.layer) == (PUBLISHED[entry.slug].title, units.total, units.largest_block)


def test_models_are_in_order_of_size_and_differ_in_title() -> None:
    sizes = [published(slug).units.total for slug in PUBLISHED]
    assert sizes == sorted(sizes)
    assert len({entry.title for entry in PUBLISHED.values()}) == len(PUBLISHED)


def test_null_stands_among_the_keys_where_it_means_something() -> None:
    config = configs.config("deepseek-v3", q_lora_rank=None)
    keys = architecture_of(config).keys
    assert keys["q_lora_rank"] is None
    assert architecture_of(keys).units == architecture_of(config).units


@pytest.mark.parametrize("value", [7, True, False, None, [1, 2], [], "gated-gelu", "llama"])
def test_values_are_read_as_they_are_written(value: object) -> None:
    assert value_of(text_of(value)) == value
    assert " " not in text_of(value)
