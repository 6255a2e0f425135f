"""The self-check’s answers, worked by hand, and its diagnoses."""

import pytest

from app.memory.scenario import Scenario
from app.steps.catalog import STEPS
from app.steps.checking import examples, mark
from app.steps.questions import OWN, QUESTIONS
from tests.scenarios import EDGES, GPT2, GPT3, STORY

BY_ID = {question.id: question for question in QUESTIONS}
LLAMA_405B = Scenario(params=405_853_388_800, gpus=8, layer=3_187_703_808)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("data-parallel", 112_000_000_000),  # 16 × 7e9
        ("persistent", 28_000_000_000),
        ("bubble", 808_000_000),  # 4 × 202e6
        ("total", 28_808_000_000),
        ("gpt3-on-64", 50_899_461_120),  # 16 × 174,604,259,328 / 64 + 4 × 1,812,099,072
        ("smallest-for-70b", 15),  # 1,103.6 / (80 − 3.42) is 14.4
        ("traffic", 21_000_000_000),  # 3 × 8e9 × 7/8
        ("activations", 4_294_967_296),  # 4 × 2 × 4,096 × 4,096 × 32
    ],
)
def test_the_answers(name, answer):
    assert BY_ID[name].answer(BY_ID[name].about(STORY)) == answer


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("data-parallel", "112 GB"), ("data-parallel", "112e9"), ("data-parallel", "104.3 GiB"), ("persistent", "28,000,000,000 bytes"),
        ("bubble", "0.808GB"), ("total", "29 GB"), ("gpt3-on-64", "51 GB"), ("smallest-for-70b", "15 GPUs"),
        ("traffic", "21 billion elements"),
        ("activations", "4 GiB"), ("data-parallel", "112 billion bytes"), ("data-parallel", "112 billion"), ("bubble", "808 000 000"),
        ("bubble", "808\u202f000\u202f000 bytes"), ("bubble", "0.808 billion bytes"), ("traffic", "21 000 000 000"),
        ("total", "28,8 GB"), ("total", "28,81\u202fGB"), ("bubble", "0,808\u2009GB"), ("total", "28.8 gigabytes"), ("traffic", "21,0B"),
        ("bubble", "808 megabytes"), ("bubble", "808\u2009000\u2009000\u00a0B"), ("gpt3-on-64", "50,9 billion bytes"),
    ],
)  # fmt: skip
def test_right_answers_in_many_spellings(name, given):
    assert mark(BY_ID[name], STORY, given).right


@pytest.mark.parametrize("given", ["28,800 GB", "1,024 GiB", "28,808 million bytes"])
def test_a_comma_that_may_mean_two_things_is_not_guessed_at(given):
    marked = mark(BY_ID["total"], STORY, given)
    whole, fraction = given.split(" ")[0].split(",")
    assert (marked.readable, marked.right) == (False, False)
    assert f"it may mean {whole}.{fraction} or {whole}{fraction}; write the one you mean, without a comma" in marked.message


def test_thousands_of_what_comes_in_whole_numbers_are_read():
    assert mark(BY_ID["smallest-for-70b"], STORY, "1,024 GPUs").readable
    assert mark(BY_ID["total"], STORY, "28,808 bytes").readable


@pytest.mark.parametrize("given", ["112 000 MB", "112,5 MiB", "1\u202f000 GB", "7 GB", "7 megabytes", "1,5 kB"])
def test_a_wrong_number_in_any_spelling_has_a_diagnosis(given):
    for question in QUESTIONS:
        if question.unit == "bytes":
            assert mark(question, STORY, given).message.startswith(("Right", "Not yet"))


def test_what_cannot_be_read_is_quoted_as_it_was_typed():
    assert "“28.8 Gigs” cannot be read: “Gigs” is not a unit of bytes." in mark(BY_ID["total"], STORY, "28.8 Gigs").message
    assert "“שבעה”" not in mark(BY_ID["total"], STORY, "שבעה").message
    assert "“\u2068שבעה\u2069”" in mark(BY_ID["total"], STORY, "שבעה").message


