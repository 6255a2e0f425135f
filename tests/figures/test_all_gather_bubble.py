"""The bubble on one GPU's column, by hand: 16 · 7·10⁹ / 4 = 28 GB stay, 4 · 202·10⁶ = 808 MB come and go."""

import pytest

from app.figures.all_gather_bubble import LENS, Lens, all_gather_bubble
from app.memory.scenario import Scenario

GATHER, DISCARD = 1, 2


def column(scenario):
    """Bytes of each trace that stands on the axis to scale, by name."""
    traces = all_gather_bubble(scenario).figure["data"]
    return {trace["name"]: trace["y"][0] for trace in traces if trace["x"] != [LENS]}


def words(scenario):
    return [note["text"] for note in all_gather_bubble(scenario).figure["layout"]["annotations"]]


@pytest.mark.parametrize("moment", [0, DISCARD, 21])
def test_between_layers_the_four_slices_stand_alone(moment):
    bytes_ = column(Scenario(moment=moment))
    assert list(bytes_.values()) == [7_000_000_000] * 4


def test_the_gathered_layer_is_to_scale_on_the_column():
    bytes_ = column(Scenario(moment=GATHER))
    assert bytes_["gathered layer"] == 808_000_000
    assert sum(bytes_.values()) == 28_808_000_000


def test_the_enlarged_layer_is_as_many_times_higher_as_the_figure_says():
    traces = all_gather_bubble(Scenario(moment=GATHER)).figure["data"]
    (block,) = [trace for trace in traces if trace["x"] == [LENS]]
    (said,) = [text for text in words(Scenario(moment=GATHER)) if "enlarged" in text]
    factor = float(said.rsplit("enlarged ", 1)[1].rstrip("×"))
    assert block["y"][0] / 808_000_000 == pytest.approx(factor, rel=0.005)


def test_a_smaller_layer_is_lower_in_the_lens():
    lens = Lens(top=100, largest=10)
    assert lens.head(10) - lens.foot == pytest.approx(2 * (lens.head(5) - lens.foot))


def test_arrows_name_what_happens():
    assert "all-gather" in words(Scenario(moment=GATHER))
    assert "discard" in words(Scenario(moment=DISCARD))
    assert not {"all-gather", "discard"} & set(words(Scenario(moment=0)))


def test_a_thin_bubble_keeps_its_colour():
    traces = all_gather_bubble(Scenario(moment=GATHER)).figure["data"]
    (bubble,) = [trace for trace in traces if trace["name"] == "gathered layer" and trace["x"] != [LENS]]
    assert bubble["marker"]["line"]["color"] == bubble["marker"]["color"]


@pytest.mark.parametrize("moment", [0, DISCARD])
def test_without_the_layer_its_outline_stands_on_the_floor(moment):
    shapes = all_gather_bubble(Scenario(moment=moment)).figure["layout"]["shapes"]
    outline = next(shape for shape in shapes if shape["type"] == "rect")
    assert (outline["y0"], outline["y1"]) == (28_000_000_000, 28_808_000_000)


def test_the_line_c_ends_before_the_enlarged_part():
    shapes = all_gather_bubble(Scenario()).figure["layout"]["shapes"]
    (capacity,) = [shape for shape in shapes if shape["y0"] == shape["y1"] == 80 * 10**9]
    assert capacity["x1"] < 0.5


def test_the_table_has_the_same_numbers():
    rows = dict(all_gather_bubble(Scenario(moment=GATHER)).table.rows)
    assert rows["Stays, 16·P/N"] == "28,000,000,000"
    assert rows["Gathered at this moment"] == rows["Largest unit, L_max = 4·ℓ"] == "808,000,000"
    assert rows["Sum at this moment"] == "28,808,000,000"


@pytest.mark.parametrize(("layer", "at"), [(202_000_000, 28_808_000_000), (7_000_000_000, 28_000_000_000)])
def test_what_is_held_now_stands_at_its_own_height_unless_the_outline_is_too_low_for_it(layer, at):
    notes = all_gather_bubble(Scenario(layer=layer, moment=0)).figure["layout"]["annotations"]
    (held,) = [note for note in notes if note["text"].replace("\xa0", " ") == "28 GB"]
    assert held["y"] == at
