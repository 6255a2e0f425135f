"""A copy of the walkthrough without its server: from disk, under any folder of a plain web server, and in a course site."""

import html
import json
import re
import xml.etree.ElementTree as ET
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from app.export.bases import bases, settings_of, stops
from app.figures.style import DARK, PAPER
from app.memory.scenario import Scenario
from app.steps.checking import mark
from app.steps.limits import STEP as LIMITS
from app.steps.presentation import present
from app.steps.questions import QUESTIONS
from app.web.embed import embed_path
from tests.browser.drive import state
from tests.browser.hosting import LISTENER, NO_STORAGE, WORDPRESS, assert_at_home, assert_high, at_rest, course_page, frame
from tests.conftest import until
from tests.exported import GPT3, HELD, plain_server

pytestmark = pytest.mark.xdist_group("copies")  # one process makes them

SVG = "{http://www.w3.org/2000/svg}"
LIVE = "async (paths) => Promise.all(paths.map(async (path) => (await Walkthrough.fetch(path)).json()))"


@pytest.fixture
def open_copy(chromium, copy, faults):
    """A function that opens a file of the copy from disk."""
    contexts = []

    def open_file(name):
        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        faults.watch(page)
        page.on("requestfailed", lambda request: faults.messages.append(f"failed: {request.url}"))
        page.goto(f"{copy.as_uri()}/{name}")
        return page

    yield open_file
    for context in contexts:
        context.close()


def as_json(step, run):
    """All that a copy holds of a run."""
    told = json.loads(json.dumps(present(step, run).as_json()))
    told.pop("guess", None)
    return told


def test_every_page_opens_from_disk_and_leads_to_the_next(open_copy):
    page = open_copy("index.html")
    for step in HELD:
        if step.path != "/":
            page.locator(f'[data-carry$="{step.slug}.html"]').first.click()
            page.wait_for_url(re.compile(step.slug))
        at_rest(page)
        assert page.locator("h1").count() == 1
        assert state(page)["readouts"].items() <= as_json(step, Scenario())["readouts"].items()
        for name in step.figures:
            assert page.locator(f'[data-figure="{name}"] svg').first.is_visible()
    page.get_by_role("link", name="Cite, reuse").click()
    assert page.locator("h1").text_content() == "Cite, reuse, how to link"


def test_each_slider_is_live_alone_from_each_preset(open_copy):
    page = open_copy("steps/limits.html")
    for base in bases([GPT3], []):
        for units in ("GB", "GiB"):
            run = base.run.but(units=units)
            stopped = [run.but(**{over: value}) for over in settings_of(LIMITS) for value in few(stops(LIMITS, run, over))]
            for told, each in zip(page.evaluate(LIVE, [live_path(run) for run in [run, *stopped]]), [run, *stopped], strict=True):
                assert told.pop("instead") is False
                assert told == as_json(LIMITS, each)


