"""Step 3, against numbers worked by hand: 16 × 7 billion is 112 GB, on each of 4 GPUs, 448 GB together."""

import pytest

from app.memory.scenario import Scenario
from app.steps import data_parallel
from app.steps.presentation import present
from tests.scenarios import GPT2, STORY


def spaced(text):
    return text.replace("\xa0", " ")


def test_the_story_does_not_fit_and_says_so():
    assert spaced(data_parallel.verdict(STORY)).startswith("It does not fit")
    assert "112 GB" in spaced(data_parallel.verdict(STORY))


def test_gpt2_fits():
    assert spaced(data_parallel.verdict(GPT2)).startswith("It fits: 1.99 GB of 80 GB")


@pytest.mark.parametrize(("memory", "fits"), [(112 * 10**9, True), (112 * 10**9 - 1, False)])
def test_exactly_full_still_fits(memory, fits):
    assert data_parallel.verdict(Scenario(gpu_memory=memory)).startswith("It just fits") is fits


def test_all_gpus_together_hold_n_copies():
    assert spaced(present(data_parallel.STEP, STORY).readouts["cluster"]).endswith("hold 448 GB")


@pytest.mark.parametrize("gpus", [1, 4, 1024])
def test_every_drawn_column_is_the_full_one_whatever_n(gpus):
    picture = present(data_parallel.STEP, Scenario(gpus=gpus)).pictures["dp-copies"]
    stacks = [trace for trace in picture.figure["data"] if trace["type"] == "bar"]
    for heights in zip(*(trace["y"] for trace in stacks), strict=True):
        assert heights == (28 * 10**9,) * 4
