"""Sums that a reader can check by hand: what stands on both sides of '=' is equal, what was rounded stands beside '≈'."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.steps.sums import add_up, added, come_to, counted, four_digits, quotient

GIB = 2**30


def plain(text):
    return text.replace("\u00a0", " ")


def test_an_exact_sum_has_an_equals_sign():
    assert plain(come_to("16 × 7B", (7 * 10**9,), 112 * 10**9, "GB")) == "16 × 7B = 112 GB"


def test_a_rounded_factor_or_a_rounded_result_has_not():
    gpt3 = 174_604_259_328  # · 16 = 2,793,668,149,248
    assert plain(come_to("16 × 174.6B", (gpt3,), 16 * gpt3, "GB")) == "16 × 174.6B ≈ 2.79 TB"
    assert plain(come_to("16 × ⌈7B / 3⌉", (7 * 10**9,), 37_333_333_344, "GB")) == "16 × ⌈7B / 3⌉ ≈ 37.3 GB"


def test_gib_show_the_bytes_that_are_divided():
    assert plain(come_to("16 × 7B / 4", (7 * 10**9,), 28 * 10**9, "GiB")) == "16 × 7B / 4 = 28,000,000,000 bytes ≈ 26.1 GiB"
    assert plain(come_to("4 × 2,048", (2048,), 4 * GIB, "GiB")) == "4 × 2,048 = 4,294,967,296 bytes = 4 GiB"
    assert plain(come_to("16 × 1", (1,), 16, "GiB")) == "16 × 1 = 16 B"


def test_terms_are_precise_enough_to_be_added():
    assert plain(add_up("f", (7 * 10**9,), (28 * 10**9, 808 * 10**6), "GB")) == "f = 28 GB + 808 MB ≈ 28.8 GB"
    # 43,651,064,832 + 7,248,396,288 = 50,899,461,120; of 43.7 + 7.25 one would make 51.
    assert plain(add_up("f", (174_604_259_328,), (43_651_064_832, 7_248_396_288), "GB")) == "f ≈ 43.65 GB + 7.248 GB ≈ 50.9 GB"
    assert plain(add_up("f", (5,), (28 * 10**9, 808 * 10**6), "GiB")) == "f = 28,000,000,000 + 808,000,000 bytes ≈ 26.8 GiB"


def test_bytes_added_up():
    assert plain(added((28 * GIB, 4 * GIB), "GiB")) == "28 GiB + 4 GiB = 32 GiB"
    assert plain(added((28_808_000_000, 2**36), "GB")) == "28.8 GB + 68.7 GB ≈ 97.5 GB"


def test_counts():
    assert counted("3 × 7B × 3/4", (7 * 10**9,), 15_750_000_000) == "3 × 7B × 3/4 = 15.75B"
    assert counted("2 × 174.6B × 63/64", (174_604_259_328,), 343_752_135_552) == "2 × 174.6B × 63/64 ≈ 343.8B"


def test_a_quotient_that_does_not_come_out_even_is_rounded_up():
    assert (quotient(7 * 10**9, 4), quotient(7 * 10**9, 3)) == ("7B / 4", "⌈7B / 3⌉")


@pytest.mark.parametrize(
    ("value", "text"), [(43_651_064_832, "43.65 GB"), (999_960_000, "1 GB"), (16, "16 B"), (1_023_000_000, "1.023 GB")]
)
def test_four_digits(value, text):
    assert plain(four_digits(value)) == text


@given(st.integers(1, 10**19), st.sampled_from(["GB", "GiB"]))
def test_equals_never_stands_before_a_rounded_result(value, units):
    """The last two sides of a sum of one factor, read back as the exact numbers they show."""
    text = plain(come_to("1", (1,), value, units))
    sign, size, unit = re.search(r"([=≈]) ([\d.,]+) (\w+)$", text).groups()
    scale = (1024 if "i" in unit else 1000) ** "BKMGTPEZ".index(unit[0].upper())
    shown = Fraction(size.replace(",", "")) * scale
    assert (sign == "=") == (shown == value)
    assert abs(shown - value) <= Fraction(value, 199)