def few(values):
    return values[:: max(1, len(values) // 3)]


def live_path(run):
    return f"{LIMITS.path}/live?{run.address(LIMITS.stated)}"


def test_a_page_follows_its_sliders_and_its_address(open_copy):
    page = open_copy("steps/limits.html")
    page.locator("[data-control=gpus] [data-range]").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert_shows(page, Scenario(gpus=16))
    assert "gpus=16" in page.url
    page.reload()
    assert_shows(page, Scenario(gpus=16))
    for theme in ("light", "dark"):
        assert_saved(page, theme, Scenario(gpus=16))
    for number, batch in enumerate((6, 8), 1):  # a second slider takes the first one back, and stays where it is put
        page.locator('[data-control="batch"] [data-nudge="1"]').click()
        assert_shows(page, Scenario(batch=batch))
        assert page.locator("#gpus-box").input_value() == "4"
        if number == 1:
            assert "GPUs: 4" in page.locator(".panel:has([data-control=batch]) [data-notices]").text_content()
    page.goto(page.url.partition("?")[0] + "?model=gpt3-175b&gpus=64&theme=dark&hide=batch&lock=seq")
    assert_shows(page, bases([GPT3], [])[1].run.but(gpus=64))
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator('[data-control="batch"]').is_hidden()
    assert page.locator('[data-control="seq"] [data-range]').is_disabled()


def assert_shows(page, run):
    at_rest(page)
    assert state(page)["readouts"].items() <= as_json(LIMITS, run)["readouts"].items()


def assert_saved(page, theme, run):
    """A figure is saved with its legend, how to cite it, its licence and, on a line of its own, its address."""
    path = f"/figures/limits/activation-bar.svg?width=960&height=540&theme={theme}"
    root = ET.fromstring(page.evaluate("async (path) => (await Walkthrough.fetch(path)).text()", path))
    words = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    picture = present(LIMITS, run).pictures["activation-bar"]
    assert (root.get("width"), root.get("height"), root.findtext(f"{SVG}desc")) == ("960", "540", picture.sentence)
    assert root.find(f"{SVG}rect").get("fill") == (PAPER if theme == "light" else DARK[PAPER])
    assert sum(bar.get("data-kind") == "bar" for bar in root.iter(f"{SVG}path")) == sum(
        len(trace["x"]) for trace in picture.figure["data"] if trace["type"] == "bar"
    )
    for part in ("θ parameters", "A activations", "Cite this: FSDP walkthrough", "Licence: Apache-2.0."):
        assert part in words
    last = ["".join(text.itertext()) for text in root.iter(f"{SVG}text") if "gpus=16" in "".join(text.itertext())]
    assert last
    assert not any("Licence" in line for line in last)


ANSWERS = (
    "112 GB", "112GB", "112e9", "28 GB", "28,8 GB", "28.8GB", "28.8 GiB", "28,800 GB", "808 MB", "808 000 000", "0.808 GB", "896 Gb", "112",
    "112 billion bytes", "28 gigabytes", "7B", "112 TB", "84 GB", "56 GB", "0", "-3 GB", "word", "24", "2 GPUs", "21 billion elements",
    "14B", "10.5 billion", "35 GB", "", "2.5 GPUs", "28,800 GB or so", "1,234 kB", "28.8 Gigs", "1.2.3 GB", "28,8,8", "9" * 70, "מ 3",
)  # fmt: skip


def test_the_self_check_marks_as_the_server_does(open_copy):
    page = open_copy("self-check.html")
    for run in (Scenario(), bases([GPT3], [])[1].run.but(units="GiB")):
        asked = [(question, text) for question in QUESTIONS for text in ANSWERS]
        paths = [
            f"/self-check/answer?{run.address(('params', 'gpus', 'layer'))}&{urlencode({'question': question.id, 'answer': text})}"
            for question, text in asked
        ]
        for told, (question, text) in zip(page.evaluate(LIVE, paths), asked, strict=True):
            expected = mark(question, run, text)
            assert told["right"] == expected.right, (question.id, text)
            assert (told["message"], told["readable"]) == (expected.message, expected.readable), (question.id, text)
            assert told["expected"] == (question.answered(run) if expected.right else None)


UNUSABLE = (
    "gpus=oops", "gpus=8GB", "gpus=%00", "gpus=-3", "gpus=70000", "gpus=2.5", "gpus=", "gpus=1%2C5", "gpu_memory=80",
    "gpu_memory=oops&units=GiB", "gpu_memory=1B&units=GiB", "units=zz", "checkpointing=maybe", "params=7x&layer=1.5&gpus=8",
    f"params={'9' * 70}", "seq=%D7%A9", "gpsu=8", "parms=8B", "model=zz", "gpu=zz", "utm_source=x", "gpus=8&model=gpt3-175b",
)  # fmt: skip


def test_what_an_address_asks_in_vain_is_said_as_the_site_says_it(open_copy, server):
    page = open_copy("steps/limits.html")
    own = page.url
    for query in UNUSABLE:
        site = urlopen(f"{server}{LIMITS.path}?{query}").read().decode()
        block = re.search(r'<div class="notice" role="status">(.*?)</div>', site, re.DOTALL)
        expected = [html.unescape(each) for each in re.findall("<li>(.*?)</li>", block[1])] if block else []
        page.goto(f"{own}?{query}")
        at_rest(page)
        assert page.locator(".notice[role=status] li").all_text_contents() == expected, query
    page.goto(f"{own}?seed=ada")
    at_rest(page)
    assert "seed “ada” cannot be used" in page.locator(".notice[role=status] li").text_content()


def test_what_a_box_takes_no_number_from_is_said_beside_it(open_copy):
    page = open_copy("steps/limits.html")
    at_rest(page)
    for text, why in (("oops", "it is not a number"), ("8GB", "“GB” is not a suffix of a count"), ("0", "it is too small")):
        page.locator("#gpus-box").fill(text)
        page.locator("#gpus-box").press("Enter")
        message = f"gpus “{text}” cannot be used: {why}. Accepted: 1 to 65536, for example 64."
        until(page, f"document.querySelector('#gpus-error')?.textContent === {json.dumps(message)}")
        assert page.locator("#gpus-box").input_value() == text
        assert not page.locator("[data-notices]").is_visible()
    page.locator("#gpus-box").fill("16")
    page.locator("#gpus-box").press("Enter")
    assert_shows(page, Scenario(gpus=16))
    assert not page.locator("#gpus-error").count()


def test_without_scripts_it_says_what_is_missing(copy, chromium):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{copy.as_uri()}/steps/limits.html")
    assert page.get_by_text("its sliders need scripts").first.is_visible()
    assert page.locator("[data-figure] .drawing").first.is_visible()
    context.close()


FRAMED = "/embed/sharding.html?gpus=8"
SANDBOX = 'sandbox="allow-scripts" security="restricted" data-secret="aB3dE5gH7j" height="400"'


def frames_at(place):
    """One of the copy as a course site has it, one in a section that opens later, and, not from disk, where browsers let it load
    nothing, one as WordPress has it."""
    later = f"<details><summary>Figure</summary>{frame(place + FRAMED)}</details>"
    sandboxed = "" if place.startswith("file:") else frame(f"{place}{FRAMED}#?secret=aB3dE5gH7j", SANDBOX)
    return frame(place + FRAMED) + later + sandboxed


def assert_all_at_home(page, count=3):
    """Each of the first frames in its turn, in sight."""
    assert_at_home(page, plotly=True)
    page.evaluate("document.querySelector('details').open = true")
    for number in range(1, count):
        page.locator("iframe").nth(number).scroll_into_view_if_needed()
        assert_at_home(page, number, place=page.evaluate("scrollY"))


def test_twenty_frames_under_a_folder_of_a_plain_server_are_at_home_in_a_course_site(visit, copy):
    figures = [f"{embed_path(step)}.html?figure={name}" for step in HELD for name in step.figures]
    with plain_server(copy.parent.parent) as server:
        place = f"{server}/{copy.relative_to(copy.parent.parent).as_posix()}"
        more = "".join(frame(place + address) for address in (3 * figures)[:17])
        page = visit(course_page(place, frames_at(place) + more, listener=LISTENER + WORDPRESS))
        assert_all_at_home(page)
        assert len(page.frames) == 21
        for number, inside in enumerate(page.frames[4:], 3):
            until(inside, "Boolean(window.Walkthrough?.pace?.still() && document.querySelector('.plot > .drawing'))")
            assert_high(page, number)


def test_frames_from_disk_are_at_home_in_a_course_page_from_disk(visit, copy, tmp_path):
    (tmp_path / "course.html").write_text(course_page(copy.as_uri(), frames_at(copy.as_uri())))
    assert_all_at_home(visit((tmp_path / "course.html").as_uri()), 2)


def test_in_a_dark_narrow_course_site_that_blocks_storage(visit, copy):
    with plain_server(copy) as server:
        dark = "background: #111; color: #eee; color-scheme: dark; width: 320px"
        page = visit(course_page(server, frames_at(server), dark, LISTENER + WORDPRESS), width=360, init=NO_STORAGE, theme="dark")
        assert_all_at_home(page)
        for inside in page.frames[1:]:
            assert inside.evaluate("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])") < 60
            assert inside.evaluate("innerWidth") == 320


def test_one_figure_may_stand_alone_in_a_frame_and_leads_to_its_page(open_copy):
    page = open_copy("embed/limits.html?figure=traffic&hide=gpu_memory&gpus=8")
    until(page, "document.querySelector('[data-permalink]').href.includes('gpus=8')")
    assert [each.get_attribute("id") for each in page.locator("[data-figure]").all() if each.is_visible()] == ["traffic"]
    assert page.locator('[data-control="params"]').first.is_visible()
    assert not any(each.is_visible() for each in page.locator('[data-control="gpu_memory"], [data-control="batch"]').all())
    assert "/steps/limits.html?" in page.locator("[data-permalink]").get_attribute("href")
    page.goto(page.url.partition("/limits/")[0] + "/limits.html?figure=nothing")  # a file that is not there would be the browser’s to tell
    assert page.locator("[data-figure]").count() == len(LIMITS.figures)
