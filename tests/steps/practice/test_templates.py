"""Every template, over many seeds, has one right answer; what the slips come to is told as theirs."""

import re

import pytest

from app.memory.scenario import Scenario
from app.steps.catalog import STEPS
from app.steps.checking import slips
from app.steps.practice.catalog import BY_SLUG, TEMPLATES
from app.steps.practice.choice import Choice
from app.steps.practice.problem import problem
from app.steps.practice.template import LEVELS
from app.steps.question import Question

SEEDS = [f"s{number}" for number in range(40)]
EVERY = pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.slug)
NUMBERS = [template for template in TEMPLATES if isinstance(template.question, Question)]
CHOICES = [template for template in TEMPLATES if isinstance(template.question, Choice)]
SMALLEST_APART = 0.04  # two slips whose numbers differ by less may be named by each other’s words


def test_there_are_enough_of_each_level_and_step():
    assert len(TEMPLATES) == len(BY_SLUG) >= 40
    for level in LEVELS:
        assert len([template for template in TEMPLATES if template.level == level]) >= 10
    for step in STEPS:
        assert len([template for template in TEMPLATES if template.question.steps[0] == step.slug]) >= 5


@pytest.mark.parametrize("template", NUMBERS, ids=lambda template: template.slug)
def test_the_answer_is_right_and_what_a_slip_comes_to_is_not(template):
    for seed in SEEDS:
        made = problem(template, seed)
        question, run = made.question, made.run
        right = question.answer(run)
        assert right > 0
        assert made.mark("GB", written(question, right)).right
        assert made.mark("GB", written(question, right * 1.3 + 1)).right is False
        for slip in slips(question, run):
            value = slip.value(run)
            if value < 1:
                continue
            marked = made.mark("GB", written(question, value))
            assert not marked.right
            others = [other for other in slips(question, run) if abs(other.value(run) - value) <= SMALLEST_APART * value]
            assert any(other.words in marked.message for other in others), (seed, value, marked.message)


def written(question, value):
    return f"{round(value)}{' bytes' if question.unit == 'bytes' else ''}"


@pytest.mark.parametrize("template", CHOICES, ids=lambda template: template.slug)
def test_exactly_one_option_holds_and_the_others_say_why_not(template):
    for seed in SEEDS:
        made = problem(template, seed)
        assert [made.mark("GB", option.slug).right for option in made.options].count(True) == 1
        assert len({option.text(made.run) for option in made.options}) == len(made.options)
        for option in made.options:
            marked = made.mark("GB", option.slug)
            assert marked.right or len(marked.message) > len("Not yet. ") + 20
        assert made.mark("GB", "").readable is False


@pytest.mark.parametrize("template", CHOICES, ids=lambda template: template.slug)
def test_what_depends_on_the_numbers_comes_out_either_way(template):
    right = {problem(template, seed).question.right(Scenario()).slug for seed in SEEDS}
    fixed = {"gb-or-gib", "largest-part", "dp-doubled", "what-is-cut", "shards-doubled", "bubble-doubled", "deeper"}
    assert (len(right) >= 2) is (template.slug not in fixed)


@pytest.mark.parametrize("template", CHOICES, ids=lambda template: template.slug)
def test_the_right_answer_does_not_always_stand_in_one_place(template):
    places = {[made.mark("GB", option.slug).right for option in made.options].index(True) for made in (problem(template, s) for s in SEEDS)}
    assert len(places) >= 2


@EVERY
def test_texts_hints_and_solution_are_whole_and_in_the_units_asked_for(template):
    for seed in SEEDS[:5]:
        made = problem(template, seed)
        for units, other in (("GB", re.compile("[KMGT]iB")), ("GiB", re.compile(r"\b[kMGT]B\b"))):
            texts = [made.question.asked(Scenario(units=units)), made.question.answered(Scenario(units=units)), *made.hints(units)]
            assert all(texts)
            if template.slug != "gb-or-gib":  # which is about both
                assert not [text for text in texts if other.search(text)]
        assert made.question.asked(Scenario()).endswith(("?", "."))
        assert 1 < len(made.hints("GB")) <= 3


@EVERY
def test_another_seed_asks_something_else(template):
    fewest = 4 if template.slug == "row-padding" else 5  # it is about small matrices
    assert len({problem(template, seed).question.asked(Scenario()) for seed in SEEDS}) >= fewest


def test_a_seed_stands_for_the_same_problem_for_ever():
    made = problem(BY_SLUG["fullest"], "s12345")
    assert (made.run.params, made.run.gpus, made.run.layer) == (13_200_000_000, 32, 305_000_000)
    assert [problem(BY_SLUG[slug], "s12345").question.right(Scenario()).slug for slug in ("sharded-fits", "what-to-change")] == [
        "shards",
        "gpus",
    ]
