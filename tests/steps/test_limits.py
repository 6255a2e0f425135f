"""Step 7 in words: three cases, three verdicts, each from the reader's settings."""

import pytest

from app.memory.scenario import Scenario
from app.steps.limits import STEP, activation_verdict, fits_verdict, one_gpu_verdict
from tests.scenarios import GPT2, GPT3


def plain(text):
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (Scenario(gpus=1), "saves nothing and costs 808 MB more. One GPU needs 113 GB instead of 112 GB"),
        (GPT2, "saves nothing and costs 28.4 MB more"),
        (Scenario(), "28.8 GB on each GPU instead of 112 GB"),
        (Scenario(params=1, layer=1, gpus=8), "still saves nothing: 20 B instead of 16 B"),
    ],
)
def test_one_gpu(scenario, said):
    assert said in plain(one_gpu_verdict(scenario))


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (Scenario(), "it does not fit, so here the extra traffic buys something"),
        (
            Scenario(gpu_memory=192 * 10**9),
            "already fits, activations apart. FSDP would send 1.5× as much, 15.8B elements instead of 10.5B",
        ),
        (GPT2, "one GPU has nobody to send to"),
        (GPT3, "16·P is 2.79 TB"),
    ],
)
def test_it_already_fits(scenario, said):
    assert said in plain(fits_verdict(scenario))


def test_exactly_full_still_fits():
    assert "already fits" in fits_verdict(Scenario(params=5_000_000_000))
    assert "does not fit" in fits_verdict(Scenario(params=5_000_000_001))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Out of memory: 28.8 GB + 68.7 GB = 97.5 GB, over 80 GB. 16·P/N + L_max alone said it would fit. "
             "Activation checkpointing brings it down to 35.3 GB."),
        ({"checkpointing": "on"}, "It fits: 28.8 GB + 6.44 GB = 35.3 GB, and one GPU has 80 GB. Without checkpointing it would be 97.5 GB"),
        ({"batch": 1}, "It fits: 28.8 GB + 17.2 GB = 46 GB"),
        ({"gpus": 1}, "16·P/N + L_max alone is already over 80 GB"),
        ({"batch": 64}, "Even with checkpointing it is 132 GB: the batch or the sequence has to shrink."),
        ({"batch": 64, "checkpointing": "on"}, "Checkpointing is on already, and still it is 132 GB"),
    ],
)  # fmt: skip
def test_activations(changes, said):
    assert said in plain(activation_verdict(Scenario(**changes)))


def test_what_the_rule_of_thumb_leaves_out():
    # Fused 64 / 4 bytes; plain (66 + 9 · 32 heads · 2,048 / 4,096) / 4 = 210 / 4.
    readouts = STEP.readouts(Scenario())
    assert (readouts["fused-times"], readouts["plain-times"]) == ("16×", "52.5×")


def test_the_formulas_with_the_readers_numbers():
    readouts = STEP.readouts(Scenario())
    assert plain(readouts["one-substitution"]) == "16 × 7B / 1 + 4 × 202M = 112 GB + 808 MB = 113 GB"
    assert readouts["traffic-substitution"] == "2 × 7B × 3/4 = 10.5B with data parallelism, 3 × 7B × 3/4 = 15.8B with FSDP"
    assert plain(readouts["activation-substitution"]) == "4 × 4 × 2,048 × 4,096 × 32 = 4.29 GB"


def test_uneven_slices_send_their_padding_too():
    # ⌈5/4⌉ = 2 entries, sent to 3 others: 6 in each collective.
    text = STEP.readouts(Scenario(params=5, gpus=4, layer=2))["traffic-substitution"]
    assert text == "2 × 3 × ⌈5/4⌉ = 12 with data parallelism, 3 × 3 × ⌈5/4⌉ = 18 with FSDP"
