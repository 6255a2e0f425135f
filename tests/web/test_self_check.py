"""The self-check marks answers as JSON and in the page, and gives none away before it is asked."""

import re

import pytest

from app.steps.questions import QUESTIONS

ASK = "/self-check/answer"
STORY_ANSWERS = ("112 GB", "28 GB", "808 MB", "28.8 GB", "50.9 GB", "15 GPUs", "21B elements", "4.29 GB")


def plain(text):
    return text.replace("\u00a0", " ")


def told(client, **query):
    answer = client.get(ASK, params=query)
    assert answer.status_code == 200
    return {name: plain(value) if isinstance(value, str) else value for name, value in answer.json().items()}


def test_a_right_answer(client):
    marked = told(client, question="persistent", answer="28GB")
    assert marked["right"] is True
    assert marked["expected"].startswith("28 GB: 16·P/N")


def test_a_wrong_answer_is_told_why_and_not_what(client):
    marked = told(client, question="persistent", answer="112 GB")
    assert marked["right"] is False
    assert "plain data parallelism" in marked["message"]
    assert marked["expected"] is None


def test_the_answer_is_shown_when_asked_for(client):
    marked = told(client, question="persistent", answer="", reveal="1")
    assert marked["right"] is False
    assert marked["expected"].startswith("28 GB")


def test_with_answers_off_nothing_is_ever_shown(client):
    assert told(client, question="persistent", answer="", reveal="1", answers="0")["expected"] is None
    assert told(client, question="persistent", answer="28GB", answers="0")["expected"] is None
    assert told(client, question="persistent", answer="28GB", answers="0")["right"] is True


def test_it_asks_about_the_run_in_the_address(client):
    gpt3 = {"params": "174604259328", "gpus": "64", "layer": "1812099072"}
    assert told(client, question="total", answer="50.9 GB", **gpt3)["right"] is True
    assert told(client, question="total", answer="43.7 GB", **gpt3)["right"] is False


def test_a_layer_larger_than_the_model_is_lowered_as_on_the_page(client):
    assert told(client, question="bubble", answer="4 kB", params="1000")["right"] is True  # 4 bytes for each of 1,000


def test_an_unreadable_answer_is_no_fault(client):
    marked = told(client, question="persistent", answer="a lot")
    assert marked["readable"] is False
    assert "for example 3.5 GB" in marked["message"]


def test_examples_are_in_the_units_of_the_page(client):
    for units, other in (("GB", "GiB"), ("GiB", "GB")):
        page = plain(client.get(f"/self-check?units={units}").text)
        assert f'placeholder="like 3.5 {units}"' in page
        assert f"3.5 {other}" not in page


@pytest.mark.parametrize(
    ("query", "field"), [("question=nothing", "question"), ("answer=1GB", "question"), ("question=total&gpus=none", "gpus")]
)
def test_what_cannot_be_asked_is_refused_by_name(client, query, field):
    answer = client.get(f"{ASK}?{query}")
    assert answer.status_code == 422
    detail = answer.json()["detail"][0]
    assert detail["field"] == field
    assert detail["accepted"]
    assert detail["example"]


def test_the_page_marks_an_answer_without_scripts(client):
    page = plain(client.get("/self-check?question=persistent&answer=112GB&gpus=4").text)
    result = re.search(r'id="persistent-result"[^>]*>([^<]*)<', page)[1]
    assert "plain data parallelism" in result
    assert 'value="112GB"' in page
    assert 'id="total-result" role="status" data-result></p>' in page


def test_the_page_shows_the_answer_without_scripts_when_asked(client):
    page = plain(client.get("/self-check?question=persistent&answer=&reveal=1").text)
    assert "28 GB: 16·P/N = 16 × 7B / 4." in page


def test_what_was_typed_cannot_become_markup(client):
    page = client.get("/self-check", params={"question": "total", "answer": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page


@pytest.mark.parametrize("query", ["", "?answers=0"])
def test_the_page_has_no_computed_answer_before_it_is_asked(client, query):
    page = plain(client.get(f"/self-check{query}").text)
    assert not [answer for answer in STORY_ANSWERS if answer in page]


def test_the_answers_in_words_are_there_and_folded_away(client):
    page = client.get("/self-check").text
    assert page.count('<details class="question"') >= 6
    assert not re.search(r'<details class="question"[^>]* open', page)
    assert "one shard of N of each of the four stacks" in page


def test_with_answers_off_they_are_not_in_the_page_at_all(client):
    on, off = client.get("/self-check").text, client.get("/self-check?answers=0").text
    answers = re.findall(r'<div class="answer">(.*?)</div>', on, re.DOTALL)
    assert len(answers) >= 6
    assert not [words for words in answers if words.strip() in off]
    assert 'class="answer"' not in off
    assert 'name="reveal"' not in off


def test_the_live_numbers_hold_questions_and_no_answers(client):
    live = client.get("/self-check/live").json()
    assert set(live["readouts"]) == {question.id for question in QUESTIONS} | {"like-bytes", "like-GPUs", "like-elements"}
    assert not [answer for answer in STORY_ANSWERS if answer in plain(str(live))]


def test_the_form_keeps_the_other_settings(client):
    page = client.get("/self-check?gpus=64&theme=dark").text
    form = re.search(r'<form class="exercise" id="total".*?</form>', page, re.DOTALL)[0]
    assert '<input type="hidden" name="gpus" value="64">' in form
    assert '<input type="hidden" name="theme" value="dark">' in form
