"""Exact counts of 68 published models, each row of tests/data/golden_architecture.csv: transformers 5.24 on the meta device.

Two rows count what is not trained here: DeepSeek-V3 with the bias buffers of its routers, and T5 1.1 with the head of its own, which its
checkpoint stores and transformers 5 ties. Both are the exact count plus what `left_out` names.
"""

from collections.abc import Callable

import pytest

from app.memory.architecture import Architecture, architecture_of
from tests.memory.architecture import configs
from tests.memory.tables import rows

GOLDEN = rows("golden_architecture.csv")
KINDS: dict[str, Callable[[Architecture], int]] = {
    "total_params": lambda model: model.units.total,
    "largest_block_params": lambda model: model.units.largest_block,
    "n_blocks": lambda model: model.units.layers,
    "embedding_params": lambda model: model.token_embedding.parameters,
    "lm_head_params": lambda model: model.head.parameters,
    "non_block_params": lambda model: model.units.root_parameters,
    "largest_leaf_module_params": lambda model: model.largest_leaf.parameters,
    "total_params_with_lm_head": lambda model: model.units.total + left_out(model, "a head of its own"),
    "total_incl_router_bias": lambda model: model.units.total + left_out(model, "the routers’ e_score_correction_bias"),
}


def left_out(model: Architecture, what: str) -> int:
    return sum(part.parameters or 0 for part in model.left_out if part.what == what)


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: f"{row['id']}-{row['quantity']}")
def test_every_published_count_is_met_exactly(row: dict[str, str]) -> None:
    assert KINDS[row["quantity"]](architecture_of(configs.text(row["model"]))) == int(row["value"])


def test_every_config_has_its_rows_and_every_row_its_config() -> None:
    assert {row["model"] for row in GOLDEN} == set(configs.SLUGS)
    assert len(GOLDEN) == 478
    assert {row["quantity"] for row in GOLDEN} == set(KINDS)


@pytest.mark.parametrize("slug", configs.SLUGS)
def test_units_add_up_to_the_model(slug: str) -> None:
    units = architecture_of(configs.text(slug)).units
    parts = [units.embedding, units.root_rest, *([units.head] if units.head else []), *units.blocks]
    assert sum(part.parameters * part.count for part in parts) == units.total
    assert (units.head is None) == units.tied
