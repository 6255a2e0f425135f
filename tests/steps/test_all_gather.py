"""Step 6 in words, by hand: 28 GB stay, the bubble is 808 MB, of 28 GB of parameters and of 112 GB in all."""

import pytest

from app.memory.scenario import Scenario
from app.steps.all_gather import MEASURED, STEP, larger, substitution, verdict
from app.steps.presentation import present
from tests.scenarios import GPT2, GPT3


def plain(text):
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        (Scenario(), "16 × 7B / 4 + 4 × 202M = 28 GB + 808 MB ≈ 28.8 GB"),
        (GPT3, "16 × 174.6B / 64 + 4 × 1.812B ≈ 43.65 GB + 7.248 GB ≈ 50.9 GB"),
        (GPT2, "16 × 124.4M / 1 + 4 × 7.088M ≈ 1.991 GB + 28.35 MB ≈ 2.02 GB"),
        (Scenario(params=5, gpus=4, layer=2), "16 × ⌈5 / 4⌉ + 4 × 2 = 32 B + 8 B = 40 B"),
    ],
)
def test_the_formula_with_the_readers_numbers(scenario, text):
    assert plain(substitution(scenario)) == text


def test_the_readers_own_percentages():
    readouts = STEP.readouts(Scenario())
    assert plain(readouts["of-parameters"]) == "2.89 %"  # 0.808 of 28
    assert plain(readouts["of-training"]) == "0.721 %"  # 0.808 of 112


def test_a_large_model_has_a_bubble_of_one_hundredth():
    assert plain(STEP.readouts(GPT3)["of-parameters"]) == "1.04 %"  # 1.812 of 174.6


@pytest.mark.parametrize(("gpus", "outgrown"), [(4, False), (128, False), (192, True), (65_536, True)])
def test_the_bubble_outgrows_what_stays_on_many_gpus(gpus, outgrown):
    # 16 · 7·10⁹ / N is less than 808·10⁶ from N = 139 on.
    assert ("is larger than" in larger(Scenario(gpus=gpus))) is outgrown


def test_few_layers_have_a_large_bubble():
    assert "more than a tenth" in larger(Scenario(layer=2_000_000_000))


def test_a_bubble_as_large_as_what_stays_is_said_to_be():
    # 4 · 7·10⁹ = 16 · 7·10⁹ / 4.
    assert plain(larger(Scenario(layer=7 * 10**9))) == "Yours is just as large as what stays: 28 GB each."


def test_units_are_not_taken_for_the_models_layers():
    # 174,604,259,328 / 1,812,099,072 is 96.4: 97 units of a model of 96 layers.
    told = STEP.readouts(GPT3)
    assert "at least 97 of them: its layers, and what the embeddings come to" in told["unit-words"]
    assert "97 layers" not in " ".join(told.values())
    assert "one unit" in STEP.readouts(Scenario(layer=7 * 10**9))["unit-words"]


def test_one_gpu_borrows_from_nobody():
    told = STEP.readouts(GPT2)
    assert "every GPU borrows" not in told["borrows"]
    assert "copies its parameters into a buffer" in told["borrows"]
    assert "every GPU borrows the shards it lacks" in STEP.readouts(GPT3)["borrows"]


def test_the_measured_peaks_are_made_of_the_parts_that_the_page_names():
    """GPT 6.7B: 12·h² + 13·h parameters a block with h = 4,096; beside it 32,000 tokens twice, 2,048 positions and the last norm."""
    unit, root, head = (MEASURED[name] for name in ("unit", "root", "head"))
    assert unit == 4 * (12 * 4096**2 + 13 * 4096)
    assert head == 4 * (32_000 * 4096 + 2 * 4096)
    assert root == head + 4 * (32_000 + 2048) * 4096
    assert 2 * root + 2 * unit == pytest.approx(3_775_000_000, abs=500_000)
    assert root + head + 4 * unit == pytest.approx(4_829_000_000, abs=500_000)
    assert 2 * root + 2 * unit > root + 3 * unit


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (Scenario(), "28.8 GB of 80 GB: it fits"),
        (Scenario(gpu_memory=28_808_000_000), "it just fits"),
        (Scenario(gpus=1), "From N = 2 on it does"),
        (Scenario(params=10**12, layer=20_000_000_000), "no number of GPUs helps"),
        (Scenario(params=10**15, layer=1), "not even on 65,536 GPUs"),
    ],
)
def test_the_verdict(scenario, said):
    assert said in plain(verdict(scenario))


def test_the_stepper_says_its_moment():
    spoken = present(STEP, Scenario(moment=3)).control("moment")["spoken"]
    assert plain(spoken) == "forward, unit 2 is gathered: 28.8 GB"


@pytest.mark.parametrize(("scenario", "last"), [(Scenario(), 21), (Scenario(params=8, layer=4), 9), (Scenario(params=1, layer=1), 5)])
def test_the_stepper_ends_with_the_step(scenario, last):
    # Start, gather and discard for each drawn unit twice, optimizer: 4 · units + 2 moments.
    assert STEP.rungs("moment", scenario) == tuple(range(last + 1))
