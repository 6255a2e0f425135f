"""Every row of PyTorch's measurements has our number beside it; the sums below were taken from the tables as they were handed over."""

import math
from collections import Counter
from statistics import median

import pytest

from app.evidence.comparison import Comparison
from app.evidence.every_row import of_measurements, of_tracker
from app.evidence.reasons import REASONS, reason
from app.evidence.runs import measurements
from app.evidence.tables import Row, rows
from app.evidence.variants import variants

PAIRS = (*of_measurements(), *of_tracker())


def off(row: Row, found: Comparison) -> float:
    """The relative error, from the row as it was measured and our number alone."""
    measured = int(row["bytes"])
    return abs(found.predicted - measured) / measured if measured else math.inf if found.predicted else 0.0


def test_no_row_is_lost() -> None:
    assert (len(measurements()), sum(int(row["bytes"]) for row in measurements())) == (2_209, 880_280_437_800)
    tracked = rows("tracker_rows")
    assert (len(tracked), sum(int(row["bytes"]) for row in tracked)) == (197, 286_547_583_900)
    assert len(PAIRS) == 2_209 + 197
    assert all(int(row["bytes"]) == found.measured for row, found in PAIRS)


def test_every_row_is_within_one_percent_or_says_why() -> None:
    silent = [(row["case"], row["quantity"]) for row, found in PAIRS if off(row, found) > 0.01 and not found.reason]
    assert silent == []


def test_most_rows_are_equal_to_the_byte_and_few_are_beyond_one_percent() -> None:
    errors = [off(row, found) for row, found in PAIRS]
    assert sum(error == 0 for error in errors) > 1_900
    assert sum(error > 0.01 for error in errors) == 69


def test_a_reason_is_given_to_misses_alone() -> None:
    assert all(off(row, found) > 0.01 for row, found in PAIRS if found.reason)


@pytest.mark.parametrize("rule", REASONS, ids=lambda rule: f"{rule[0]} {rule[1]}")
def test_every_reason_explains_some_row(rule: tuple[str, str, str]) -> None:
    used = Counter(found.reason for _, found in PAIRS)
    assert used[rule[2]]


def test_what_no_rule_knows_has_no_reason() -> None:
    assert reason("a_model-wide4_N-8", "bwd.temp_peak") == ""


@pytest.mark.parametrize(
    ("case", "quantity", "ours"),
    [  # wide4 by hand: U = 50,358,272 parameters a block, R = 4,722,688 in the root, N = 8
        ("a_model-wide4_N-8", "fwd.temp_peak.ag_out.units", 2 * 4 * 50_358_272),
        ("a_model-wide4_N-8", "fwd.temp_peak.unsharded_param.root", 4 * 4_722_688),
        ("a_model-wide4_N-8", "bwd.temp_peak.rs_in.units", 4 * 50_358_272),
        ("a_model-wide4_N-8", "persistent.opt_step", 4 * 53),
        ("a2_wide4_N8", "bwd.total_peak.All Gather", 4 * 50_358_272),
        ("a2_wide4_N8", "persistent.OptState", 8 * 206_155_776 // 8 + 4 * 53),
    ],
)
def test_single_components(case: str, quantity: str, ours: int) -> None:
    (found,) = (found for row, found in PAIRS if (row["case"], row["quantity"]) == (case, quantity))
    assert found.predicted == ours


def test_the_variants_hold_every_row_once() -> None:
    assert sum(len(variant.group.comparisons) for variant in variants()) == len(PAIRS)
    for variant in variants():
        assert Counter(each for _, run in variant.runs for each in run) == Counter(variant.group.comparisons)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.group.slug)
def test_the_summary_of_a_variant(variant) -> None:
    errors = [abs(each.predicted - each.measured) / (each.measured or 1) for each in variant.group.comparisons]
    assert errors
    assert variant.equal == sum(each.predicted == each.measured for each in variant.group.comparisons)
    assert variant.group.median_error == pytest.approx(median(errors))
    assert abs(variant.group.worst.error) == pytest.approx(max(errors))
    assert len(variant.group.missed) == sum(error > 0.01 for error in errors)
    assert bool(variant.reasons) == bool(variant.group.missed)
