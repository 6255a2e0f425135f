"""The summary’s words: five stages, one verdict."""

from app.memory.scenario import Scenario
from app.steps.summary import readouts, stages, verdict
from tests.scenarios import GPT2


def test_each_stage_tells_its_number_of_the_story():
    told = stages(Scenario())
    for words, number in zip(told, ("112 GB", "4 shards", "28 GB", "808 MB", "68.7 GB"), strict=True):
        assert number in words.replace("\u00a0", " ")


def test_a_screen_reader_hears_what_the_stage_shows():
    assert readouts(Scenario(stage=4))["stage-spoken"] == "stage 4 of 5, shards plus the bubble, 16·P/N + L_max"


def test_the_activations_are_told_with_what_they_come_from():
    assert "4 sequences of 2,048 tokens, 32 layers of hidden size 4,096, without activation checkpointing" in stages(Scenario())[4]


def test_one_gpu_is_not_said_to_cut_or_to_shrink_anything():
    told = " ".join(stages(GPT2))
    assert "nothing to cut" in told
    assert "shrinks" not in told


def test_the_verdict_counts_the_activations():
    assert verdict(Scenario()).startswith("Shards and bubble fit")  # 28.8 of 80 GB; 28.8 + 68.7 GB does not
    assert verdict(Scenario(batch=1)).startswith("All of it fits")  # 28.8 + 17.2 GB
    assert verdict(Scenario(gpus=1)).startswith("Shards and bubble alone")  # 112.8 GB
