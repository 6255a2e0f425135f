"""The start page’s verdict in its four cases."""

from app.memory.scenario import Scenario
from app.steps.start import readouts, verdict
from tests.scenarios import GPT2


def test_the_story_is_that_the_copy_does_not_fit_and_the_share_does():
    assert verdict(Scenario()) == "The copy does not fit. The share does."  # 112 and 28.8 of 80 GB


def test_a_small_model_fits_both_ways():
    assert verdict(GPT2) == "Both fit."


def test_a_large_model_on_too_few_gpus_fits_neither_way():
    assert verdict(Scenario(params=10**12)) == "Neither fits."  # a quarter of 16 TB


def test_the_borrowed_layer_alone_can_be_too_much():
    close = Scenario(params=5_000_000_000, gpus=1)  # 80 GB exactly, and 0.8 GB more with the bubble
    assert verdict(close).startswith("The copy fits.")


def test_one_gpu_is_spoken_of_as_one():
    assert readouts(GPT2)["each"] == "the one GPU"
