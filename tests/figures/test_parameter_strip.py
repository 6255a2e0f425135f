"""The strip: however it is drawn, its boxes are the whole model, and one parameter weighs 4 bytes."""

import pytest

from app.figures.parameter_strip import parameter_strip, parameters_per_box
from app.figures.style import THETA
from app.memory.scenario import Scenario


def top_row_widths(picture):
    """Widths of the boxes of the upper row, in boxes."""
    highest = max(base for trace in picture.figure["data"] for base in trace["base"])
    return [trace["width"] for trace in picture.figure["data"] for base in trace["base"] if base == highest]


@pytest.mark.parametrize(
    ("params", "per_box"),
    [(1, 1), (20, 1), (21, 2), (23, 2), (41, 5), (100, 5), (101, 10), (124_439_808, 10**7), (7 * 10**9, 5 * 10**8), (10**15, 5 * 10**13)],
)
def test_a_box_stands_for_the_least_round_number_that_leaves_at_most_twenty(params, per_box):
    assert parameters_per_box(params) == per_box


@pytest.mark.parametrize("params", [1, 7, 20, 23, 50, 124_439_808, 7 * 10**9, 174_604_259_328, 10**15])
def test_the_boxes_together_are_the_model(params):
    boxes = top_row_widths(parameter_strip(Scenario(params=params, layer=1)))
    assert sum(boxes) * parameters_per_box(params) == pytest.approx(params, rel=1e-12)
    assert len(boxes) <= 20


def test_seven_billion_are_fourteen_boxes_of_two_gigabytes():
    picture = parameter_strip(Scenario())
    assert len(top_row_widths(picture)) == 14
    assert picture.table.rows == (
        ("One parameter", "1", "4"),
        ("One drawn box", "500,000,000", "2,000,000,000"),
        ("The whole strip, 4·P", "7,000,000,000", "28,000,000,000"),
    )
    assert "14 boxes, each standing for 500 million parameters." in picture.sentence
    assert "4 bytes each" in picture.sentence
    assert "28\u00a0GB" in picture.sentence


def test_the_opened_box_shows_its_break_only_where_something_is_left_out():
    words = " ".join(note["text"] for note in parameter_strip(Scenario()).figure["layout"]["annotations"])
    assert "more" in words
    few = parameter_strip(Scenario(params=41, layer=1))  # boxes of five, each of them drawn
    assert "more" not in " ".join(note["text"] for note in few.figure["layout"]["annotations"])
    assert len(few.figure["data"][-1]["x"]) == 5


def test_up_to_twenty_parameters_every_box_is_one_of_them():
    picture = parameter_strip(Scenario(params=7, layer=1))
    assert len(top_row_widths(picture)) == 7
    assert picture.sentence == "A strip of 7 boxes, each one parameter of 4 bytes: 28\u00a0B in all."


def test_every_box_has_the_colour_of_theta():
    assert {trace["marker"]["color"] for trace in parameter_strip(Scenario()).figure["data"]} == {THETA.light}
