"""The summary’s words: five stages, seven ideas, one verdict."""

import re

from app.memory.scenario import Scenario
from app.steps.summary import IDEAS, readouts, stages, verdict
from tests.scenarios import GPT2


def test_the_five_stages_cover_the_seven_ideas_in_order():
    assert [int(digit) for digit in re.findall(r"\d", " ".join(IDEAS))] == [1, 2, 3, 4, 5, 6, 7]


def test_each_stage_tells_its_number_of_the_story():
    told = stages(Scenario())
    for words, number in zip(told, ("112 GB", "4 slices", "28 GB", "808 MB", "68.7 GB"), strict=True):
        assert number in words.replace("\u00a0", " ")


def test_a_screen_reader_hears_what_the_stage_shows():
    assert readouts(Scenario(stage=3))["stage-spoken"] == "stage 3 of 4, slices plus the bubble, 16·P/N + L_max"


def test_one_gpu_is_not_said_to_cut_or_to_shrink_anything():
    told = " ".join(stages(GPT2))
    assert "nothing to cut" in told
    assert "shrinks" not in told


def test_the_verdict_counts_the_activations():
    assert verdict(Scenario()).startswith("Slices and bubble fit")  # 28.8 of 80 GB; 28.8 + 68.7 GB does not
    assert verdict(Scenario(batch=1)).startswith("All of it fits")  # 28.8 + 17.2 GB
    assert verdict(Scenario(gpus=1)).startswith("Slices and bubble alone")  # 112.8 GB
