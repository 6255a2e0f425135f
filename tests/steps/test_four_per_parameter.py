"""Step 2 against numbers worked by hand: 16 bytes for each of 7 billion parameters are 112 GB."""

import pytest

from app.memory.scenario import Scenario
from app.steps.four_per_parameter import STEP, readouts, verdict


def plain(texts):
    return {name: text.replace("\u00a0", " ") for name, text in texts.items()}


def test_the_numbers_of_the_story():
    shown = plain(readouts(Scenario()))
    assert shown["substitution"] == "16 × 7B = 112 GB"
    assert (shown["guess"], shown["without-optimizer"], shown["optimizer"], shown["real"]) == ("28 GB", "56 GB", "56 GB", "112 GB")


@pytest.mark.parametrize(
    ("capacity", "words"),
    [
        (112 * 10**9 + 1, "The real budget fits"),
        (112 * 10**9, "The real budget just fits"),
        (112 * 10**9 - 1, "Here is the trap"),
        (28 * 10**9, "Here is the trap"),
        (28 * 10**9 - 1, "Neither fits"),
    ],
)
def test_the_verdict_turns_exactly_at_4p_and_at_16p(capacity, words):
    assert verdict(Scenario(gpu_memory=capacity)).startswith(words)


def test_it_takes_no_control_that_does_not_matter():
    assert STEP.controls == ("params", "gpu_memory")
