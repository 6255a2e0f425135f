"""Every model of the catalogue that has a config agrees with what is counted from it."""

import pytest

from app.memory.architecture import architecture_of
from app.memory.catalog import MODELS, Model
from tests.memory.architecture import configs

WITH_CONFIG = [entry for entry in MODELS if entry.slug in configs.SLUGS]


@pytest.mark.parametrize("entry", WITH_CONFIG, ids=lambda entry: entry.slug)
def test_the_catalogue_says_what_the_config_says(entry: Model) -> None:
    units = architecture_of(configs.text(entry.slug)).units
    assert (entry.params, entry.layer) == (units.total, units.largest_block)
    assert (entry.hidden, entry.layers, entry.heads) == (units.hidden, units.layers, units.heads)


def test_only_gpt_3_has_no_published_config() -> None:
    assert {entry.slug for entry in MODELS} - {entry.slug for entry in WITH_CONFIG} == {"gpt3-175b"}


def test_gpt_3_is_a_gpt_2_of_other_sizes() -> None:
    # arXiv:2005.14165, table 2.1: 96 layers, 12,288 wide, 96 heads, context 2,048.
    sizes = {"n_layer": 96, "n_embd": 12_288, "n_head": 96, "n_positions": 2048, "n_ctx": 2048}
    units = architecture_of(configs.config("gpt2", **sizes)).units
    entry = next(entry for entry in MODELS if entry.slug == "gpt3-175b")
    assert (entry.params, entry.layer) == (units.total, units.largest_block)
