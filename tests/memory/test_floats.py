"""The bits of one fp32 number, against patterns that the standard and every textbook print, and against the machine's own rounding."""

import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.floats import Fp32, fp32, number_text

PRINTED = [  # value and hexadecimal pattern, IEEE 754 binary32
    (0.0, "00000000"),
    (-0.0, "80000000"),
    (1.0, "3f800000"),
    (-2.0, "c0000000"),
    (0.1, "3dcccccd"),
    (0.15625, "3e200000"),
    (3.141592653589793, "40490fdb"),
    (2.0**-126, "00800000"),  # the smallest normal number
    (2.0**-149, "00000001"),  # the smallest of all
    (2.0**-126 - 2.0**-149, "007fffff"),  # the largest subnormal number
    ((2 - 2.0**-23) * 2.0**127, "7f7fffff"),  # the largest of all
]


@pytest.mark.parametrize(("value", "pattern"), PRINTED)
def test_known_patterns(value, pattern):
    assert f"{int(fp32(value).bits, 2):08x}" == pattern


def test_a_tenth_by_hand():
    tenth = fp32(0.1)
    assert (tenth.sign, tenth.exponent, tenth.power) == (0, 0b01111011, -4)
    assert Fraction(tenth.value) == Fraction(0b110011001100110011001101, 2**27)  # 13,421,773 / 2^27


@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_a_number_of_32_bits_is_stored_exactly(value):
    assert fp32(value).value == value


@given(st.floats(-3e38, 3e38))
def test_any_other_is_rounded_as_the_machine_rounds(value):
    stored = fp32(value)
    assert len(stored.bits) == 32
    assert struct.pack(">f", stored.value) == struct.pack(">f", value) == int(stored.bits, 2).to_bytes(4, "big")


def test_a_value_too_small_for_32_bits_becomes_zero():
    assert fp32(1e-50) == Fp32(0, 0, 0)
    assert fp32(1e-50).value == 0


@pytest.mark.parametrize(("value", "error"), [(3.5e38, OverflowError), (float("inf"), ValueError), (float("nan"), ValueError)])
def test_what_has_no_finite_pattern_is_refused(value, error):
    with pytest.raises(error):
        fp32(value)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.1, None, "0.1"),
        (-2.0, None, "−2"),
        (0.10000000149011612, 9, "0.100000001"),
        (-3e38, None, "−3 × 10³⁸"),
        (1e-45, 9, "1 × 10⁻⁴⁵"),
        (0.0, 9, "0"),
    ],
)
def test_numbers_are_written_as_by_hand(value, digits, text):
    assert number_text(value, digits).replace("\u00a0", " ") == text
