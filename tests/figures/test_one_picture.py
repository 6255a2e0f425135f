"""The one-picture summary draws the story's numbers: 112 GB whole, 28 GB kept, 808 MB borrowed, 68.7 GB of activations."""

from itertools import pairwise

import pytest

from app.figures.one_picture import one_picture, whole_story
from app.figures.style import ACTIVATIONS, CAPACITY, GATHERED, GHOST, STACKS
from app.memory.scenario import Scenario
from tests.scenarios import EDGES, GPT3

STAGES = range(1, 6)
ACTIVATION_BYTES = 64 * 4 * 2048 * 4096 * 32  # 64·b·s·h bytes for each of 32 layers


def bars(scenario, *, grey=False):
    """Drawn bars of the GPUs as (place, base, height): those of the activations and of the sum apart."""
    side = one_picture(scenario).figure["data"][-1]["x"][0]
    return [
        (x, base, height)
        for trace in one_picture(scenario).figure["data"]
        if (trace["marker"]["color"] == GHOST) is grey
        for x, base, height in zip(trace["x"], trace["base"], trace["y"], strict=True)
        if x < side
    ]


def on_gpu_0(scenario):
    return sum(height for x, _, height in bars(scenario) if x == 0)


def stacked_last(scenario):
    """The column of the sum by role, from the bottom up."""
    traces = one_picture(scenario).figure["data"]
    end = max(x for trace in traces for x in trace["x"])
    pieces = [(trace["base"][0], trace["y"][0], trace["name"]) for trace in traces if trace["x"] == [end]]
    assert all(low + size == above for (low, size, _), (above, _, _) in pairwise(sorted(pieces)))
    return {name: size for _, size, name in sorted(pieces)}


@pytest.mark.parametrize(
    ("stage", "total"), [(1, 112_000_000_000), (2, 28_000_000_000), (3, 28_000_000_000), (4, 28_808_000_000), (5, 28_808_000_000)]
)
def test_the_coloured_bytes_of_one_gpu_at_each_stage(stage, total):
    assert on_gpu_0(Scenario(stage=stage)) == total


@pytest.mark.parametrize("gpus", [1, 4, 64])
def test_the_last_column_stacks_states_bubble_and_activations_of_one_gpu(gpus):
    pieces = stacked_last(Scenario(stage=5, gpus=gpus))
    assert list(pieces) == [*(role.name for role in STACKS), GATHERED.name, ACTIVATIONS.name]
    assert sum(pieces.values()) == 112_000_000_000 // gpus + 808_000_000 + ACTIVATION_BYTES


@pytest.mark.parametrize(("batch", "words", "over"), [(4, "97.5 GB<br>over C", True), (1, "46 GB<br>under C", False)])
def test_the_sum_is_named_and_said_to_be_over_or_under_c(batch, words, over):
    told = one_picture(Scenario(stage=5, batch=batch)).figure["layout"]["annotations"][-1]
    assert told["text"].replace("\u00a0", " ") == words  # 28.808 + 68.719 and 28.808 + 17.180
    assert (told["font"]["color"] == CAPACITY) is over


@pytest.mark.parametrize("stage", STAGES[:-1])
def test_nothing_is_stacked_on_the_activations_before_the_last_stage(stage):
    traces = one_picture(Scenario(stage=stage)).figure["data"]
    assert max(x for trace in traces for x in trace["x"]) == traces[-1]["x"][0]


def test_cut_out_slices_of_all_gpus_make_up_the_whole_without_overlap():
    pieces = sorted((base, base + height) for _, base, height in bars(Scenario(stage=2, params=7_000_000_001)) if height)
    assert pieces[0][0] == 0
    assert pieces[-1][1] == 16 * 7_000_000_001
    assert all(end == start for (_, end), (start, _) in pairwise(pieces))


def test_four_slices_need_three_cuts_in_each_stack():
    shapes = one_picture(Scenario(stage=2)).figure["layout"]["shapes"]
    cuts = {shape["y0"] for shape in shapes if shape["line"]["dash"] == "dot"}
    assert cuts == {stack * 28_000_000_000 + cut * 7_000_000_000 for stack in range(4) for cut in (1, 2, 3)}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("gpus", [1, 4, 7, 65_536])
