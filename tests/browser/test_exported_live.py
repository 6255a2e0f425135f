"""A copy with Python in the browser: no server computes anything, and all sliders together give the server's exact numbers."""

import json
import os
from urllib.request import urlopen

import pytest

from app.export.live import NotFetched, live_files
from app.steps.catalog import PAGES
from tests.browser.drive import assert_shows, settle, state
from tests.conftest import Faults, until, wait_for_figures
from tests.exported import make_copy, plain_server

LIMITS = next(step for step in PAGES if step.slug == "limits")
READY = "document.documentElement.dataset.python === 'ready'"


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    try:
        live = live_files()
    except NotFetched as error:  # like a missing browser: see tests/conftest.py
        if os.environ.get("REQUIRE_BROWSER"):
            raise
        pytest.skip(str(error))
    pages = tuple(step for step in PAGES if step.slug in ("start", "limits"))
    return make_copy(tmp_path_factory.mktemp("live") / "copy", pages, live=live)


@pytest.fixture(scope="module")
def open_copy(chromium, copy):
    """A function that opens a page of the copy on a plain server and waits until Python answers; nothing else can be reached."""
    context, faults = chromium.new_context(), Faults()
    with plain_server(copy.parent) as address:
        context.route(lambda url: not url.startswith((address, "blob:", "data:")), lambda route: route.abort())

        def open_file(name):
            page = context.new_page()
            faults.watch(page)
            page.goto(f"{address}/copy/{name}")
            until(page, READY, seconds=60)
            wait_for_figures(page)
            return page

        yield open_file
        context.close()
    assert faults.messages == []


@pytest.fixture(scope="module")
def limits(open_copy):
    """Step 7, opened once: Python takes seconds to start."""
    return open_copy("steps/limits.html")


def served(server, path, query):
    with urlopen(f"{server}{path}/live?{query}") as answer:
        return json.load(answer)


def test_two_sliders_together_give_the_servers_exact_numbers(limits, server):
    page = limits
    for name in ("params", "gpus", "batch"):
        for _ in range(3):
            page.locator(f'[data-control="{name}"] [data-nudge="1"]').click()
    settle(page)
    told = served(server, LIMITS.path, page.url.partition("?")[2])
    assert [told["controls"][name]["text"] for name in ("params", "gpus", "batch")] == ["20B", "12", "12"]
    assert_shows(page, told)
    assert page.locator("[data-notices]").is_hidden()


def test_an_address_that_the_copy_does_not_hold_is_shown_once_python_is_there(open_copy, server):
    page = open_copy("steps/limits.html?params=13.5B&gpus=48&seq=3000")
    settle(page)
    assert_shows(page, served(server, LIMITS.path, page.url.partition("?")[2]))
    assert "params=13.5B" in page.url


def test_every_answer_is_the_servers(limits, server):
    ask = "async (path) => { const told = await Walkthrough.fetch(path); return [told.status, await told.json()]; }"
    for path in ("/steps/limits/live?params=1&gpus=65536&units=GiB", "/self-check/answer?question=bubble&answer=808+MB&params=13B"):
        with urlopen(f"{server}{path}") as answer:
            assert limits.evaluate(ask, path) == [200, json.load(answer)]
    status, told = limits.evaluate(ask, "/steps/limits/live?params=many")
    assert (status, told["detail"][0]["field"]) == (422, "params")


def test_a_number_that_cannot_be_used_is_refused_in_words(limits):
    before = state(limits)["readouts"]["gpus"]
    limits.locator("#gpus-box").fill("many")
    limits.locator("#gpus-box").press("Enter")
    assert "cannot be used" in limits.locator('[data-control="gpus"] .error').text_content()
    assert state(limits)["readouts"]["gpus"] == before


def test_from_disk_the_same_copy_shows_what_it_holds(chromium, copy, faults):
    page = chromium.new_page()
    faults.watch(page)
    page.goto(f"{copy.as_uri()}/steps/limits.html?gpus=16")
    settle(page)
    assert page.evaluate("document.documentElement.dataset.python") == "failed"
    assert state(page)["readouts"]["gpus"] == "16 GPUs"
    page.close()
