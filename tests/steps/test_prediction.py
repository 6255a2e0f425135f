"""Each step asks about a run that is not on the page; the answer has its place on the figure, and known slips are named."""

import pytest

from app.memory.scenario import Scenario
from app.steps.catalog import BY_SLUG, STEPS
from app.steps.prediction import compare
from app.steps.presentation import present
from tests.scenarios import EDGES, GPT3, STORY

GB, GIB = 10**9, 2**30


def asked(slug, run=STORY):
    return present(BY_SLUG[slug], run).asked


@pytest.mark.parametrize(
    ("slug", "change", "answer"),
    [
        ("parameter-bytes", {"params": "14B"}, 4 * 14 * GB),
        ("four-per-parameter", {"params": "14B"}, 16 * 14 * GB),
        ("data-parallel", {"gpus": "8"}, 16 * 7 * GB),
        ("sharding", {"gpus": "8"}, 7 * 10**9 // 8),
        ("persistent-memory", {"gpus": "12"}, 16 * -(-7 * 10**9 // 12)),
        ("all-gather", {"layer": "101M"}, 4 * 101 * 10**6),
        ("limits", {"batch": "8"}, 28 * GB + 4 * 202 * 10**6 + 64 * 8 * 2048 * 4096 * 32),
    ],
)
def test_each_step_asks_about_a_changed_run(slug, change, answer):
    question = asked(slug)
    assert question.settings == change
    assert question.question.answer(question.after) == answer


@pytest.mark.parametrize(
    ("slug", "guess", "near", "words"),
    [
        ("parameter-bytes", 56 * GB, True, "That is it."),
        ("parameter-bytes", 59 * GB, True, "Near enough for a guess."),
        ("parameter-bytes", 28 * GB, False, "2 bytes a number"),
        ("parameter-bytes", 448 * GB, False, "bits for bytes"),
        ("parameter-bytes", 52.2 * GB, False, "The digits are those of GiB, and you wrote GB"),  # 56e9 / 2^30 = 52.15
        ("four-per-parameter", 57 * GB, False, "You counted θ only."),
        ("four-per-parameter", 111 * GB, False, "forgot the optimizer"),
        ("data-parallel", 56 * GB, False, "You let the column change with N."),
        ("data-parallel", 224 * GB, False, "You let the column change with N."),
        ("sharding", 1.75e9, False, "That is where the cut is now."),
        ("sharding", 7e9, False, "Nobody keeps it whole"),
        ("persistent-memory", 28 * GB, False, "That is where the column is now."),
        ("persistent-memory", 112 * GB, False, "That is plain data parallelism"),
        ("all-gather", 16 * 101 * 10**6, False, "16 bytes of all four stacks"),
        ("all-gather", 810 * 10**6, False, "That is where it stands now."),
        ("limits", 29 * GB, False, "You forgot the activations."),
        ("limits", 28.808 * GB + 137.44 / 4 * GB, False, "You divided the activations by N."),
        ("limits", 10 * GB, False, "too low by a factor of 16.6"),  # 28.8 + 137.4 = 166.2
        ("limits", 10**6, False, "too low by a factor of more than 1,000."),
        ("parameter-bytes", 56, False, "the unit is not: you are off by a factor of 1,000,000,000."),  # typed as 56B, for billions
        ("persistent-memory", 9.33 * 10**6, False, "the unit is not: you are off by a factor of 1,000."),
    ],
)
def test_a_guess_is_told_what_it_means(slug, guess, near, words):
    verdict = compare(asked(slug), guess)
    assert verdict.near is near
    assert words in verdict.words
    assert "It is " in verdict.words


def test_a_line_that_was_drawn_was_not_written_in_the_other_unit():
    """112 GB are 104.3 GiB; a line at 104 GB is near by nobody's mistake of units, and one at 100 GB is too low."""
    question = asked("data-parallel")
    for guess, words in ((104.308 * GB, "GiB"), (100 * GB, "GiB")):
        assert words in compare(question, guess).words
        assert words not in compare(question, guess, drawn=True).words
    assert compare(question, 100 * GB, drawn=True).words.startswith("Your guess is too low by a factor of 1.12.")


def test_the_other_unit_is_known_in_gib_too():
    verdict = compare(asked("parameter-bytes", Scenario(units="GiB")), 56 * GIB)
    assert "The digits are those of GB, and you wrote GiB" in verdict.words


@pytest.mark.parametrize("run", [*EDGES, STORY.but(units="GiB")])
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
def test_any_run_can_be_guessed_at(step, run):
    question = present(step, run).asked
    if question is None:
        assert run.params == 1  # its one layer can be neither larger nor smaller
        return
    track = question.track
    middle = [track.share(value) for value in (track.low, (track.low + track.high) / 2, track.high)]
    assert middle == sorted(middle)
    assert middle[0] == pytest.approx(0)
    assert middle[-1] == pytest.approx(1)
    assert compare(question, (track.low + track.high) / 2).words
    assert compare(question, question.question.answer(question.after)).near
    assert question.after != question.before


@pytest.mark.parametrize("run", [STORY, GPT3, STORY.but(gpus=1), STORY.but(gpus=65_536), STORY.but(params=10**6, layer=1000)])
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
def test_the_answer_can_be_aimed_at(step, run):
    assert present(step, run).asked.seen


def test_one_entry_is_one():
    question = asked("sharding", Scenario(params=1, gpus=4, layer=1)).question
    assert question.answered(STORY).startswith("1 entry: ")
