"""Quantities as people write them. Decimal and binary units are worked out by hand."""

import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.memory import units
from app.memory.units import Unreadable, read_bytes, read_count, read_real

NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7B", 7_000_000_000),
        ("7e9", 7_000_000_000),
        ("7_000_000_000", 7_000_000_000),
        ("7,000,000,000", 7_000_000_000),
        ("7 billion", 7_000_000_000),
        ("7bn", 7_000_000_000),
        (" 7 B ", 7_000_000_000),
        (f"7{NBSP}B", 7_000_000_000),
        ("7\u202fB", 7_000_000_000),
        ("7\u2009billion", 7_000_000_000),
        ("7g", 7_000_000_000),
        ("0.5k", 500),
        (".5k", 500),
        ("2 thousand", 2000),
        ("202M", 202_000_000),
        ("1.5 million", 1_500_000),
        ("6.738415616B", 6_738_415_616),
        ("3T", 3 * 10**12),
        ("1 trillion", 10**12),
        ("1q", 10**15),
        ("1 Quadrillion", 10**15),
        ("7E+9", 7_000_000_000),
        ("7000e-3", 7),
        ("+4", 4),
        ("-4", -4),
        ("\u22124", -4),
        ("0", 0),
        ("007", 7),
        ("1e40", 10**40),
        ("1e999", 10**100),  # far beyond every bound, and cheap
        ("1" + 49 * "0" + "e-49", 1),
        ("0." + 49 * "0" + "7e50", 7),
    ],
)
def test_counts_are_read_as_people_write_them(text: str, value: int) -> None:
    assert read_count(text) == value


@pytest.mark.parametrize(
    "text",
    ["", " ", "B", "seven", "7..0", "7.", "1,00", "1,0000", "7__0", "_7", "7_", "e9", "7e", "--7", "7 B B", "7;", "nan", "inf", "Infinity"]
    + ["0x10", "٧", "7GB", "80GB", "1/2", "1.5", "0.1k1", "1e-1", "7Bx", "1e-999", "²", "7\nB 1", "1" * 61],
)
def test_what_is_not_a_whole_count_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_count(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("80GB", 80_000_000_000),
        ("80 gb", 80_000_000_000),
        ("80\u202fGB", 80_000_000_000),
        ("80 gigabytes", 80_000_000_000),
        ("1 Gibibyte", 1_073_741_824),
        ("512 bytes", 512),
        ("80 GiB", 85_899_345_920),  # 80 · 1,073,741,824
        ("79.15 GiB", 84_986_665_370),  # 84,986,665,369.6 rounded
        ("80_000_000_000", 80_000_000_000),
        ("80,000,000,000", 80_000_000_000),
        ("8e10", 80_000_000_000),
        ("1kB", 1000),
        ("1KiB", 1024),
        ("1MB", 10**6),
        ("1MiB", 1_048_576),
        ("2TB", 2 * 10**12),
        ("1TiB", 1_099_511_627_776),
        ("1PB", 10**15),
        ("1PiB", 2**50),
        ("1EB", 10**18),
        ("1EiB", 2**60),
        ("1ZB", 10**21),
        ("1ZiB", 2**70),
        ("1YB", 10**24),
        ("1YiB", 2**80),
        ("512B", 512),
        ("0.5B", 1),
        ("0.4B", 0),
        ("1000000", 1_000_000),
        ("-1GB", -(10**9)),
    ],
)
def test_bytes_are_read_with_their_unit(text: str, value: int) -> None:
    assert read_bytes(text) == value


@pytest.mark.parametrize("text", ["80", "999999", "-999999", "0", "80G", "80Gb!", "80 billion", "GB", "", "80 GB GiB"])
def test_bytes_without_a_unit_of_bytes_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_bytes(text)


@pytest.mark.parametrize("letter", "KMGTPEZY")
def test_decimal_and_binary_units_are_never_mixed(letter: str) -> None:
    power = "KMGTPEZY".index(letter) + 1
    assert read_bytes(f"1{letter}B") == 1000**power
    assert read_bytes(f"1{letter}iB") == 1024**power


