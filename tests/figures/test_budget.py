"""The budget: the guess is a quarter of the truth, on one scale, with C as a line."""

import pytest

from app.figures.budget import budget
from app.figures.style import CAPACITY
from app.memory.scenario import Scenario
from tests.scenarios import EDGES


def tops(picture):
    """Heights of the two columns, from their traces."""
    bars = [bar for trace in picture.figure["data"] for bar in zip(trace["x"], trace["y"], strict=True)]
    return [sum(height for x, height in bars if x == place) for place in (0, 1)]


def test_seven_billion_are_28_gb_guessed_and_112_gb_real():
    picture = budget(Scenario())
    assert tops(picture) == [28 * 10**9, 112 * 10**9]
    assert picture.table.rows[4] == ("Sum", "28,000,000,000", "112,000,000,000")


@pytest.mark.parametrize("scenario", EDGES)
def test_the_guess_is_a_quarter(scenario):
    guess, real = tops(budget(scenario))
    assert 4 * guess == real == 16 * scenario.params


def test_the_line_of_c_passes_between_guess_and_truth():
    guess, real = tops(budget(Scenario()))
    (line,) = (shape for shape in budget(Scenario()).figure["layout"]["shapes"] if shape["line"]["color"] == CAPACITY)
    assert guess < line["y0"] == line["y1"] == 80 * 10**9 < real


def test_each_part_stands_on_the_one_below():
    traces = budget(Scenario()).figure["data"]
    assert [trace["base"][-1] for trace in traces] == [0, 28 * 10**9, 56 * 10**9, 84 * 10**9]


def test_the_sentence_gives_both_sums_and_their_outcome():
    assert budget(Scenario()).sentence.replace("\u00a0", " ") == (
        "One GPU has 80 GB. The guess, θ alone, is 28 GB and fits in it; the real column has four such parts, 112 GB, and exceeds it."
    )
