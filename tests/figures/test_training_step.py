"""Memory over one step, by hand. 10 parameters on 2 GPUs in units of 4: 80 bytes stay; units of 16, 16 and 8 bytes come and go."""

import pytest

from app.figures.training_step import training_step
from app.memory.scenario import Scenario

TEN = Scenario(params=10, gpus=2, layer=4)
HALF = Scenario(params=8, gpus=8, layer=4)  # 16 bytes stay, 16 come and go: no break


def traces(scenario, name):
    return [trace for trace in training_step(scenario).figure["data"] if trace["name"] == name]


def words(scenario):
    return [note["text"] for note in training_step(scenario).figure["layout"]["annotations"]]


def test_the_floor_is_the_four_slices():
    floor = [trace for trace in training_step(TEN).figure["data"] if trace["type"] == "bar" and trace["name"] != "gathered layer"]
    assert [trace["y"] for trace in floor] == [[20]] * 4
    assert [trace["base"] for trace in floor] == [[0], [20], [40], [60]]


def test_the_bubbles_go_forward_and_come_back():
    (bubbles,) = traces(TEN, "gathered layer")
    assert [16 * height / bubbles["y"][0] for height in bubbles["y"]] == pytest.approx([16, 16, 8, 8, 16, 16])
    assert bubbles["x"] == sorted(bubbles["x"])


def test_above_the_break_the_scale_is_what_the_figure_says():
    (bubbles,) = traces(TEN, "gathered layer")
    assert bubbles["y"][0] / 16 == 5
    assert "↑ 5× the scale" in words(TEN)


def test_without_a_break_the_bubbles_are_plain_bytes_on_the_floor():
    (bubbles,) = traces(HALF, "gathered layer")
    assert bubbles["y"] == [16] * 4
    assert bubbles["base"] == [16] * 4
    assert not traces(HALF, "the scale changes here")


def test_the_peak_is_named():
    assert "peak: 28.8\u00a0GB" in words(Scenario())
    assert "peak: 96\u00a0B" in words(TEN)


@pytest.mark.parametrize(("moment", "held"), [(0, 80), (1, 96), (2, 80), (5, 88), (13, 80)])
def test_the_present_moment_is_marked_at_what_is_held(moment, held):
    run = TEN.but(moment=moment)
    assert f"now: {held}\u00a0B" in words(run)
    (marker,) = [trace for trace in training_step(run).figure["data"] if trace.get("mode") == "markers"]
    assert f"{held}\u00a0B" in marker["hovertext"][0]


def test_the_marker_stands_on_its_bubble():
    run = TEN.but(moment=5)
    (bubbles,) = traces(run, "gathered layer")
    (marker,) = [trace for trace in training_step(run).figure["data"] if trace.get("mode") == "markers"]
    assert marker["x"][0] == bubbles["x"][2]
    assert marker["y"][0] == pytest.approx(bubbles["base"][2] + bubbles["y"][2])


def test_the_units_that_are_not_drawn_are_counted():
    # 7·10⁹ / 202·10⁶ is 34.7, so 35 units; five are drawn.
    assert words(Scenario()).count("30<br>more<br>units") == 2
    assert not [text for text in words(TEN) if "more" in text]


def test_the_table_has_every_moment_in_exact_bytes():
    rows = training_step(Scenario()).table.rows
    assert len(rows) == 22
    assert rows[1] == ("1: forward, unit 1 is gathered", "28,000,000,000", "808,000,000", "28,808,000,000")
    assert rows[-1] == ("21: the optimizer updates the shard", "28,000,000,000", "0", "28,000,000,000")
