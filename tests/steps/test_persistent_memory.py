"""Step 5's words, against numbers worked by hand."""

import pytest

from app.memory.scenario import Scenario
from app.steps.persistent_memory import STEP, readouts, smallest_words, verdict
from app.steps.presentation import present
from tests.scenarios import EDGES, GPT2, GPT3, STORY


def plain(text):
    return text.replace("\u00a0", " ")


def told(scenario):
    return {name: plain(text) for name, text in readouts(scenario).items()}


def test_the_story_is_put_into_the_formula():
    assert told(STORY)["substitution"] == "16 × 7B / 4 = 28 GB on each GPU"
    assert told(STORY.but(gpus=3))["substitution"] == "16 × ⌈7B / 3⌉ ≈ 37.3 GB on each GPU"
    assert told(GPT3)["substitution"] == "16 × 174.6B / 64 ≈ 43.7 GB on each GPU"
    assert told(GPT2)["substitution"] == "16 × 124.4M / 1 ≈ 1.99 GB on the one GPU"
    assert told(STORY.but(units="GiB"))["substitution"] == "16 × 7B / 4 = 28,000,000,000 bytes ≈ 26.1 GiB on each GPU"


def test_all_gpus_together_hold_one_full_copy():
    assert "Add up your 4 GPUs and you find 112 GB, one full copy and not a byte more." in told(STORY)["together"]
    padded = told(Scenario(params=5, gpus=4, layer=2))["together"]  # 4 · 2 · 16 − 5 · 16
    assert "you find 128 B: one full copy, and 48 B of padding." in padded
    assert "nothing shared out" in told(GPT2)["together"]


def test_doubling_halves():
    assert told(STORY)["doubling"] == "Doubling the cluster halves the load."
    assert "would change nothing" in told(Scenario(params=8, gpus=8, layer=1))["doubling"]


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        (STORY, "This is the payoff. Each GPU keeps 28 GB, 1/4 of the full copy. What was"),
        (STORY.but(gpus=512), "1/512 of the full copy."),
        (STORY.but(gpus=1024), "1/1,024 of the full copy, padding apart."),  # 7·10^9 has the factor 2 only nine times
        (Scenario(params=5, gpus=4, layer=1), "2.5 times less than the full copy; without padding it would be 4 times."),
        (GPT2, "On one GPU there is no payoff yet: it keeps 1.99 GB, as much as before."),
        (Scenario(params=1, gpus=8, layer=1), "Here there is no payoff: each GPU keeps 16 B"),
    ],
)
def test_how_much_less(scenario, words):
    assert words in told(scenario)["payoff"]


def test_the_verdict_says_what_is_left():
    assert plain(verdict(STORY)) == "What stays takes 28 GB of the 80 GB on each GPU and leaves 52 GB for the rest."
    assert "Not enough GPUs yet: 112 GB" in plain(verdict(STORY.but(gpus=1)))


@pytest.mark.parametrize(
    ("capacity", "words"),
    [
        (28 * 10**9, "takes 28 GB of the 28 GB on each GPU and leaves nothing: too little for the gathered layer of step 6, 808 MB."),
        (28_500_000_000, "leaves 500 MB: too little for the gathered layer of step 6, 808 MB."),
        (28_808_000_000, "leaves 808 MB for the rest."),
    ],
)
def test_the_verdict_leaves_room_for_the_gathered_layer(capacity, words):
    assert words in plain(verdict(STORY.but(gpu_memory=capacity)))


@pytest.mark.parametrize("gpus", [1, 4, 64])
def test_where_the_gathered_layer_fills_the_gpu_no_verdict_promises_that_more_gpus_help(gpus):
    run = STORY.but(layer=7 * 10**9, gpu_memory=20 * 10**9, gpus=gpus)  # 4 · 7·10^9 are 28 GB
    assert "no number of GPUs is enough" in verdict(run)
    assert "yet" not in verdict(run)
    assert "No number of GPUs is enough" in told(run)["smallest"]
    assert "diamond" not in told(run)["smallest"]


def test_the_smallest_number_of_gpus_in_words():
    assert plain(smallest_words(STORY)) == "The smallest N that fits 80 GB is 2."
    assert plain(smallest_words(STORY.but(gpus=2))) == "The smallest N that fits 80 GB is 2, just your number."
    assert smallest_words(GPT2) == "It fits on one GPU already."
    assert plain(smallest_words(GPT3)) == "The smallest N that fits 80 GB is 39."  # 2,793,668,149,248 / (80 − 7.248) GB = 38.4
    assert "No number of GPUs is enough" in smallest_words(STORY.but(layer=4 * 10**9, gpu_memory=16 * 10**9))
    assert "more than the 65,536" in smallest_words(Scenario(params=10**15, layer=10, gpu_memory=16 * 10**9))


@pytest.mark.parametrize("scenario", EDGES)
def test_no_readout_is_empty(scenario):
    assert all(present(STEP, scenario).readouts.values())
