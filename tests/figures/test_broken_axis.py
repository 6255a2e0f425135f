"""An axis that changes its scale says so truthfully: its ticks stand where the bytes they name are drawn."""

import pytest

from app.figures.axes import times_as_high
from app.figures.broken_axis import BrokenAxis


def test_a_small_bubble_is_drawn_as_high_as_the_floor():
    height = BrokenAxis(floor=28_000, bubble=700)
    assert height.broken
    assert height.factor == 40
    assert height.above(700) - height.foot == 28_000


def test_a_large_bubble_needs_no_break():
    height = BrokenAxis(floor=100, bubble=80)
    assert not height.broken
    assert height.above(80) == 180
    assert height.holding(0) == 100


def test_ticks_above_the_break_stand_where_their_bytes_are():
    height = BrokenAxis(floor=28_000, bubble=800)
    axis = height.axis("GB")
    places = dict(zip(axis["ticktext"], axis["tickvals"], strict=True))
    assert places["28\u00a0kB"] == 28_000
    assert places["+800\u00a0B"] == pytest.approx(height.above(800))
    assert places["+400\u00a0B"] == pytest.approx((height.foot + height.above(800)) / 2)


@pytest.mark.parametrize(("factor", "text"), [(34.65, "34.6×"), (1.5, "1.5×"), (4e15, "4,000T×")])
def test_an_enlargement_in_words(factor, text):
    assert times_as_high(factor) == text
