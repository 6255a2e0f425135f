"""A copy with Python in the browser: no server computes anything, and all sliders together give the server's exact numbers."""

import json
from urllib.request import urlopen

import pytest

from app.steps.limits import STEP as LIMITS
from tests.browser.drive import assert_shows, settle, state
from tests.browser.hosting import at_rest, course_page, frame, move
from tests.conftest import Faults, until, wait_for_figures
from tests.exported import plain_server

pytestmark = pytest.mark.xdist_group("copies")  # one process makes them

READY = "document.documentElement.dataset.python === 'ready'"


@pytest.fixture(scope="module")
def site(live_copy):
    """The address of the copy on a plain server."""
    with plain_server(live_copy.parent) as address:
        yield f"{address}/{live_copy.name}"


@pytest.fixture(scope="module")
def limits(chromium, site):
    """Step 7, opened once at settings that the copy does not hold, and waited for until Python answers; nothing else can be reached."""
    context, faults = chromium.new_context(), Faults()
    context.route(lambda url: not url.startswith((site, "blob:", "data:")), lambda route: route.abort())
    page = context.new_page()
    faults.watch(page)
    page.goto(f"{site}/steps/limits.html?params=13.5B&gpus=48&seq=3000")
    until(page, READY, seconds=60)
    wait_for_figures(page)
    yield page
    context.close()
    assert faults.messages == []


def served(server, path, query):
    with urlopen(f"{server}{path}/live?{query}") as answer:
        return json.load(answer)


def test_any_settings_and_sliders_together_give_the_servers_exact_numbers(limits, server):
    settle(limits)
    assert "params=13.5B&gpus=48" in limits.url
    assert_shows(limits, served(server, LIMITS.path, limits.url.partition("?")[2]))
    for name in ("params", "gpus", "batch"):
        limits.locator(f'[data-control="{name}"] [data-nudge="1"]').click()
    settle(limits)
    told = served(server, LIMITS.path, limits.url.partition("?")[2])
    assert [told["controls"][name]["text"] for name in ("params", "gpus", "batch", "seq")] == ["15B", "64", "6", "3000"]
    assert_shows(limits, told)
    assert limits.locator("[data-notices]").is_hidden()


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


def test_twenty_frames_start_one_python_and_only_once_two_sliders_move(visit, chromium, live_copy, site, server):
    """On a site of its own: between two loopback addresses Chromium lets frames share none, and each that needs it starts its own."""
    frames = "".join(frame(f"{site}/embed/sharding.html?gpus=8") for _ in range(20))
    (live_copy.parent / "course.html").write_text(course_page(site, frames))
    before = pythons(chromium)
    page = visit(f"{site}/../course.html")
    first, second = page.frames[1], page.frames[2]
    at_rest(first)
    assert [inside.evaluate("document.documentElement.dataset.python ?? ''") for inside in page.frames[1:]] == [""] * 20
    assert pythons(chromium) == before
    for inside in (first, second):
        page.locator("iframe").nth(page.frames.index(inside) - 1).scroll_into_view_if_needed()
        move(inside, "gpus", 5)
        move(inside, "params", 61)
        until(inside, READY, seconds=60)
        at_rest(inside)
        address = inside.evaluate("location.search.slice(1)")
        sentence = served(server, "/steps/sharding", address)["figures"]["sharded-slices"]["sentence"]
        until(inside, f"document.querySelector('[data-sentence]').textContent === {json.dumps(sentence)}")
        assert inside.locator("[data-notices]").text_content() == ""
    assert pythons(chromium) == before + 1


def pythons(chromium):
    """The threads that pages of the browser share."""
    session = chromium.new_browser_cdp_session()
    targets = session.send("Target.getTargets")["targetInfos"]
    session.detach()
    return sum(each["type"] == "shared_worker" for each in targets)


def test_from_disk_the_same_copy_shows_what_it_holds(chromium, live_copy, faults):
    page = chromium.new_page()
    faults.watch(page)
    page.goto(f"{live_copy.as_uri()}/steps/limits.html?gpus=16")
    page.locator('[data-control="batch"] [data-nudge="1"]').click()
    until(page, "document.documentElement.dataset.python === 'failed'")
    at_rest(page)
    assert state(page)["readouts"]["gpus"] == "4 GPUs"
    assert "GPUs: 4" in page.locator("[data-notices]").text_content()
    page.close()