def test_no_stage_and_no_number_of_gpus_touches_the_activations(stage, gpus):
    bar = one_picture(Scenario(stage=stage, gpus=gpus)).figure["data"][-1]
    assert bar["y"] == [ACTIVATION_BYTES]
    assert bar["marker"]["color"] == ACTIVATIONS.light


def test_the_bubble_comes_at_stage_4_and_is_the_same_on_every_gpu():
    heights = {
        stage: [trace["y"] for trace in one_picture(Scenario(stage=stage)).figure["data"] if trace["name"] == GATHERED.name][:1]
        for stage in STAGES
    }
    assert heights == {1: [], 2: [], 3: [], 4: [[808_000_000] * 4], 5: [[808_000_000] * 4]}


def test_the_gpus_keep_their_places_from_stage_to_stage():
    axes = [one_picture(Scenario(stage=stage)).figure["layout"]["xaxis"] for stage in STAGES]
    assert all(axis["range"] == axes[0]["range"] for axis in axes)
    assert all(axis["tickvals"][:5] == axes[0]["tickvals"][:5] for axis in axes)  # four GPUs and the activations


def test_stacks_keep_their_order_from_stage_to_stage():
    for stage in STAGES:
        lowest = {
            trace["name"]: trace["base"][0]
            for trace in one_picture(Scenario(stage=stage)).figure["data"]
            if trace["name"] in {role.name for role in STACKS} and trace["marker"]["color"] != GHOST and trace["x"][0] == 0
        }
        assert [role.name for role in STACKS] == sorted(lowest, key=lowest.get)


@pytest.mark.parametrize("stage", STAGES)
def test_the_title_names_the_stage(stage):
    assert one_picture(Scenario(stage=stage)).title.startswith(f"Stage {stage} of 5: ")


def test_what_is_far_taller_than_the_columns_is_named_at_the_edge():
    words = [note["text"].replace("\u00a0", " ") for note in one_picture(GPT3.but(stage=3)).figure["layout"]["annotations"]]
    assert "↑ 16·P = 2.79 TB" in words  # 16 × 174,604,259,328 bytes
    assert "↑<br>618 GB" in words  # 64 × 4 × 2,048 × 12,288 × 96 bytes


@pytest.mark.parametrize("scenario", EDGES)
@pytest.mark.parametrize("stage", STAGES)
def test_the_column_is_never_off_the_canvas(scenario, stage):
    run = scenario.reconciled()[0].but(stage=stage)
    top = one_picture(run).figure["layout"]["yaxis"]["range"][1]
    assert all(base + height < top for _, base, height in bars(run))


@pytest.mark.parametrize("stage", STAGES)
def test_the_table_has_the_sum_of_the_drawn_column(stage):
    rows = {row[0]: row[1] for row in one_picture(Scenario(stage=stage)).table.rows}
    assert rows["Sum"] == ("112,000,000,000", "112,000,000,000", "28,000,000,000", "28,808,000,000", "28,808,000,000")[stage - 1]
    assert rows["Activations, beside it"] == f"{ACTIVATION_BYTES:,}"


def test_the_retelling_shows_the_last_stage_whatever_the_address_says():
    assert whole_story(Scenario(stage=1)).figure == one_picture(Scenario(stage=5)).figure


def test_the_last_stage_says_what_the_activations_come_from_and_what_the_sum_is():
    told = one_picture(Scenario(stage=5)).sentence.replace("\u00a0", " ")
    assert "4 sequences of 2,048 tokens, 32 layers of hidden size 4,096, without activation checkpointing" in told
    assert "97.5 GB, which rises above the line of 80 GB" in told
    assert "with activation checkpointing" in one_picture(Scenario(stage=5, checkpointing="on")).sentence
    assert "1 sequence of 1 token, 1 layer of" in one_picture(Scenario(stage=5, batch=1, seq=1, layers=1)).sentence


def test_the_table_has_the_sum_that_is_drawn_last():
    rows = {row[0]: row[1] for row in one_picture(Scenario(stage=5)).table.rows}
    assert rows["Sum with the activations"] == f"{28_808_000_000 + ACTIVATION_BYTES:,}"