@pytest.mark.parametrize(
    ("text", "value"),
    [("0.1", 0.1), ("-2.5e-3", -0.0025), ("3", 3.0), (".25", 0.25), ("1,000.5", 1000.5)]
    + [("5e-324", 5e-324), ("1e-999", 0.0), ("-1e999", -1e100)],
)
def test_real_numbers_are_read(text: str, value: float) -> None:
    assert read_real(text) == value


@pytest.mark.parametrize("text", ["", "nan", "NaN", "inf", "-inf", "1k", "0.1B", "1e", "0,1", "1.2.3"])
def test_what_is_not_a_real_number_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_real(text)


def test_a_refusal_says_what_is_wrong() -> None:
    for read, text, reason in (
        (read_count, "7 apples", "apples"),
        (read_count, "1.5", "whole number"),
        (read_count, "1" * 61, "too long"),
        (read_count, "seven", "not a number"),
        (read_bytes, "80 apples", "apples"),
        (read_bytes, "80", "no unit"),
        (read_real, "3 apples", "apples"),
        (read_bytes, "80 ГБ", "ГБ"),
        (read_bytes, "80 Gigs", "Gigs"),
        (read_bytes, "28,8 GB", "a comma where a point belongs"),
        (read_count, "0,808B", "a comma where a point belongs"),
        (read_real, "0,1", "a comma where a point belongs"),
    ):
        with pytest.raises(Unreadable, match=reason):
            read(text)


def test_sixty_characters_are_still_read() -> None:
    assert read_count("0" * 59 + "7") == 7


TYPED = st.text(alphabet=string.digits + "+-._, eEkKmMgGtTbBiq" + NBSP + "\u2212", max_size=20)


@given(st.one_of(st.text(max_size=80), TYPED))
@example("9" * 60)
@example("1e" + "9" * 58)
@example("-1e-" + "9" * 56)
@example("1e99999999999999999 YiB")
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_count, read_bytes, read_real):
        try:
            value = read(text)
        except Unreadable:
            continue
        assert abs(value) < 1e190  # finite, and small enough to be cheap


@given(st.integers(0, 10**27))
@example(0)
@example(999)
@example(1000)
@example(10_001)
@example(1_234_500)
@example(10**15)
def test_an_exact_count_is_read_back(value: int) -> None:
    assert read_count(units.exact_count(value)) == value


@given(st.integers(0, 10**27))
@example(0)
@example(999_999)
@example(1_000_001)
@example(80 * 10**9)
def test_exact_bytes_are_read_back(value: int) -> None:
    assert read_bytes(units.exact_bytes(value)) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7_000_000_000, "7B"),
        (202_000_000, "202M"),
        (1_500_000_000, "1.5B"),
        (6_738_415_616, "6738415616"),
        (1000, "1K"),
        (999, "999"),
        (12_340, "12.34K"),
        (12_345, "12345"),
        (10**12, "1T"),
        (10**15, "1000T"),
        (0, "0"),
        (1, "1"),
    ],
)
def test_an_exact_count_is_as_short_as_it_can_be(value: int, text: str) -> None:
    assert units.exact_count(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (80 * 10**9, "80GB"),
        (141 * 10**9, "141GB"),
        (10**12, "1TB"),
        (10**13, "10TB"),
        (1_500_000, "1.5MB"),
        (123_456_000, "123.456MB"),
        (1_234_567_000, "1234567000B"),
        (84_986_665_370, "84986665370B"),
        (999_999, "999999B"),
        (1_000_000, "1MB"),
    ],
)
def test_exact_bytes_are_as_short_as_they_can_be(value: int, text: str) -> None:
    assert units.exact_bytes(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (1020, "1,020"),
        (1.5, "1.5"),
        (99_999, "99,999"),
        (100_000, "100K"),
        (999_499, "999K"),
        (999_500, "1M"),
        (202_000_000, "202M"),
        (6_738_415_616, "6.74B"),
        (7 * 10**9, "7B"),
        (10**12, "1T"),
        (10**15, "1,000T"),
    ],
)
def test_a_count_has_three_significant_digits(value: float, text: str) -> None:
    assert units.count(value) == text


