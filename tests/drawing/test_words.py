"""Widths against Helvetica's published metrics, and lines that fit their room."""

import pytest

from app.drawing.words import height_of, lines_of, width_of, wrapped


def test_widths_are_those_of_the_published_metrics():
    assert width_of("Will", 1000) == 944 + 222 + 222 + 222
    assert width_of("112 GB", 1000) == 3 * 556 + 278 + 778 + 667


def test_lines_stand_one_and_three_tenths_of_the_font_size_apart():
    assert height_of(["a", "b", "c"], 10) - height_of(["a"], 10) == pytest.approx(26)


def test_breaks_part_lines():
    assert lines_of("and<br>1,020<br>more") == ["and", "1,020", "more"]


@pytest.mark.parametrize("room", [60, 120, 400])
def test_wrapped_lines_fit_and_lose_nothing(room):
    words = "Every GPU holds everything https://example.org/steps/data-parallel?params=7000000000&gpus=4"
    lines = wrapped(words, 12, room)
    assert all(width_of(line, 12) <= room for line in lines)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
