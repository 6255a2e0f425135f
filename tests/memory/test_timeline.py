"""One training step of one GPU, moment by moment, worked by hand on small models."""

import pytest

from app.memory.scenario import Scenario
from app.memory.timeline import drawn_units, moment_at, peak, timeline, unit_count, unit_parameters

TEN = Scenario(params=10, gpus=2, layer=4)  # units of 4, 4 and 2; 16 · 5 = 80 bytes stay


@pytest.mark.parametrize(("params", "layer", "count"), [(10, 4, 3), (8, 4, 2), (9, 4, 3), (4, 4, 1), (1, 1, 1), (10**15, 1, 10**15)])
def test_units_are_counted_with_the_smaller_last_one(params: int, layer: int, count: int) -> None:
    assert unit_count(Scenario(params=params, layer=layer)) == count


def test_only_the_last_unit_is_smaller() -> None:
    assert [unit_parameters(TEN, unit) for unit in (1, 2, 3)] == [4, 4, 2]


@pytest.mark.parametrize(
    ("count", "drawn"),
    [
        (1, (1,)),
        (4, (1, 2, 3, 4)),
        (5, (1, 2, 3, 4, 5)),
        (6, (1, 2, 3, 5, 6)),
        (35, (1, 2, 3, 34, 35)),
        (10**15, (1, 2, 3, 10**15 - 1, 10**15)),
    ],
)
def test_a_long_model_is_drawn_by_its_first_three_and_last_two_units(count: int, drawn: tuple[int, ...]) -> None:
    assert drawn_units(Scenario(params=count, layer=1)) == drawn


def test_the_moments_of_three_units() -> None:
    moments = [(moment.index, moment.phase, moment.action, moment.unit, moment.memory.total) for moment in timeline(TEN)]
    assert moments == [
        (0, "start", "wait", 0, 80),
        (1, "forward", "gather", 1, 96),
        (2, "forward", "discard", 1, 80),
        (3, "forward", "gather", 2, 96),
        (4, "forward", "discard", 2, 80),
        (5, "forward", "gather", 3, 88),
        (6, "forward", "discard", 3, 80),
        (7, "backward", "gather", 3, 88),
        (8, "backward", "discard", 3, 80),
        (9, "backward", "gather", 2, 96),
        (10, "backward", "discard", 2, 80),
        (11, "backward", "gather", 1, 96),
        (12, "backward", "discard", 1, 80),
        (13, "optimizer step", "update", 0, 80),
    ]


def test_only_the_bubble_moves() -> None:
    assert {moment.memory.states for moment in timeline(TEN)} == {80}
    assert {moment.memory.gathered for moment in timeline(TEN)} == {0, 8, 16}
    assert {moment.memory.activations for moment in timeline(TEN)} == {0}


def test_the_peak_is_the_first_full_layer() -> None:
    assert (peak(TEN).index, peak(TEN).memory.total) == (1, 96)
    assert (peak(Scenario()).index, peak(Scenario()).memory.total) == (1, 28_808_000_000)


def test_the_run_is_shown_at_its_moment() -> None:
    assert moment_at(TEN.but(moment=0)).index == 0
    assert moment_at(TEN).index == 1  # the first that shows a unit gathered
    assert moment_at(TEN.but(moment=5)).index == 5
    assert moment_at(TEN.but(moment=13)).index == 13


def test_a_moment_past_the_end_of_a_short_model_is_its_last() -> None:
    assert moment_at(TEN.but(moment=14)).index == 13
    assert moment_at(TEN.but(moment=21)).phase == "optimizer step"