@given(st.integers(0, 10**17))
def test_a_shown_count_can_be_typed_again(value: int) -> None:
    assert read_count(units.count(value)) == pytest.approx(value, rel=0.005)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7 * 10**9, "7 billion"),
        (202_000_000, "202 million"),
        (10**15, "1 quadrillion"),
        (3 * 10**12, "3 trillion"),
        (65_536, "65,536"),
        (999_000, "999,000"),
        (999_600, "1 million"),
        (1_000_000, "1 million"),
        (999_600_000, "1 billion"),
        (1, "1"),
        (10**18, "1,000 quadrillion"),
    ],
)
def test_a_count_is_read_aloud(value: int, text: str) -> None:
    assert units.count_in_words(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 B"),
        (16, "16 B"),
        (999, "999 B"),
        (1000, "1 kB"),
        (999_400_000, "999 MB"),
        (999_600_000, "1 GB"),
        (28 * 10**9, "28 GB"),
        (28_808_000_000, "28.8 GB"),
        (112 * 10**9, "112 GB"),
        (16 * 10**15, "16 PB"),
        (10**24, "1 YB"),
        (10**27, "1,000 YB"),
    ],
)
def test_bytes_have_three_significant_digits_in_decimal_units(value: int, text: str) -> None:
    assert units.bytes_text(value) == text.replace(" ", NBSP)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (112 * 10**9, "104 GiB"),  # 104.308
        (1023, "1,020 B"),
        (1024, "1 KiB"),
        (2**40 - 2**30, "1,020 GiB"),  # 1,023 GiB
        (2**40, "1 TiB"),
        (2**30, "1 GiB"),
        (84_986_665_370, "79.2 GiB"),
    ],
)
def test_bytes_have_three_significant_digits_in_binary_units(value: int, text: str) -> None:
    assert units.bytes_text(value, "GiB") == text.replace(" ", NBSP)


@given(st.integers(0, 10**26), st.sampled_from(["GB", "GiB"]))
def test_shown_bytes_read_back_to_half_a_percent(value: int, unit: str) -> None:
    assert read_bytes(units.bytes_text(value, unit)) == pytest.approx(value, rel=0.0051)


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (808_000_000, 28 * 10**9, "2.89 %"),
        (808_000_000, 112 * 10**9, "0.721 %"),
        (1, 1, "100 %"),
        (3, 1, "300 %"),
        (1, 3, "33.3 %"),
        (0, 5, "0 %"),
        (1, 10_000, "0.01 %"),
        (1, 10_001, "less than 0.01 %"),
        (1234, 100, "1,230 %"),
        (994, 1000, "99.4 %"),
        (996, 1000, "99.6 %"),
        (9996, 10_000, "100 %"),
        (1006, 1000, "101 %"),
    ],
)
def test_a_share_has_three_significant_digits(part: int, whole: int, text: str) -> None:
    assert units.percent(part, whole) == text.replace(" %", f"{NBSP}%")


def test_small_formats() -> None:
    assert units.whole(112_000_000_000) == "112,000,000,000"
    assert units.times(1.5) == "1.5×"
    assert units.times(4) == "4×"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (28.808, "28.8"),
        (112, "112"),
        (0.01234, "0.0123"),
        (1234, "1,230"),
        (0, "0"),
        (0.0001, "0.0001"),
        (99.96, "100"),
        (0.0000123, "0.0000123"),
        (-0.0, "0"),
        (-1.5, "-1.5"),
    ],
)
def test_three_digits(value: float, text: str) -> None:
    assert units.three_digits(value) == text


@pytest.mark.parametrize(
    ("value", "text", "sign"),
    [
        (174_604_259_328, "174.6B", "≈"),
        (7_000_000_000, "7B", "="),
        (202_383_360, "202.4M", "≈"),
        (65_536, "65,536", "="),
        (10**15, "1,000T", "="),
    ],
)
def test_a_factor_can_be_checked_by_hand(value, text, sign):
    assert units.factor(value) == text
    assert units.equals(value) == sign


def test_one_gpu_is_singular():
    assert (units.gpus(1), units.gpus(1024)) == ("1 GPU", "1,024 GPUs")
