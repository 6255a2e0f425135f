"""`/practice` asks, marks as JSON and in the page, and gives nothing away before it is asked."""

import html
import re

import pytest

from app.memory.scenario import Scenario
from app.steps.practice.catalog import BY_SLUG, TEMPLATES, practice_set
from app.steps.practice.problem import problem

ASK = "/practice/answer"


def plain(text):
    return html.unescape(text).replace("\u00a0", " ")


def told(client, **query):
    answer = client.get(ASK, params=query)
    assert answer.status_code == 200
    return {name: plain(value) if isinstance(value, str) else value for name, value in answer.json().items()}


def written(slug, series):
    made = problem(BY_SLUG[slug], series)
    return f"{made.question.answer(made.run)} bytes"


def test_a_right_answer_brings_the_worked_solution(client):
    marked = told(client, question="fullest", series="7", answer=written("fullest", "7"))
    assert marked["right"] is True
    assert "16·P/N + 4·ℓ, here 16 × " in marked["expected"]


def test_a_wrong_answer_is_told_why_and_not_what(client):
    made = problem(BY_SLUG["stays"], "7")
    marked = told(client, question="stays", series="7", answer=f"{16 * made.run.params}B")
    assert marked["right"] is False
    assert "plain data parallelism" in marked["message"]
    assert marked["expected"] is None


def test_a_chosen_option_is_marked(client):
    made = problem(BY_SLUG["sharded-fits"], "7")
    for option in made.options:
        marked = told(client, question="sharded-fits", series="7", answer=option.slug)
        assert marked["right"] is option.holds(made.run)
    assert told(client, question="sharded-fits", series="7", answer="")["message"] == "Choose one of the answers."


def test_the_solution_is_shown_when_asked_for_and_never_with_answers_off(client):
    assert told(client, question="stays", series="7", answer="", reveal="1")["expected"]
    off = told(client, question="stays", series="7", answer="", reveal="1", answers="0")
    assert (off["expected"], off["message"]) == (None, "The answers are switched off on this page.")
    assert told(client, question="stays", series="7", answer=written("stays", "7"), answers="0")["expected"] is None


@pytest.mark.parametrize(("query", "field"), [("question=nothing", "question"), ("question=stays&series=%20", "series"), ("", "question")])
def test_what_cannot_be_asked_is_refused_by_name(client, query, field):
    answer = client.get(f"{ASK}?{query}")
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["field"] == field


@pytest.mark.parametrize("level", ["0", "1", "2", "3"])
def test_the_page_has_the_set_of_its_level_and_series(client, level):
    page = plain(client.get(f"/practice?level={level}&series=s9").text)
    made = practice_set(int(level), "s9")
    assert re.findall(r'data-problem="([^"]+)"', page) == [each.template.slug for each in made]
    for each in made:
        assert plain(each.question.asked(Scenario())) in page


def test_no_answer_is_in_the_page_before_it_is_asked_for(client):
    for level in (1, 2, 3):
        page = plain(client.get(f"/practice?level={level}&series=5").text)
        for each in practice_set(level, "5"):
            assert plain(each.question.answered(Scenario())) not in page


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.slug)
def test_each_problem_has_an_address_of_its_own(client, template):
    page = client.get(f"/practice?only={template.slug}&series=3").text
    assert re.findall(r'data-problem="([^"]+)"', page) == [template.slug]
    assert page.count("data-hint") == len(template.hints)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_the_page_marks_an_answer_without_scripts(client):
    slug = next(each.template.slug for each in practice_set(1, "1") if not each.options)
    page = plain(client.get(f"/practice?level=1&series=1&question={slug}&answer=1+B&gpus=8").text)
    result = re.search(rf'id="{slug}-1-result"[^>]*>([^<]*)<', page)[1]
    assert result.startswith("Not yet")
    assert 'value="1 B"' in page
    assert '<input type="hidden" name="gpus" value="8">' in page


def test_what_was_typed_cannot_become_markup(client):
    slug = practice_set(1, "1")[0].template.slug
    page = client.get("/practice", params={"question": slug, "answer": '"><script>alert(1)</script>', "series": "1"}).text
    assert "<script>alert" not in page


@pytest.mark.parametrize(
    ("query", "words"), [("level=9", "level “9”"), ("series=a%2Fb", "series “a/b”"), ("only=nothing", "only “nothing”")]
)
def test_what_the_page_cannot_use_it_says_and_goes_on(client, query, words):
    page = plain(client.get(f"/practice?{query}").text)
    assert words in page
    assert "data-problem=" in page


def test_with_answers_off_there_are_neither_solutions_nor_banks(client):
    page = client.get("/practice?answers=0").text
    assert 'name="reveal"' not in page
    assert "/practice/bank" not in page


def test_other_numbers_are_one_link_away_and_settings_travel_along(client):
    page = plain(client.get("/practice?level=2&series=s9&units=GiB").text)
    assert 'href="/practice?level=2&series=s10&units=GiB"' in page
    assert 'placeholder="like 3.5 GiB"' in page
    assert 'href="/steps/limits?units=GiB"' in page
