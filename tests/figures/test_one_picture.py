"""The one-picture summary draws the story's numbers: 112 GB whole, 28 GB kept, 808 MB borrowed, 68.7 GB of activations."""

from itertools import pairwise

import pytest

from app.figures.one_picture import one_picture, whole_story
from app.figures.style import ACTIVATIONS, GATHERED, GHOST, STACKS
from app.memory.scenario import Scenario
from tests.scenarios import EDGES, GPT3

STAGES = range(5)
ACTIVATION_BYTES = 64 * 4 * 2048 * 4096 * 32  # 64·b·s·h bytes for each of 32 layers


def bars(scenario, *, grey=False):
    """Drawn bars as (place, base, height), those of the activations apart."""
    side = one_picture(scenario).figure["data"][-1]["x"][0]
    return [
        (x, base, height)
        for trace in one_picture(scenario).figure["data"]
        if (trace["marker"]["color"] == GHOST) is grey
        for x, base, height in zip(trace["x"], trace["base"], trace["y"], strict=True)
        if x != side
    ]


def on_gpu_0(scenario):
    return sum(height for x, _, height in bars(scenario) if x == 0)


@pytest.mark.parametrize(
    ("stage", "total"), [(0, 112_000_000_000), (1, 28_000_000_000), (2, 28_000_000_000), (3, 28_808_000_000), (4, 28_808_000_000)]
)
def test_the_coloured_bytes_of_one_gpu_at_each_stage(stage, total):
    assert on_gpu_0(Scenario(stage=stage)) == total


def test_cut_out_slices_of_all_gpus_make_up_the_whole_without_overlap():
    pieces = sorted((base, base + height) for _, base, height in bars(Scenario(stage=1, params=7_000_000_001)) if height)
    assert pieces[0][0] == 0
    assert pieces[-1][1] == 16 * 7_000_000_001
    assert all(end == start for (_, end), (start, _) in pairwise(pieces))


def test_four_slices_need_three_cuts_in_each_stack():
    shapes = one_picture(Scenario(stage=1)).figure["layout"]["shapes"]
    cuts = {shape["y0"] for shape in shapes if shape["line"]["dash"] == "dot"}
    assert cuts == {stack * 28_000_000_000 + cut * 7_000_000_000 for stack in range(4) for cut in (1, 2, 3)}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("gpus", [1, 4, 7, 65_536])
def test_no_stage_and_no_number_of_gpus_touches_the_activations(stage, gpus):
    bar = one_picture(Scenario(stage=stage, gpus=gpus)).figure["data"][-1]
    assert bar["y"] == [ACTIVATION_BYTES]
    assert (bar["marker"]["color"] == ACTIVATIONS.light) is (stage == 4)


def test_the_bubble_comes_at_stage_3_and_is_the_same_on_every_gpu():
    heights = {
        stage: [trace["y"] for trace in one_picture(Scenario(stage=stage)).figure["data"] if trace["name"] == GATHERED.name]
        for stage in STAGES
    }
    assert heights == {0: [], 1: [], 2: [], 3: [[808_000_000] * 4], 4: [[808_000_000] * 4]}


def test_the_gpus_keep_their_places_from_stage_to_stage():
    axes = [one_picture(Scenario(stage=stage)).figure["layout"]["xaxis"] for stage in STAGES]
    assert all(axis == axes[0] for axis in axes)


def test_stacks_keep_their_order_from_stage_to_stage():
    for stage in STAGES:
        lowest = {
            trace["name"]: trace["base"][0]
            for trace in one_picture(Scenario(stage=stage)).figure["data"]
            if trace["name"] in {role.name for role in STACKS} and trace["marker"]["color"] != GHOST
        }
        assert [role.name for role in STACKS] == sorted(lowest, key=lowest.get)


@pytest.mark.parametrize("stage", STAGES)
def test_the_title_names_the_stage(stage):
    assert one_picture(Scenario(stage=stage)).title.startswith(f"Stage {stage} of 4: ")


def test_what_is_far_taller_than_the_columns_is_named_at_the_edge():
    words = [note["text"].replace("\u00a0", " ") for note in one_picture(GPT3.but(stage=2)).figure["layout"]["annotations"]]
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
    assert rows["Sum"] == ("112,000,000,000", "112,000,000,000", "28,000,000,000", "28,808,000,000", "28,808,000,000")[stage]
    assert rows["Activations, beside it"] == f"{ACTIVATION_BYTES:,}"


def test_the_retelling_shows_the_last_stage_whatever_the_address_says():
    assert whole_story(Scenario(stage=0)).figure == one_picture(Scenario(stage=4)).figure
