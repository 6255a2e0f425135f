"""The retelling is right in every case, and short enough to be read aloud in about a minute."""

import pytest

from app.memory.scenario import Scenario
from app.steps.retelling import bubble, copies, left_out, shards, story, verdict, what_is_kept
from tests.scenarios import EDGES, GPT2, GPT3, STORY


def plain(words):
    return words.replace("\u00a0", " ")


@pytest.mark.parametrize("scenario", EDGES)
def test_it_takes_about_a_minute(scenario):
    words = " ".join(story(scenario.reconciled()[0])).split()
    assert 120 <= len(words) <= 185


@pytest.mark.parametrize("scenario", [STORY, GPT3])
def test_the_usual_story_has_at_most_165_words(scenario):
    """About a minute at 160 words a minute, which is how fast a lecture is spoken."""
    assert 140 <= len(" ".join(story(scenario)).split()) <= 165


def test_it_tells_the_story_with_its_numbers():
    told = plain(" ".join(story(STORY)))
    for number in ("7 billion", "16 bytes", "112 GB", "4 GPUs", "80 GB", "28 GB", "808 MB", "28.8 GB", "68.7 GB", "97.5 GB"):
        assert number in told


def test_a_copy_that_does_not_fit_is_not_helped_by_more_gpus():
    assert "does not fit, and more GPUs only mean more copies" in copies(STORY)


def test_a_copy_that_fits_is_said_to_fit():
    assert "already fits" in copies(GPT2)  # 16 × 124 M parameters is 2 GB
    assert "more copies" not in copies(GPT2)


def test_the_price_is_said_against_plain_data_parallelism():
    assert left_out(STORY).endswith("Borrowing costs 1.5 times data parallelism’s traffic.")  # 3 collectives, not 2


def test_the_activations_are_told_with_their_batch():
    assert "For 4 sequences of 2,048 tokens they take" in left_out(STORY)
    assert "For 1 sequence of 2,048 tokens they take" in left_out(Scenario(batch=1))


def test_counts_have_three_digits_as_they_are_read_aloud():
    assert what_is_kept(GPT3).startswith("Your model has 175 billion parameters, numbers of 4 bytes.")  # × 16 = 2.79 TB
    assert what_is_kept(Scenario(params=2, layer=1)).startswith("Your model has 2 parameters")


def test_one_gpu_has_nobody_to_borrow_from():
    told = plain(" ".join(story(GPT2)))
    assert "your one GPU" in told
    assert "nobody to borrow from" in told
    assert "traffic" not in told


def test_padding_is_mentioned_where_there_is_any():
    assert shards(STORY).endswith("hold the model once.")
    assert shards(Scenario(gpus=6)).endswith("apart from a little padding.")  # 7e9 = 6 × 1,166,666,667 − 2
    assert shards(Scenario(params=1, layer=1, gpus=8)).endswith("apart from the padding.")


def test_it_says_how_many_gpus_would_do():
    assert verdict(STORY) == "That fits."
    assert verdict(Scenario(gpus=1)) == "That does not fit; it would take 2 GPUs."  # 112 / (80 − 0.8) is 1.4


def test_it_says_when_no_number_of_gpus_would_do():
    hopeless = Scenario(params=10**12, layer=20 * 10**9)  # the bubble alone is 80 GB
    assert "no number of GPUs would help" in bubble(hopeless)


def test_the_activations_decide_in_the_end():
    assert "more than a GPU has" in left_out(STORY)
    assert "still fits" in left_out(Scenario(batch=1))  # 28.8 + 17.2 GB
    assert "fits" not in left_out(Scenario(gpus=1))


def test_a_single_parameter_is_one():
    assert what_is_kept(Scenario(params=1, layer=1)).startswith("Your model has a single parameter, a number of 4 bytes.")
