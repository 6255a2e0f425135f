"""The instructor pack: plans of the promised length, wrong answers worked by hand, addresses that mean what they say."""

import pytest

from app.steps.catalog import STEPS
from app.steps.teaching import LESSONS, ONE_HOUR, RUN, TEN_MINUTES


def test_there_are_notes_for_every_step_in_order():
    assert [each.slug for each in LESSONS] == [step.slug for step in STEPS]
    assert all(each.goal.endswith(".") and each.point.endswith(".") and each.shows for each in LESSONS)
    assert all(each.question.steps[0] == each.slug for each in LESSONS)


@pytest.mark.parametrize(("plan", "minutes"), [(TEN_MINUTES, 10), (ONE_HOUR, 60)])
def test_a_plan_lasts_as_long_as_it_says(plan, minutes):
    assert sum(turn.minutes for turn in plan) == minutes
    assert plan[0].show.path == "/"


def test_the_hour_goes_through_every_step_in_order():
    assert [turn.show.path for turn in ONE_HOUR if turn.show.path.startswith("/steps/")] == [step.path for step in STEPS]


@pytest.mark.parametrize(
    ("slug", "right", "wrong"),
    [
        ("parameter-bytes", "28 GB", "14 GB"),  # 4 and 2 bytes × 7e9
        ("four-per-parameter", "112 GB", "28 GB"),
        ("data-parallel", "112 GB", "28 GB"),
        ("sharding", "1.75B elements", "7B elements"),
        ("persistent-memory", "28 GB", "112 GB"),
        ("all-gather", "28.8 GB", "28 GB"),
        ("limits", "97.5 GB", "28.8 GB"),  # 28.8 + 64 × 4 × 2,048 × 4,096 × 32 = 68.7
    ],
)
def test_the_right_answer_and_a_wrong_one_to_expect(slug, right, wrong):
    lesson = next(each for each in LESSONS if each.slug == slug)
    expected = dict(lesson.expected)
    assert lesson.right.replace("\u00a0", " ").startswith(f"{right}: ")
    assert wrong in {number.replace("\u00a0", " ") for number in expected}
    assert lesson.question.shown(lesson.question.answer(RUN), RUN) not in expected
    assert len(expected) >= 2
