"""A few random runs through every page; benchmarks/scenarios.py does ten thousand."""

import random

import pytest

from app.steps.catalog import PAGES
from benchmarks.scenarios import EXACT, some_run, tried_once


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_presentations_are_finite_small_and_exact(step):
    chance = random.Random(step.slug)
    for _ in range(60):
        faults, size, _ = tried_once(step, some_run(chance))
        assert faults == []
        assert size > 1000


def test_the_check_finds_what_is_wrong(monkeypatch):
    step = next(step for step in PAGES if step.slug in EXACT)
    monkeypatch.setitem(EXACT, step.slug, lambda p, n, layer: [17 * p])
    assert "is in no table" in tried_once(step, some_run(random.Random(1)))[0][0]
