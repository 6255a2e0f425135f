"""`/predict/<step>` asks before the step is looked at, and tells nothing until it has a guess."""

import html
import re

import pytest

from app.memory.scenario import Scenario
from app.steps.catalog import STEPS
from app.steps.teaching import LESSONS

EVERY = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)


def plain(text):
    return html.unescape(text).replace("\u00a0", " ")


@EVERY
def test_the_question_is_there_and_the_answer_is_not(client, lesson):
    page = plain(client.get(f"/predict/{lesson.slug}").text)
    assert plain(lesson.question.asked(Scenario())) in page
    body = re.sub(r'<script type="application/json" id="stops">.*?</script>', "", page, flags=re.DOTALL)
    assert plain(lesson.question.shown(lesson.question.answer(Scenario()), Scenario())) not in body
    assert 'class="truth"' not in page


@EVERY
def test_a_guess_brings_the_truth_and_the_way_on(client, lesson):
    value = lesson.question.answer(Scenario(gpus=8))
    guess = f"{value} bytes" if lesson.question.unit == "bytes" else str(value)
    page = plain(client.get(f"/predict/{lesson.slug}", params={"guess": guess, "gpus": "8"}).text)
    assert 'data-verdict="right">That is it. It is ' in page
    assert 'class="truth"' in page
    assert re.search(rf'href="/steps/{lesson.slug}\?[^"]*gpus=8', page)


def test_it_asks_about_the_readers_own_run(client):
    page = plain(client.get("/predict/persistent-memory?gpus=64&params=13B&guess=13GB").text)
    assert "13B parameters is fully sharded over 64 GPUs" in page
    assert "factor of 4" in page  # 16 × 13 / 64 = 3.25


@pytest.mark.parametrize("guess", ["lots", "-3 GB", "0 GB", "5"])
def test_what_is_no_guess_is_no_fault(client, guess):
    answer = client.get("/predict/all-gather", params={"guess": guess})
    assert answer.status_code == 200
    assert 'data-verdict="wrong"' in answer.text or guess == "5"


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
def test_each_step_offers_it_first(client, step):
    page = client.get(f"{step.path}?gpus=8").text
    offered = re.search(r'<p class="place">.*?</p>', page, re.DOTALL)[0]
    assert f'href="/predict/{step.slug}?' in offered
