"""Whatever is pasted, there is a model whose parts add up, or a BadConfig: never another exception."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.memory.architecture import Architecture, BadConfig, architecture_of
from tests.memory.architecture import configs

KEYS = sorted({key for slug in configs.SLUGS for key in configs.config(slug)})
ATOMS = st.none() | st.booleans() | st.integers() | st.integers(-2, 200) | st.floats() | st.text(max_size=8)
JUNK = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3), max_leaves=8
)
SLUGS = st.sampled_from(configs.SLUGS)


@st.composite
def damaged(draw: st.DrawFn) -> dict[str, Any]:
    """A published config in which some keys have gone and others have been changed to anything or to small numbers."""
    changes = draw(st.dictionaries(st.sampled_from(KEYS), JUNK | st.just(...) | st.integers(1, 64), max_size=6))
    return configs.config(draw(SLUGS), **changes)


def outcome(config: object) -> Architecture | BadConfig:
    """The model or the refusal. Any other exception fails the test."""
    try:
        return architecture_of(config)
    except BadConfig as error:
        return error


def counted(config: object) -> None:
    found = outcome(config)
    if isinstance(found, BadConfig):
        assert found.field
        assert found.wrong
        assert found.accepted
        assert str(found).isprintable()
        return
    units = found.units
    assert units.total == units.root_parameters + sum(block.parameters * block.count for block in units.blocks)
    assert 0 < units.largest_block < units.total <= 10**15
    assert units.layers == sum(block.count for block in units.blocks) >= 1
    assert min(units.hidden, units.heads, units.vocabulary) >= 1
    assert all(tensor.rows >= 1 and tensor.columns >= 1 for block in units.blocks for tensor in block.tensors)


@given(damaged())
def test_damaged_mappings(config: dict[str, Any]) -> None:
    counted(config)


@given(damaged())
def test_damaged_texts(config: dict[str, Any]) -> None:
    counted(json.dumps(config))  # writes NaN and Infinity, as some tools do


@given(JUNK | st.binary(max_size=40) | st.text(max_size=60))
def test_anything_at_all(config: object) -> None:
    counted(config)


@given(SLUGS, st.integers(0, 600), st.text(max_size=6))
def test_texts_cut_off_and_patched(slug: str, place: int, patch: str) -> None:
    text = configs.text(slug)
    counted(text[:place])
    counted(text[:place] + patch + text[place:])


@given(SLUGS, st.dictionaries(st.text(max_size=20).map("unread ".__add__), JUNK, max_size=5))
def test_keys_that_nobody_reads_change_nothing(slug: str, more: dict[str, Any]) -> None:
    known = configs.config(slug)
    found = outcome({**more, **known})
    assert not isinstance(found, BadConfig)
    assert found.units == architecture_of(known).units
