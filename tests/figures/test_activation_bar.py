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


def test_checkpointing_leaves_one_tensor_a_layer_and_one_block():
    assert heights(Scenario(checkpointing="on"), ACTIVATION) == [CHECKPOINTED]


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


@pytest.mark.parametrize(("switch", "verb"), [("off", "removes"), ("on", "removed")])
def test_an_arrow_names_the_remedy(switch, verb):
    # 2³⁶ − 2³² − 2³¹ bytes are 62.3 GB.
    notes = activation_bar(Scenario(checkpointing=switch)).figure["layout"]["annotations"]
    (remedy,) = [note for note in notes if note["showarrow"]]
    assert remedy["text"] == f"check-<br>pointing<br>{verb}<br>62.3\u00a0GB"


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
