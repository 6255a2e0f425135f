"""The opened box: 32 bits in the order and the groups of IEEE 754, four rows of a byte each."""

import struct

import pytest

from app.figures.float_bits import float_bits
from app.memory.scenario import Scenario


def digits(picture):
    """The bits as they are drawn, by rows from the top, each from the left."""
    notes = [note for note in picture.figure["layout"]["annotations"] if note["text"] in ("0", "1")]
    rows = sorted({note["y"] for note in notes}, reverse=True)
    return ["".join(note["text"] for note in sorted(notes, key=lambda note: note["x"]) if note["y"] == row) for row in rows]


def words(picture):
    return [note["text"].replace("\u00a0", " ") for note in picture.figure["layout"]["annotations"]]


@pytest.mark.parametrize("value", [0.1, 0.0, 1.0, -2.0, 3e38, -3e38, 1e-45, 1e-50, 0.15625])
def test_the_rows_are_the_four_bytes_of_the_number(value):
    drawn = digits(float_bits(Scenario(value=value)))
    assert drawn == [f"{byte:08b}" for byte in struct.pack(">f", value)]


def test_there_are_1_8_and_23_boxes():
    boxes = {trace["name"]: len(trace["x"]) for trace in float_bits(Scenario()).figure["data"]}
    assert boxes == {"sign": 1, "exponent": 8, "fraction": 23}


def test_a_tenth_is_taken_apart_as_by_hand():
    picture = float_bits(Scenario(value=0.1))  # 0x3dcccccd: exponent 0x7b = 123, fraction 0x4ccccd = 5,033,165
    assert {"sign: 0, so +", "exponent: 123 − 127, so 2⁻⁴", "fraction: 1.f = 1.60000002"} <= set(words(picture))
    assert {"+ 2⁻⁴ × 1.60000002", "= 0.100000001"} <= set(words(picture))
    assert picture.table.rows[0] == ("sign", "0", "0")
    assert picture.table.rows[1] == ("exponent", "01111011", "123")
    assert picture.table.rows[2] == ("fraction", "10011001100110011001101", "5,033,165")
    assert "the nearest to 0.1" in picture.sentence


def test_a_number_of_few_binary_places_is_said_to_be_exact():
    assert float_bits(Scenario(value=-0.75)).sentence.endswith("They stand for exactly −0.75.")


def test_the_smallest_numbers_have_no_leading_one():
    assert "exponent: all 0, so 2⁻¹²⁶" in words(float_bits(Scenario(value=1e-45)))
    assert "fraction: 0.f = 0" in words(float_bits(Scenario(value=0.0)))
