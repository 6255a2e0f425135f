"""A difference put back onto its base gives the other presentation, and no presentation holds None."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.steps.catalog import FIELDS, PAGES
from app.steps.difference import difference, restored
from app.steps.presentation import present, sweep
from tests.scenarios import EDGES

values = st.recursive(st.integers() | st.text(max_size=3) | st.booleans(), lambda inner: st.lists(inner, max_size=3), max_leaves=5)
mappings = st.recursive(
    st.dictionaries(st.text(max_size=2), values, max_size=4),
    lambda inner: st.dictionaries(st.text(max_size=2), values | inner, max_size=4),
    max_leaves=8,
)


@given(mappings, mappings)
def test_a_difference_can_be_put_back(base, other):
    assert restored(base, difference(base, other)) == other


@given(mappings)
def test_nothing_differs_from_itself(base):
    assert difference(base, base) == {}


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_a_sweep_holds_every_rung_as_the_page_would_show_it(step):
    for over in step.controls:
        if not FIELDS[over].values:
            continue
        scenario = step.of(EDGES[5])
        swept = json.loads(json.dumps(sweep(step, scenario, over)))
        for value in step.rungs(over, scenario):
            expected = json.loads(json.dumps(present(step, scenario.but(**{over: value})).as_json()))
            assert restored(swept["base"], swept["rungs"][FIELDS[over].text(value)]) == expected


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_no_presentation_holds_none(step):
    for scenario in EDGES:
        assert "null" not in json.dumps(present(step, scenario).as_json())
