"""The start page’s verdict in its four cases."""

from app.memory.scenario import Scenario
from app.steps.start import readouts, verdict
from tests.scenarios import GPT2, GPT3


def test_the_story_is_that_the_copy_does_not_fit_and_the_share_does():
    assert verdict(Scenario()).startswith("The copy does not fit. The shard does.")  # 112 and 28.8 of 80 GB


def test_a_small_model_fits_both_ways():
    assert verdict(GPT2).startswith("Both fit.")


def test_a_large_model_on_too_few_gpus_fits_neither_way():
    assert verdict(Scenario(params=10**12)) == "Neither fits."  # a quarter of 16 TB


def test_the_borrowed_layer_alone_can_be_too_much():
    close = Scenario(params=5_000_000_000, gpus=1)  # 80 GB exactly, and 0.8 GB more with the bubble
    assert verdict(close).startswith("The copy fits.")


def test_one_gpu_is_spoken_of_as_one():
    told = readouts(GPT2)["shared"].replace("\u00a0", " ")
    assert told.startswith("With one GPU there is nobody to share with")
    assert told.endswith("the GPU holds 2.02 GB.")  # 16 × 124,439,808 + 4 × 7,087,872


def test_a_count_has_three_digits():
    assert readouts(GPT3)["params"] == "175 billion parameters"  # × 16 = 2.79 TB; 175 × 16 is 2.8
    assert readouts(Scenario(params=1, layer=1))["params"] == "one parameter"
