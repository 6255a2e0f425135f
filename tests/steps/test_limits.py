"""Step 7 in words: three cases, three verdicts, each from the reader's settings."""

import re

import pytest

from app.memory.scenario import Scenario
from app.steps.limits import STEP, fits_verdict, one_gpu_verdict
from app.steps.remedies import activation_verdict, remedies, trusting
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
            "already fits, activations apart. FSDP would send 1.5× as much as data parallelism, 15.8B elements instead of 10.5B",
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
        ({}, "Out of memory: 28.8 GB + 68.7 GB ≈ 97.5 GB, over 80 GB. 16·P/N and the bubble alone said it would fit. "
             "Activation checkpointing brings it down to 35.3 GB."),
        ({"checkpointing": "on"}, "It fits: 28.8 GB + 6.44 GB ≈ 35.3 GB, and one GPU has 80 GB. Without checkpointing it would be 97.5 GB"),
        ({"batch": 1}, "It fits: 28.8 GB + 17.2 GB ≈ 46 GB"),
        ({"gpu_memory": 97_527_476_736}, "It just fits: 28.8 GB + 68.7 GB ≈ 97.5 GB"),
        ({"gpus": 1}, "16·P/N and the bubble alone are already over 80 GB"),
    ],
)  # fmt: skip
def test_activations(changes, said):
    assert said in plain(activation_verdict(Scenario(**changes)))


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        # 80 − 0.808 − 68.719 = 10.473 GB hold a share of 112 GB from N = 11 on; (80 − 28.808) / 17.18 = 2.98 sequences.
        (Scenario(), "brings it down to 35.3 GB. Without it, the run fits on 11 GPUs or more, or with a batch of at most 2."),
        # 80 − 7.248 − 45.097 = 27.655 GB hold a share of 2,793.7 GB from N = 102 on; (80 − 50.899) / 11.274 = 2.58 sequences.
        (GPT3, "Even with checkpointing it is 96 GB. With it, the run fits on 102 GPUs or more, or with a batch of at most 2."),
        # 16 times the checkpointed 6.44 GB are 103 GB: no room at any N. (80 − 28.808) / 1.611 = 31.8 sequences.
        (Scenario(batch=64), "Even with checkpointing it is 132 GB. With it, the run fits with a batch of at most 31."),
        (Scenario(batch=64, checkpointing="on"), "Checkpointing is on already. It fits with a batch of at most 31."),
        (Scenario(gpus=1, checkpointing="on"), "Checkpointing is on already. It fits on 2 GPUs or more."),
        (
            Scenario(layer=7 * 10**9, gpu_memory=20 * 10**9),
            "No number of GPUs and no batch helps: the one gathered layer leaves no room.",
        ),  # 28 GB gathered
        (Scenario(batch=1, seq=131_072, checkpointing="on"), "The sequence has to be shorter."),  # 64 · 1.611 GB
        (Scenario(gpus=1, batch=64), "It takes more GPUs, and a smaller batch or a shorter sequence besides."),
    ],
)
def test_every_remedy_that_is_named_helps_and_none_is_forgotten(scenario, said):
    assert plain(remedies(scenario)).endswith(said)


@pytest.mark.parametrize("scenario", [GPT3, Scenario(), Scenario(gpus=1)])
def test_the_remedies_taken_at_their_word(scenario):
    """With as many GPUs or as small a batch as is named it fits, with one fewer GPU or one more sequence it does not."""
    checkpointed = scenario.but(checkpointing="on") if "Even with" in remedies(scenario) else scenario
    number = int(re.search(r"on (\d+) GPUs", remedies(scenario)).group(1))
    assert activation_verdict(checkpointed.but(gpus=number)).startswith("It fits")
    assert not activation_verdict(checkpointed.but(gpus=number - 1)).startswith("It fits")
    for batch in map(int, re.findall(r"batch of at most (\d+)", remedies(scenario))):
        assert activation_verdict(checkpointed.but(batch=batch)).startswith("It fits")
        assert not activation_verdict(checkpointed.but(batch=batch + 1)).startswith("It fits")


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (Scenario(), "A reader who trusts 16·P/N alone runs out of memory here."),
        (Scenario(checkpointing="on"), "Without checkpointing, a reader who trusts 16·P/N alone would run out of memory here."),
        # 1,991,036,928 + 28,351,488 bytes leave 77.98 GB for sequences of 64 · 2,048 · 768 · 12 bytes each: 64.6 of them.
        (GPT2, "Here the sum still fits, but 16·P/N could not have told you so: with a batch of 65 it would not."),
        (Scenario(gpus=1), "Here states and bubble alone are more than C, before there is a single activation."),
    ],
)
def test_what_becomes_of_a_reader_who_trusts_the_formula(scenario, said):
    assert trusting(scenario) == said


def test_what_the_rule_of_thumb_leaves_out():
    # Fused 64 / 4 bytes; plain (66 + 9 · 32 heads · 2,048 / 4,096) / 4 = 210 / 4.
    readouts = STEP.readouts(Scenario())
    assert (readouts["fused-times"], readouts["plain-times"]) == ("16×", "52.5×")


def test_the_formulas_with_the_readers_numbers():
    readouts = STEP.readouts(Scenario())
    assert plain(readouts["one-substitution"]) == "16 × 7B / 1 + 4 × 202M = 112 GB + 808 MB ≈ 113 GB"
    assert readouts["traffic-substitution"] == "2 × 7B × 3/4 = 10.5B with data parallelism, 3 × 7B × 3/4 = 15.75B with FSDP"
    rule = "4 × 4 × 2,048 × 4,096 × 32 ≈ 4.29 GB"
    assert plain(readouts["activation-substitution"]) == f"{rule}; × 16 without checkpointing: 68.7 GB"
    with_it = STEP.readouts(Scenario(checkpointing="on"))["activation-substitution"]
    assert plain(with_it) == f"{rule}; and what one layer keeps beside it, 2.15 GB: 6.44 GB in all"


def test_one_gpu_sends_exactly_nothing():
    assert STEP.readouts(GPT2)["traffic-substitution"].endswith("3 × 124.4M × 0/1 = 0 with FSDP")


def test_uneven_shards_send_their_padding_too():
    # ⌈5/4⌉ = 2 entries, sent to 3 others: 6 in each collective.
    text = STEP.readouts(Scenario(params=5, gpus=4, layer=2))["traffic-substitution"]
    assert text == "2 × 3 × ⌈5/4⌉ = 12 with data parallelism, 3 × 3 × ⌈5/4⌉ = 18 with FSDP"


def test_what_checkpointing_leaves_is_one_tensor_a_layer_and_one_block():
    # 4·4·2048·4096·32 = 4.295 GB, and 64·4·2048·4096 = 2.147 GB for the block in recomputation: 6.442 GB.
    assert plain(STEP.readouts(Scenario())["checkpointed"]) == "6.44 GB"
