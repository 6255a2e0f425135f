"""Step 3 against numbers worked by hand: 16 bytes for each of 7 billion parameters are 112 GB, on four GPUs 448 GB."""

import pytest

from app.figures.dp_copies import dp_copies
from app.memory.scenario import Scenario
from app.steps.data_parallel import readouts, verdict


def plain(text):
    return text.replace("\u00a0", " ")


def test_the_numbers_of_the_story():
    told = readouts(Scenario())
    assert plain(told["substitution"]) == "16 × 7B = 112 GB on every GPU"
    assert told["every-gpu"] == "each of your 4 GPUs"
    assert plain(told["cluster"]) == "Your 4 GPUs together hold 448 GB"


def test_one_gpu_is_spoken_of_as_one():
    told = readouts(Scenario(gpus=1))
    assert told["every-gpu"] == "your one GPU"
    assert plain(told["cluster"]) == "Your one GPU holds 112 GB"
    assert not [row for row in dp_copies(Scenario(gpus=1)).table.rows if "together" in row[0]]


@pytest.mark.parametrize(
    ("capacity", "words"), [(112 * 10**9 + 1, "It fits"), (112 * 10**9, "It just fits"), (112 * 10**9 - 1, "It does not fit")]
)
def test_the_verdict_turns_exactly_at_16p(capacity, words):
    assert verdict(Scenario(gpu_memory=capacity)).startswith(words)
