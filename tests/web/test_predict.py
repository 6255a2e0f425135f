"""A step asks before one looks: nothing of the answer is in its page, and `/predict/<step>` tells it once there is a guess."""

import html
import re

import pytest

from app.memory.scenario import Scenario
from app.steps.catalog import STEPS
from app.steps.presentation import present

EVERY = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)


def plain(text):
    return html.unescape(text).replace("\u00a0", " ")


def answer_to(step, run):
    asked = present(step, run).asked
    truth = asked.question.answer(asked.after)
    return asked, truth, plain(asked.question.shown(truth, asked.after)).removesuffix(" entries")


@EVERY
@pytest.mark.parametrize("run", [Scenario(), Scenario(gpus=6, params=13_000_000_000, batch=2)])
def test_the_question_is_in_the_page_and_the_answer_is_not(client, step, run):
    asked, truth, shown = answer_to(step, run)
    page = plain(
        re.sub(r'<script type="application/json".*?</script>', "", client.get(f"{step.path}?{run.address()}").text, flags=re.DOTALL)
    )
    assert asked.text in page
    if step.slug != "data-parallel":  # where it is what stands there already
        assert not re.search(rf"(?<![\d.,]){re.escape(shown)}", page)
        assert f"{truth:,}" not in page


@EVERY
def test_a_guess_brings_the_truth_with_the_settings_that_show_it(client, step):
    asked, truth, _ = answer_to(step, Scenario(gpus=8))
    guess = f"{truth} bytes" if asked.question.unit == "bytes" else str(truth)
    told = client.get(f"/predict/{step.slug}/answer", params={"guess": guess, "gpus": "8"}).json()
    assert (told["near"], told["value"], told["truth"], told["settings"]) == (True, truth, truth, asked.settings)
    page = plain(client.get(f"/predict/{step.slug}", params={"guess": guess, "gpus": "8"}).text)
    assert 'data-verdict="right">That is it. It is ' in page
    shown = re.search(r'href="(/steps/[^"]*)#', page)[1]
    assert shown.startswith(step.path)
    assert all(f"{name}={text}" in shown for name, text in asked.settings.items())
    assert re.search(rf'href="{step.path}\?[^"]*gpus=8', page) or "gpus" not in step.controls


@pytest.mark.parametrize("guess", ["lots", "-3 GB", "0 GB", "5", "", "28,800 GB", "1e60 GB"])
def test_what_is_no_guess_is_told_so_and_nothing_else(client, guess):
    told = client.get("/predict/limits/answer", params={"guess": guess}).json()
    assert told.keys() == {"given", "problem"}
    page = client.get("/predict/limits", params={"guess": guess})
    assert page.status_code == 200
    assert 'data-verdict="wrong"' in page.text


@pytest.mark.parametrize(
    ("slug", "guess", "value"),
    [
        ("persistent-memory", "28,8 GB", 28_800_000_000),
        ("persistent-memory", "28 billion bytes", 28_000_000_000),
        ("persistent-memory", "28 000 000 000 bytes", 28_000_000_000),
        ("sharding", "875,000,000 entries", 875_000_000),
        ("sharding", "0,875 billion", 875_000_000),
    ],
)
def test_a_guess_is_read_as_the_self_check_reads_answers(client, slug, guess, value):
    assert client.get(f"/predict/{slug}/answer", params={"guess": guess}).json()["value"] == value


def test_the_truth_can_be_asked_for_without_a_guess(client):
    told = client.get("/predict/parameter-bytes/answer?reveal=1").json()
    assert (told["truth"], told["value"]) == (56 * 10**9, 0)
    assert client.get("/predict/parameter-bytes/answer?reveal=1&params=lots").status_code == 422


def test_where_an_author_locked_what_it_would_change_nothing_is_asked(client):
    assert "data-guess-begin" not in client.get("/steps/data-parallel?lock=gpus").text
    assert "data-guess-begin" in client.get("/steps/data-parallel?lock=params").text
    assert "data-guess-begin" not in client.get("/embed/data-parallel").text