def test_the_example_is_in_the_units_of_the_page():
    assert mark(BY_ID["total"], STORY.but(units="GiB"), "many").message.endswith("for example 3.5\u00a0GiB.")


@pytest.mark.parametrize(("given", "right"), [("114 GB", True), ("110 GB", True), ("115 GB", False), ("109 GB", False)])
def test_two_percent_is_the_tolerance(given, right):
    assert mark(BY_ID["data-parallel"], STORY, given).right is right  # 112 GB ± 2.24


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("data-parallel", "28 GB", "You counted θ only"),
        ("data-parallel", "56 GB", "forgot the optimizer"),
        ("data-parallel", "448 GB", "all GPUs together"),
        ("persistent", "112 GB", "That is plain data parallelism"),
        ("persistent", "7 GB", "You counted θ only"),
        ("bubble", "3.232 GB", "16 bytes of all four stacks"),
        ("bubble", "28 GB", "whole model"),
        ("total", "28 GB", "forgot the bubble"),
        ("total", "31.2 GB", "16 bytes of all four stacks"),
        ("gpt3-on-64", "43.7 GB", "forgot the bubble"),
        ("gpt3-on-64", "2.79 TB", "That is plain data parallelism"),
        ("smallest-for-70b", "14", "forgot the bubble, or rounded down"),
        ("smallest-for-70b", "4", "You counted θ only"),
        ("traffic", "14B", "one all-reduce"),
        ("traffic", "24B", "(N − 1)/N"),
        ("traffic", "84B", "Those are bytes"),
        ("activations", "537 MB", "divided by N"),
        ("persistent", "26.1 GB", "those of GiB, and you wrote GB"),
        ("persistent", "28 GiB", "those of GB, and you wrote GiB"),
        ("persistent", "28 MB", "factor of 1,000"),
        ("persistent", "28 TB", "factor of 1,000"),
        ("persistent", "224 GB", "bits"),
        ("persistent", "50 GB", "too large"),
        ("persistent", "1 GB", "too small"),
    ],
)
def test_a_wrong_answer_is_told_what_it_forgot(name, given, words):
    marked = mark(BY_ID[name], STORY, given)
    assert words in marked.message
    assert not marked.right


@pytest.mark.parametrize(
    ("scenario", "right", "forgot"),
    [
        (STORY.but(gpus=1), "112.8 GB", "112 GB"),  # a bubble of 0.808 GB is 0.7 % of the sum
        (STORY.but(gpus=2), "56.8 GB", "56 GB"),
        (LLAMA_405B, "824 GB", "812 GB"),  # 16 × 405,853,388,800 / 8 + 4 × 3,187,703,808
    ],
)
def test_a_bubble_within_the_tolerance_is_still_missed(scenario, right, forgot):
    assert mark(BY_ID["total"], scenario, right).right
    marked = mark(BY_ID["total"], scenario, forgot)
    assert not marked.right
    assert "forgot the bubble" in marked.message
    assert "one shard of N" not in marked.message  # on one GPU the full column is no slip


def test_a_bubble_added_to_what_stays_is_seen_as_well():
    assert "You added the bubble" in mark(BY_ID["persistent"], STORY.but(gpus=1), "112.8 GB").message


@pytest.mark.parametrize("scenario", [*EDGES, LLAMA_405B])
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_the_answer_rounded_to_three_digits_is_right_whatever_lies_near_it(question, scenario):
    run = scenario.reconciled()[0]
    value = question.answer(question.about(run))
    written = f"{value:.2e}" + ("B" if question.unit == "bytes" else "")
    assert mark(question, run, written).right


