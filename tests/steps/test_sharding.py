"""Step 4's words, against numbers worked by hand."""

import pytest

from app.memory.scenario import Scenario
from app.steps.presentation import present
from app.steps.sharding import STEP, readouts, verdict
from tests.scenarios import EDGES, GPT2, STORY


def plain(text):
    return text.replace("\u00a0", " ")


def test_the_story_is_put_into_the_formula():
    assert plain(readouts(STORY)["substitution"]) == "7B / 4 = 1.75B entries a piece, and 4 × 1.75B = 7 GB of θ"
    assert plain(readouts(STORY)["stacks-piece"]) == "28 GB"


def test_pieces_that_do_not_come_out_even_are_rounded_up():
    told = readouts(STORY.but(gpus=3))
    assert plain(told["substitution"]) == "⌈7B / 3⌉ ≈ 2.333B entries a piece, and 4 × 2.333B ≈ 9.33 GB of θ"
    assert "padded with 2 entries that mean nothing." in told["padding"]
    assert "7,000,000,000 exactly" in readouts(STORY)["padding"]


def test_one_gpu_has_nothing_to_cut():
    assert "nothing to cut" in verdict(GPT2)
    assert "divides" not in readouts(GPT2)["padding"]


def test_the_verdict_names_the_share():
    assert plain(verdict(STORY)) == "Each GPU keeps a quarter of the entries of every stack: 7 GB of θ, 28 GB of all four."
    assert "keeps 1/32 of the entries" in verdict(STORY.but(gpus=32))
    assert "a shard of 1 entry of every stack" in verdict(Scenario(params=3, gpus=5, layer=1))


def test_the_stepper_stops_at_the_drawn_gpus_and_says_what_is_lit():
    shown = present(STEP, STORY.but(gpus=64, rank=63))
    assert [rung[2] for rung in shown.control("rank")["rungs"]] == [-1, 0, 1, 2, 63]
    assert shown.control("rank")["spoken"] == "GPU 63: entries 6,890,625,000 to 6,999,999,999"
    assert present(STEP, STORY).control("rank")["spoken"] == "none"


@pytest.mark.parametrize("scenario", EDGES)
def test_no_readout_is_empty(scenario):
    assert all(present(STEP, scenario).readouts.values())
