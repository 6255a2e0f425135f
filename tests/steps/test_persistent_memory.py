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
    assert told(STORY.but(gpus=3))["substitution"] == "16 × ⌈7B / 3⌉ = 37.3 GB on each GPU"


def test_all_gpus_together_hold_one_full_copy():
    assert told(STORY)["together"] == "112 GB, one full copy and not a byte more"
    assert told(Scenario(params=5, gpus=4, layer=2))["together"] == "128 B: one full copy, and 48 B of padding"  # 4 · 2 · 16 − 5 · 16


def test_doubling_halves():
    assert (told(STORY)["twice"], told(STORY)["twice-each"]) == ("8", "14 GB")
    assert told(STORY.but(gpus=65_536))["twice-each"] == "854 kB"  # 16 · ⌈7·10^9 / 131,072⌉ = 16 · 53,406


def test_how_much_less():
    assert told(STORY)["less"] == "4 times less than the full copy"
    assert told(GPT2)["less"] == "exactly as much as before"


def test_the_verdict_says_what_is_left():
    assert plain(verdict(STORY)) == "What stays takes 28 GB of the 80 GB on each GPU and leaves 52 GB for the rest."
    assert "Not enough GPUs yet: 112 GB" in plain(verdict(STORY.but(gpus=1)))


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