def test_a_slip_that_rounds_to_the_answer_is_none():
    assert mark(BY_ID["persistent"], Scenario(params=7_000_000_001), "28 GB").right  # padding adds 12 bytes
    assert mark(BY_ID["total"], Scenario(params=10**13, gpus=1), "160 TB").right  # and the bubble 0.8 GB


def test_the_smallest_number_of_gpus_needs_the_formula_of_steps_5_and_6():
    assert BY_ID["smallest-for-70b"].steps == ("persistent-memory", "all-gather")


def test_workings_can_be_done_by_hand():
    told = {question.id: question.answered(STORY).replace("\u00a0", " ") for question in QUESTIONS}
    assert told["total"] == "28.8 GB: 16·P/N + 4·ℓ, here 16 × 7B / 4 + 4 × 202M = 28 GB + 808 MB ≈ 28.8 GB"
    assert told["gpt3-on-64"].endswith("16 × 174.6B / 64 + 4 × 1.812B ≈ 43.65 GB + 7.248 GB ≈ 50.9 GB")
    assert "16 × 68.98B / (80 GB − 3.42 GB) ≈ 14.4" in told["smallest-for-70b"]
    assert BY_ID["data-parallel"].answered(GPT3).replace("\u00a0", " ") == "2.79 TB: 16·P ≈ 16 × 174.6B, and N is not in it"


def test_one_gpu_is_asked_about_as_one():
    asked = [BY_ID[name].asked(GPT2) for name in ("data-parallel", "persistent", "bubble", "total")]
    assert not [words for words in asked if "each GPU" in words or "1 GPUs" in words]


def test_two_slips_with_the_same_number_are_both_named():
    message = mark(BY_ID["data-parallel"], STORY, "28 GB").message  # 4·P and 16·P/4
    assert "You counted θ only" in message
    assert "You divided by N" in message


@pytest.mark.parametrize(
    "given", ["", "  ", "28", "many", "28 XB", "28 GB 4", "28 00", "28 000", "28 0000 000", "28 billion GB", "∞", "nan", "9" * 500]
)
def test_an_unreadable_answer_is_given_an_example(given):
    marked = mark(BY_ID["persistent"], STORY, given)
    assert not marked.readable
    assert examples("GB")["bytes"] in marked.message
    assert len(marked.message) < 200


def test_on_one_gpu_the_copy_and_the_share_are_the_same_right_answer():
    assert mark(BY_ID["persistent"], GPT2, "1.99 GB").right
    assert mark(BY_ID["data-parallel"], GPT2, "1.99 GB").right


def test_padding_can_be_the_whole_answer():
    one = Scenario(params=1, layer=1, gpus=65_536)
    assert mark(BY_ID["persistent"], one, "16 B").readable
    assert "16·⌈P/N⌉" in BY_ID["persistent"].answered(one)


@pytest.mark.parametrize("scenario", EDGES)
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_the_exact_answer_is_right_everywhere_and_no_message_tells_it(question, scenario):
    run = scenario.reconciled()[0]
    exact = question.answer(question.about(run))
    assert mark(question, run, f"{exact}B" if question.unit == "bytes" else str(exact)).right
    wrong = mark(question, run, "1e30 GB" if question.unit == "bytes" else "1e30")
    assert not wrong.right
    assert question.answered(run).split(":")[0] not in wrong.message


@pytest.mark.parametrize("scenario", EDGES)
def test_no_question_contains_its_answer(scenario):
    run = scenario.reconciled()[0]
    for question in OWN:
        assert question.answered(run).split(":")[0] not in question.asked(run)


def test_every_question_names_a_step_that_has_its_formula():
    assert {step for question in QUESTIONS for step in question.steps} <= {step.slug for step in STEPS}


def test_questions_that_stay_do_not_follow_the_sliders():
    other = Scenario(params=10**12, gpus=512, units="GB")
    assert BY_ID["gpt3-on-64"].asked(other) == BY_ID["gpt3-on-64"].asked(STORY)
    assert BY_ID["total"].asked(other) != BY_ID["total"].asked(STORY)
