"""A guess is recognised for what it is, and the scale leaves room for all of them."""

import pytest

from app.memory.scenario import Scenario
from app.steps.checking import slips
from app.steps.prediction import PER_DECADE, compare, scale_for, shown
from app.steps.teaching import LESSONS
from tests.scenarios import EDGES, GPT3, STORY

BY_SLUG = {each.slug: each.question for each in LESSONS}
GB = 10**9


@pytest.mark.parametrize(
    ("slug", "guess", "near", "words"),
    [
        ("four-per-parameter", 112 * GB, True, "That is it."),
        ("four-per-parameter", 120 * GB, True, "Near enough for a guess."),
        ("four-per-parameter", 28 * GB, False, "You counted θ only."),
        ("data-parallel", 28.7 * GB, False, "You counted θ only."),
        ("persistent-memory", 112 * GB, False, "That is plain data parallelism"),
        ("all-gather", 28 * GB, False, "You forgot the bubble"),  # to the digit
        ("all-gather", 28.5 * GB, True, "That is it."),
        ("all-gather", 31.232 * GB, False, "16 bytes of all four stacks"),  # 28 + 16 × 0.202
        ("limits", 28.8 * GB, False, "You forgot the activations."),
        ("limits", 10 * GB, False, "too low by a factor of 9.75"),  # 97.5 GB
    ],
)
def test_a_guess_is_told_what_it_means(slug, guess, near, words):
    verdict = compare(BY_SLUG[slug], STORY, guess)
    assert verdict.near is near
    assert words in verdict.words
    assert "It is " in verdict.words


@pytest.mark.parametrize("run", [*EDGES, STORY, GPT3, STORY.but(units="GiB")])
@pytest.mark.parametrize("slug", BY_SLUG)
def test_the_scale_holds_the_answer_and_reads_back(slug, run):
    run = run.reconciled()[0]
    question = BY_SLUG[slug]
    scale = scale_for(question, run)
    assert 0 <= scale.share(question.answer(run)) <= 1
    values = [scale.value(stop) for stop in range(scale.stops)]
    assert values == sorted(values)
    assert compare(question, run, max(1, values[len(values) // 2])).words
    assert all(shown(question, run, value) for value in scale.ticks)


def test_a_bar_can_be_dragged_near_enough_to_any_answer():
    for question in BY_SLUG.values():
        scale, truth = scale_for(question, STORY), question.answer(STORY)
        nearest = min((scale.value(stop) for stop in range(scale.stops)), key=lambda value: abs(value - truth))
        assert compare(question, STORY, nearest).near
    assert 10 ** (1 / PER_DECADE) < 1.11


def test_the_ends_of_the_scale_do_not_depend_on_the_answer():
    first, *others = (
        scale_for(BY_SLUG[slug], Scenario())
        for slug in ("parameter-bytes", "four-per-parameter", "data-parallel", "persistent-memory", "all-gather", "limits")
    )
    assert all(other == first for other in others)
    assert len(slips(BY_SLUG["limits"], STORY)) > 2
