"""A copy of the walkthrough without its server: from disk, under any folder of a plain web server, and in a frame."""

import json
import xml.etree.ElementTree as ET
from urllib.parse import urlencode

import pytest

from app.export.bases import bases, settings_of, stops
from app.figures.style import DARK, PAPER
from app.memory.scenario import Scenario
from app.steps.catalog import PAGES
from app.steps.checking import mark, to_type
from app.steps.presentation import present
from app.steps.questions import QUESTIONS
from tests.browser.drive import settle, state
from tests.conftest import until, wait_for_figures
from tests.exported import GPT3, make_copy, plain_server

SVG = "{http://www.w3.org/2000/svg}"
LIVE = "async (path) => (await Walkthrough.fetch(path)).json()"
HELD = tuple(step for step in PAGES if step.slug in ("start", "sharding", "all-gather", "limits", "summary", "self-check"))
BY_SLUG = {step.slug: step for step in PAGES}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return make_copy(tmp_path_factory.mktemp("a") / "b", HELD)


@pytest.fixture
def open_copy(chromium, copy, faults):
    """A function that opens a file of the copy, from disk unless another place is named."""
    contexts = []

    def open_file(name, place=None, wait=True, **options):
        context = chromium.new_context(viewport={"width": 1280, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        faults.watch(page)
        page.on("requestfailed", lambda request: faults.messages.append(f"failed: {request.url}"))
        page.goto(f"{place or copy.as_uri()}/{name}")
        if wait:
            wait_for_figures(page)
        return page

    yield open_file
    for context in contexts:
        context.close()


def as_json(step, run):
    return json.loads(json.dumps(present(step, run).as_json()))


def live(page, step, run):
    """What the copy shows for a run, asked as the page itself asks."""
    return page.evaluate(LIVE, f"{step.path.rstrip('/')}/live?{run.address(step.stated)}")


def test_every_page_opens_from_disk_and_leads_to_the_next(open_copy):
    page = open_copy("index.html")
    for step in sorted(HELD, key=lambda step: step.path != "/"):
        if step.path != "/":
            page.locator(f'[data-carry$="{step.slug}.html"]').first.click()
            wait_for_figures(page)
        assert page.locator("h1").count() == 1
        assert state(page)["readouts"].items() <= as_json(step, Scenario())["readouts"].items()
        for name in step.figures:
            assert page.locator(f'[data-figure="{name}"] svg').first.is_visible()
    page.get_by_role("link", name="Cite, reuse").click()
    assert page.locator("h1").text_content() == "Cite, reuse, how to link"


@pytest.mark.parametrize("slug", ["start", "limits"])
def test_each_slider_is_live_alone_from_each_preset(open_copy, slug):
    step = BY_SLUG[slug]
    page = open_copy("index.html" if slug == "start" else f"steps/{slug}.html")
    for base in bases([GPT3], []):
        for units in ("GB", "GiB"):
            run = base.run.but(units=units)
            assert live(page, step, run) == as_json(step, run)
            for over in settings_of(step):
                for value in stops(step, run, over)[::5]:
                    assert live(page, step, run.but(**{over: value})) == as_json(step, run.but(**{over: value})), (base.name, over, value)


def test_the_page_follows_its_slider_and_its_address(open_copy):
    page = open_copy("steps/limits.html")
    page.locator("[data-control=gpus] [data-range]").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    settle(page)
    expected = as_json(BY_SLUG["limits"], Scenario(gpus=16))
    assert state(page)["readouts"].items() <= expected["readouts"].items()
    assert "gpus=16" in page.url
    page.reload()
    settle(page)
    assert state(page)["readouts"].items() <= expected["readouts"].items()


def test_a_second_slider_takes_the_first_one_back_and_the_page_says_so(open_copy):
    page = open_copy("steps/limits.html?gpus=16")
    settle(page)
    page.locator('[data-control="batch"] [data-nudge="1"]').click()
    settle(page)
    assert state(page)["readouts"].items() <= as_json(BY_SLUG["limits"], Scenario(batch=6))["readouts"].items()
    assert "GPUs: 4" in page.locator("[data-notices]").text_content()
    assert page.locator("#gpus-box").input_value() == "4"


def test_an_address_is_read_as_people_write_it(open_copy):
    page = open_copy("steps/limits.html?model=gpt3-175b&gpus=64&theme=dark&hide=batch&lock=seq")
    settle(page)
    run = bases([GPT3], [])[1].run.but(gpus=64)
    assert state(page)["readouts"].items() <= as_json(BY_SLUG["limits"], run)["readouts"].items()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator('[data-control="batch"]').is_hidden()
    assert page.locator('[data-control="seq"] [data-range]').is_disabled()
    near = open_copy("steps/limits.html?params=6.9e9")  # between two stops
    settle(near)
    assert "Parameters: 7B" in near.locator("[data-notices]").text_content()


ANSWERS = (
    "112 GB", "112GB", "112e9", "28 GB", "28,8 GB", "28.8GB", "28.8 GiB", "28,800 GB", "808 MB", "808 000 000", "0.808 GB", "896 Gb", "112",
    "112 billion bytes", "28 gigabytes", "7B", "112 TB", "84 GB", "56 GB", "0", "-3 GB", "word", "24", "2 GPUs", "21 billion elements",
    "14B", "10.5 billion", "35 GB", "",
)  # fmt: skip


def test_the_self_check_marks_as_the_server_does(open_copy):
    page = open_copy("self-check.html")
    for run in (Scenario(), bases([GPT3], [])[1].run.but(units="GiB")):
        for question in QUESTIONS:
            for text in ANSWERS:
                query = run.address(("params", "gpus", "layer")) + "&" + urlencode({"question": question.id, "answer": text})
                told, expected = page.evaluate(LIVE, f"/self-check/answer?{query}"), mark(question, run, text)
                assert told["right"] == expected.right, (question.id, text)
                if expected.readable:
                    assert told["message"] == expected.message, (question.id, text)
                else:
                    assert told["message"].removeprefix("That cannot be read. ") == to_type(question, run.units), (question.id, text)
                assert told["expected"] == (question.answered(run) if expected.right else None)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_figure_is_saved_with_its_legend_address_and_licence(open_copy, theme):
    page = open_copy("steps/limits.html?gpus=16")
    settle(page)
    path = f"/figures/limits/activation-bar.svg?width=960&height=540&theme={theme}"
    root = ET.fromstring(page.evaluate("async (path) => (await Walkthrough.fetch(path)).text()", path))
    words = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    picture = present(BY_SLUG["limits"], Scenario(gpus=16)).pictures["activation-bar"]
    assert (root.get("width"), root.get("height"), root.findtext(f"{SVG}desc")) == ("960", "540", picture.sentence)
    assert root.find(f"{SVG}rect").get("fill") == (PAPER if theme == "light" else DARK[PAPER])
    assert sum(bar.get("data-kind") == "bar" for bar in root.iter(f"{SVG}path")) == sum(
        len(trace["x"]) for trace in picture.figure["data"] if trace["type"] == "bar"
    )
    for part in ("θ parameters", "A activations", "gpus=16", "Apache-2.0", "FSDP walkthrough"):
        assert part in words


def test_a_plain_server_may_have_it_under_any_folder(open_copy, copy):
    with plain_server(copy.parent.parent) as address:
        place = f"{address}/{copy.relative_to(copy.parent.parent).as_posix()}"
        page = open_copy("steps/sharding.html", place)
        page.locator('[data-control="gpus"] [data-nudge="1"]').click()
        settle(page)
        assert state(page)["readouts"].items() <= as_json(BY_SLUG["sharding"], Scenario(gpus=6))["readouts"].items()
        page.locator('[data-carry="all-gather.html"]').first.click()
        settle(page)
        assert state(page)["readouts"].items() <= as_json(BY_SLUG["all-gather"], Scenario(gpus=6))["readouts"].items()


HOST = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
<style>body {{ background: black; color: white; width: 320px; margin: 0 }} iframe {{ border: 0; width: 320px; height: 400px }}</style>
<input autofocus aria-label="Notes"><p style="height: 200px">Text</p><iframe title="A figure" {} src="{}"></iframe>
<p style="height: 3000px">More</p>
<script>
const frame = document.querySelector("iframe");
addEventListener("message", ({{ source, data }}) => {{
  if (source === frame.contentWindow && data.type === "fsdp-walkthrough") frame.style.height = `${{data.height}}px`;
}});
</script>"""


@pytest.fixture(params=["disk", "server", "sandbox"])
def framed(request, open_copy, copy, tmp_path):
    """A course page with step 4 of the copy in a frame: both from disk; from servers of two origins; the same in a sandbox."""
    with plain_server(copy) as site, plain_server(tmp_path) as host:
        address = f"{copy.as_uri() if request.param == 'disk' else site}/embed/sharding.html"
        (tmp_path / "host.html").write_text(HOST.format('sandbox="allow-scripts"' if request.param == "sandbox" else "", address))
        page = open_copy("host.html", tmp_path.as_uri() if request.param == "disk" else host.replace("127.0.0.1", "localhost"), wait=False)
        until(page.frames[1], "Boolean(window.Walkthrough?.store?.shown())")
        yield page


def test_in_a_narrow_frame_it_is_live_fits_and_leaves_its_host_alone(framed):
    frame, height = framed.frames[1], "parseInt(document.querySelector('iframe').style.height)"
    until(framed, f"{height} > 0")
    own = frame.evaluate("document.body.getBoundingClientRect().height")
    assert abs(framed.evaluate(height) - own) <= 2
    assert frame.evaluate("document.documentElement.scrollWidth") <= 320
    assert framed.evaluate("[document.activeElement.tagName, scrollY]") == ["INPUT", 0]
    framed.mouse.move(160, 400)
    framed.mouse.wheel(0, 150)
    until(framed, "scrollY > 0")
    frame.locator('[data-control="gpus"] [data-nudge="1"]').click()
    expected = as_json(BY_SLUG["sharding"], Scenario(gpus=6))["figures"]["sharded-slices"]["sentence"]
    until(frame, f"document.querySelector('[data-sentence]').textContent === {json.dumps(expected)}")


def test_one_figure_may_stand_alone_in_a_frame_and_leads_to_its_page(open_copy):
    page = open_copy("embed/limits.html?figure=traffic&hide=gpu_memory&gpus=8", wait=False)
    until(page, "document.querySelector('[data-permalink]').href.includes('gpus=8')")
    assert [each.get_attribute("id") for each in page.locator("[data-figure]").all() if each.is_visible()] == ["traffic"]
    assert page.locator('[data-control="params"]').first.is_visible()
    assert not any(each.is_visible() for each in page.locator('[data-control="gpu_memory"], [data-control="batch"]').all())
    assert "/steps/limits.html?" in page.locator("[data-permalink]").get_attribute("href")


def test_without_scripts_it_says_what_is_missing(open_copy, copy, chromium):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{copy.as_uri()}/steps/limits.html")
    assert page.get_by_text("its sliders need scripts").first.is_visible()
    assert page.locator("[data-figure] .drawing").first.is_visible()
    context.close()
