"""Activations beside the sharded states, by hand: 4·4·2,048·4,096 = 2²⁷ bytes a layer, 2³² on 32; a fused block keeps 16 times that."""

import pytest

from app.figures.activation_bar import ACTIVATION, STATES, TOGETHER, activation_bar
from app.figures.style import CAPACITY
from app.memory.scenario import Scenario

RULE, ALL, CHECKPOINTED = 2**32, 2**36, 2**32 + 2**31
SHARDED = 28_808_000_000


def heights(scenario, place):
    """Bytes of the bars at one place."""
    return [
        height for trace in activation_bar(scenario).figure["data"] for x, height in zip(trace["x"], trace["y"], strict=True) if x == place
    ]


def test_solid_is_the_rule_of_thumb_and_lighter_what_a_block_keeps_besides():
    assert heights(Scenario(), ACTIVATION) == [RULE, ALL - RULE]
    opacities = [trace["marker"].get("opacity", 1) for trace in activation_bar(Scenario()).figure["data"] if trace["name"] == "activations"]
    assert opacities[0] == 1 > opacities[1]


def test_checkpointing_leaves_one_tensor_a_layer_and_lighter_the_one_block_that_is_computed_again():
    assert heights(Scenario(checkpointing="on"), ACTIVATION) == [RULE, CHECKPOINTED - RULE]
    traces = [trace for trace in activation_bar(Scenario(checkpointing="on")).figure["data"] if trace["name"] == "activations"]
    assert traces[1]["marker"]["opacity"] < 1


@pytest.mark.parametrize("switch", ["off", "on"])
def test_the_thin_bubble_keeps_its_colour(switch):
    """808 MB of an axis of 115 GB are two pixels: a dark outline on both sides would be all that is seen."""
    (bubble,) = [trace for trace in activation_bar(Scenario(checkpointing=switch)).figure["data"] if trace["name"] == "gathered layer"]
    assert bubble["marker"]["line"]["color"] == bubble["marker"]["color"]


@pytest.mark.parametrize(("switch", "activations"), [("off", ALL), ("on", CHECKPOINTED)])
def test_the_sum_is_states_bubble_and_activations(switch, activations):
    run = Scenario(checkpointing=switch)
    assert sum(heights(run, STATES)) == SHARDED
    assert sum(heights(run, TOGETHER)) == SHARDED + activations


@pytest.mark.parametrize("gpus", [1, 8, 64, 65_536])
def test_n_does_not_touch_the_activations(gpus):
    assert heights(Scenario(gpus=gpus), ACTIVATION) == heights(Scenario(), ACTIVATION)


def test_the_figure_says_when_the_sum_passes_c():
    (over,) = [note for note in activation_bar(Scenario()).figure["layout"]["annotations"] if note["text"].endswith("over C")]
    assert over["text"].startswith("97.5\u00a0GB")
    assert over["font"]["color"] == CAPACITY
    texts = [note["text"] for note in activation_bar(Scenario(checkpointing="on")).figure["layout"]["annotations"]]
    assert "35.3\u00a0GB<br>under C" in texts


@pytest.mark.parametrize("switch", ["off", "on"])
def test_an_arrow_names_the_remedy(switch):
    # 2³⁶ − 2³² − 2³¹ bytes are 62.3 GB.
    notes = activation_bar(Scenario(checkpointing=switch)).figure["layout"]["annotations"]
    (remedy,) = [note for note in notes if note["showarrow"]]
    assert remedy["text"] == "check-<br>pointing<br>−62.3\u00a0GB"
    assert CHECKPOINTED < remedy["y"] < ALL


@pytest.mark.parametrize("switch", ["off", "on"])
def test_a_bracket_spans_exactly_what_checkpointing_removes(switch):
    shapes = activation_bar(Scenario(checkpointing=switch)).figure["layout"]["shapes"]
    (bracket,) = [shape for shape in shapes if shape["type"] == "line" and shape["x0"] == shape["x1"]]
    assert (bracket["y0"], bracket["y1"]) == (CHECKPOINTED, ALL)


def test_exactly_full_is_neither_over_nor_under():
    # 28,808,000,000 + 2³⁶ bytes.
    picture = activation_bar(Scenario(gpu_memory=97_527_476_736))
    assert "just reaches the line" in picture.sentence
    assert "97.5\u00a0GB<br>just C" in [note["text"] for note in picture.figure["layout"]["annotations"]]


def test_a_single_layer_leaves_nothing_to_remove():
    notes = activation_bar(Scenario(layers=1)).figure["layout"]["annotations"]
    assert not [note for note in notes if note["showarrow"]]


def test_the_axis_stays_when_the_switch_moves():
    axes = [activation_bar(Scenario(checkpointing=switch)).figure["layout"]["yaxis"] for switch in ("off", "on")]
    assert axes[0] == axes[1]


def test_the_table_has_the_same_numbers():
    rows = dict(activation_bar(Scenario()).table.rows)
    assert rows["Activations, rule of thumb 4·b·s·h·L"] == "4,294,967,296"
    assert rows["Together"] == "97,527,476,736"
