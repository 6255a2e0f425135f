"""In a course site a frame draws its figures, follows its sliders, has the right height, and leaves everything else alone."""

import json
from urllib.parse import urlencode, urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe

from app.memory.catalog import GPUS, MODELS
from app.settings import Settings
from app.steps.catalog import PAGES
from app.web.embed import embed_path
from app.web.embed_self_test import framed_self_test
from app.web.embed_size import SPARE, WIDTH, frame_height
from app.web.scenes import controls_beside
from tests.browser.drive import TABLES
from tests.browser.hosting import LISTENER, NO_STORAGE, WORDPRESS, assert_at_home, assert_high, at_rest, course_page, frame, move
from tests.conftest import FLAGS, chromium_path, until
from tests.serving import serving_here

SHARDING = "/embed/sharding?gpus=8"
LATE = """window.ResizeObserver = class { observe() {} disconnect() {} unobserve() {} };
const { get } = Object.getOwnPropertyDescriptor(Element.prototype, "clientWidth");
Object.defineProperty(Element.prototype, "clientWidth", { get() { return performance.now() < 1500 ? 0 : get.call(this); } });"""
KEEP_MESSAGES = 'window.messages = []; addEventListener("message", ({ data }) => messages.push(data));'


def test_on_another_site(visit, server):
    assert_at_home(visit(course_page(server, frame(server + SHARDING))), plotly=True)


def test_in_the_sandbox_of_wordpress(visit, server):
    sandboxed = 'sandbox="allow-scripts" security="restricted" data-secret="aB3dE5gH7j" height="400"'
    page = visit(course_page(server, frame(f"{server}{SHARDING}#?secret=aB3dE5gH7j", sandboxed), listener=WORDPRESS))
    assert_at_home(page, plotly=True)


def test_where_storage_is_blocked(visit, server):
    assert_at_home(visit(course_page(server, frame(server + SHARDING)), init=NO_STORAGE))


def test_behind_a_proxy_under_a_path(visit):
    with serving_here(Settings(root_path="/course/fsdp")) as server:
        assert_at_home(visit(course_page(server, frame(server + SHARDING))))


def test_on_a_dark_site(visit, server):
    """Dark as the reader’s system is, unless the author wants it light."""
    frames = frame(server + SHARDING) + frame(f"{server}{SHARDING}&theme=light")
    page = visit(course_page(server, frames, "background: #111; color: #eee; color-scheme: dark"), theme="dark")
    assert_at_home(page)
    at_rest(page.frames[2])
    red = "Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])"
    assert page.frames[1].evaluate(red) < 60 < page.frames[2].evaluate(red)


def test_a_bar_that_takes_room_is_there_only_where_something_scrolls(chromium, put, server):
    barred = chromium.browser_type.launch(executable_path=chromium_path(), args=FLAGS, ignore_default_args=["--hide-scrollbars"])
    page = barred.new_page(viewport={"width": 760, "height": 900})
    bar = "innerWidth - document.documentElement.clientWidth"
    frames = frame(server + "/embed/sharding", 'height="400"') + frame(server + "/embed/persistent-memory", 'height="880"')
    page.goto(put(course_page(server, frames, "width: 720px")))
    for number, inside in enumerate(page.frames[1:]):
        at_rest(inside)
        assert inside.evaluate("innerWidth") == 720
        inside.locator("[data-control=gpus] [data-range]").focus()
        for _ in range(8):
            page.keyboard.press("ArrowRight")
        at_rest(inside)
        assert_high(page, number)
        until(inside, f"{bar} === 0")
        inside.locator("summary", has_text="Show as table").first.click()
        assert_high(page, number)
        until(inside, f"{bar} === 0")
    page.goto(put(course_page(server, frame(server + "/embed/sharding", 'height="400"'), "width: 720px", listener="")))
    at_rest(page.frames[1])
    page.wait_for_timeout(700)
    assert page.frames[1].evaluate(bar) > 0
    barred.close()


def test_in_a_section_that_opens_later(visit, server):
    page = visit(course_page(server, f"<details><summary>Figure</summary>{frame(server + SHARDING)}</details>"))
    page.wait_for_timeout(100)
    page.evaluate("document.querySelector('details').open = true")
    assert_at_home(page)


def test_twenty_on_a_page(visit, server):
    """None loads Plotly unasked: twenty would keep the page busy for seconds."""
    figures = [f"{embed_path(step)}?figure={name}" for step in PAGES for name in step.figures]
    page = visit(course_page(server, "".join(frame(server + address) for address in [SHARDING, *figures][:20])))
    assert_at_home(page)
    assert len(page.frames) == 21
    for number, inside in enumerate(page.frames[1:]):
        until(inside, "Boolean(window.Walkthrough?.pace?.still() && document.querySelector('.plot > .drawing'))")
        assert_high(page, number)
    assert sum(inside.evaluate("Boolean(window.Plotly)") for inside in page.frames[1:]) <= 1  # where the pointer is


def test_in_a_narrow_column(visit, server):
    tall = ("/embed/tensor-parallelism", "/embed/retelling?units=GiB&params=1000T")
    page = visit(course_page(server, "".join(frame(server + address) for address in (SHARDING, *tall)), "width: 320px"), width=360)
    assert_at_home(page)
    for number, inside in enumerate(page.frames[1:]):
        at_rest(inside)
        assert_high(page, number)
        box = page.locator("iframe").nth(number).bounding_box()
        assert box["width"] == 320
        assert box["height"] < 1000


def test_out_of_sight_where_it_learns_its_width_late(visit, server):
    """A browser that is busy tells a frame its size after it has loaded, and observes nothing in frames that nobody sees."""
    page = visit(course_page(server, frame(server + SHARDING)), init=LATE)
    at_rest(page.frames[1])
    assert_high(page)


def test_in_a_page_opened_from_disk(visit, server, tmp_path):
    file = tmp_path / "course.html"
    file.write_text(course_page(server, frame(server + SHARDING)))
    page = visit("A course")
    page.goto(file.as_uri())
    assert_at_home(page)


def test_its_height_is_told_in_the_words_of_every_listener_and_followed(visit, server, put):
    """Nobody else’s is: a frame of another site stays as high as it was."""
    address = f"{server}{SHARDING}#?secret=abc123"
    stranger = put('<script>parent.postMessage({ type: "fsdp-walkthrough", version: 1, height: 900 }, "*")</script>')
    page = visit(course_page(server, frame(address) + frame(stranger), listener=LISTENER + KEEP_MESSAGES))
    inside = page.frames[1]
    at_rest(inside)
    assert page.locator("iframe").nth(1).bounding_box()["height"] == 400
    move(inside, "gpus")
    until(inside, "location.search.includes('gpus=1&')")  # the address follows; listeners know the frame by the first one
    before = page.locator("iframe").first.bounding_box()["height"]
    inside.evaluate("document.querySelector('.numbers').open = true")
    until(page, f"document.querySelector('iframe').offsetHeight > {before + 50}")
    assert_high(page)
    messages = page.evaluate("messages")
    own = [each for each in messages if isinstance(each, dict) and each.get("type") and each["height"] != 900]
    height = own[-1]["height"]
    assert own[-1] == {"type": "fsdp-walkthrough", "version": 1, "height": height, "step": "sharding"}
    assert {"subject": "lti.frameResize", "height": height} in messages
    assert {"message": "height", "value": height, "secret": "abc123"} in messages
    embedly = [json.loads(each) for each in messages if isinstance(each, str)][-1]
    assert embedly == {"src": address, "context": "iframe.resize", "height": height}


def test_figures_that_are_not_shown_are_led_to_with_the_settings(visit, server):
    page = visit(course_page(server, frame(server + "/embed/all-gather"), "width: 500px"))
    inside = page.frames[1]
    at_rest(inside)
    move(inside, "gpus")
    inside.locator(".other-figures a").click()
    inside.wait_for_url("**figure=training-step**")
    at_rest(inside)
    move(inside, "params")
    until(inside, "location.search.includes('params=1&')")
    assert "gpus=1" in inside.url
    assert "figure=training-step" in inside.url
    assert inside.evaluate("document.querySelector('[data-figure]').dataset.figure") == "training-step"
    assert_high(page)


def test_answers_are_marked_in_a_sandbox(visit, server):
    page = visit(course_page(server, frame(f"{server}/embed/self-check?answers=0", 'sandbox="allow-scripts" height="400"')))
    inside = page.frames[1]
    at_rest(inside)
    inside.locator("#persistent-answer").fill("28 GB")
    inside.locator("#persistent-answer").press("Enter")
    inside.locator("#persistent-result[data-verdict=right]").wait_for()


ALLOWED = """Object.fromEntries([...document.querySelectorAll("[data-test]")].map((cell) => [cell.dataset.test, cell.textContent]))"""


def test_the_self_test_says_what_the_site_allows(visit, server):
    """One frame that may do everything, and one in a sandbox whose height nobody hears, since it comes by another name."""
    free = frame(f"{server}/embed/self-test", 'height="300" allowfullscreen')
    bound = frame(f"{server.replace('127.0.0.1', 'localhost')}/embed/self-test", 'height="300" sandbox="allow-scripts"')
    page = visit(course_page(server, free + bound))
    for inside, allowed in zip(page.frames[1:], ("yes", "no"), strict=True):
        until(inside, "!document.body.textContent.includes('unknown')")
        answers = inside.evaluate(ALLOWED)
        assert answers.pop("storage") in ("no", allowed)  # browsers differ in what they let frames of other sites store
        assert answers == {"scripts": "yes", "requests": "yes", "frame": "yes", "height": allowed, "origin": allowed, "screen": allowed}


def test_the_builder_follows_each_choice(open_page):
    page = open_page("/embed?page=sharding", wait=False, permissions=["clipboard-read", "clipboard-write"])
    code = page.locator("#for-html code")
    page.locator("[name=state-rank]").select_option("hide")
    page.locator("[name=gpus]").fill("8")
    page.locator("[name=gpus]").press("Enter")
    until(page, "document.querySelector('#for-html code').textContent.includes('gpus=8&amp;hide=rank')")
    assert "hide=rank" in page.locator("[data-preview]").get_attribute("src")
    page.locator("[name=seed]").fill("ada")
    page.locator("[name=seed]").press("Enter")
    until(page, "document.querySelector('[name=params]').placeholder === '6.04B'")
    assert page.locator("[data-built=key] a").get_attribute("href") == "/key?seeds=ada&gpus=8"
    page.locator("[name=seed]").fill("")
    page.locator("[name=seed]").press("Enter")
    until(page, "document.querySelector('[name=params]').placeholder === '7B'")
    page.locator("#for-html [data-copy]").click()
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == code.text_content()
    at_rest(page.frames[1])
    until(page, "document.querySelector('[data-preview]').style.height !== ''")
    page.locator("[name=page]").focus()
    page.locator("[name=page]").select_option("limits")
    page.locator("[name=state-layer]").wait_for()
    assert page.evaluate("document.activeElement.name") == "page"
    assert "/embed/limits" in page.locator("[data-preview]").get_attribute("src")
    page.locator("[name=figure]").focus()
    page.locator("[name=figure]").select_option("activation-bar")
    page.locator("[name=state-batch]").wait_for()
    assert page.evaluate("document.activeElement.name") == "figure"
    assert not page.locator("[name=state-layer]").count()


def press_at_once(page, name, text, button):
    """Type into a box and press a button as a hand does, with nothing between."""
    box = button.bounding_box()
    page.locator(f"[name={name}]").click()
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(90)
    page.mouse.up()


@pytest.mark.parametrize("latency", [0, 300])
def test_what_was_typed_just_before_is_copied(open_page, latency):
    page = open_page("/embed?page=limits", height=4000, wait=False, permissions=["clipboard-read", "clipboard-write"])
    conditions = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", conditions)
    until(page, "document.querySelector('[data-preview]').style.height !== ''")
    button = page.locator("#for-html [data-copy]")
    for text, written in (("24", "gpus=24"), ("999999", "gpus=65536")):  # the second brings a notice, above the button
        page.evaluate("navigator.clipboard.writeText('nothing')")
        press_at_once(page, "gpus", text, button)
        until(page, "document.querySelector('#for-html [data-copy]').textContent === 'Copied'")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert written in copied
        assert copied == page.locator("#for-html code").text_content()
        page.wait_for_timeout(500)  # longer than the answer takes
        assert button.text_content() == "Copied"
        until(page, "document.querySelector('#for-html [data-copy]').textContent === 'Copy'")


def test_the_builder_follows_what_is_typed_and_leaves_the_box_alone(open_page):
    page = open_page("/embed?page=limits", wait=False)
    page.locator("#for-moodle summary").click()
    page.locator("[name=gpus]").click()
    page.keyboard.type("16")
    until(page, "document.querySelector('#for-moodle code').textContent.includes('gpus=16')")
    page.keyboard.type("0")
    until(page, "document.querySelector('#for-moodle code').textContent.includes('gpus=160')")
    assert page.evaluate("[document.activeElement.name, document.activeElement.value]") == ["gpus", "160"]
    assert page.locator(".builder-site[open]").get_attribute("id") == "for-moodle"
    page.locator("[name=figure]").select_option("one-gpu")  # other controls are on their way while the next value is typed
    page.locator("[name=params]").click()
    page.keyboard.type("13B")
    until(page, "document.querySelector('#for-moodle code').textContent.includes('params=13B&amp;gpus=160')")
    assert page.evaluate("[document.activeElement.name, document.activeElement.value]") == ["params", "13B"]


HEIGHTS = """async (addresses) => {
  const heights = [];
  document.documentElement.dataset.scripted = "";
  for (const address of addresses) {
    (window.kept ??= {})[address] ??= new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html").body;
    const body = kept[address];
    for (const each of body.querySelectorAll("[data-scripted]")) each.hidden = false; // as its script does
    for (const each of body.querySelectorAll("[data-unscripted]")) each.hidden = true;
    document.body.replaceWith(body);
    heights.push(body.getBoundingClientRect().height);
  }
  return heights;
}"""


def extremes(step):
    """The usual run, one with every setting at its largest, one with the longest names and numbers, and one with controls hidden."""
    fields = step.kind.FIELDS.values()
    largest = {field.name: field.values[-1] if field.kind == "choice" else field.text(field.high) for field in fields}
    named = {key: max(entries, key=lambda entry: len(entry.title)).slug for key, entries in (("model", MODELS), ("gpu", GPUS))}
    odd = {"gpus": 65_535, "batch": 4095, "seq": 1_048_575, "rank": 65_534, "moment": 21, "stage": 5, "stacks": "all", "units": "GiB"}
    return {}, largest, {**named, **odd}, {**largest, "hide": step.controls[0]}, {"hide": ",".join(step.controls)}


def test_a_fixed_height_is_enough_at_any_width_and_setting(open_page):
    """For whoever does not listen. WordPress gives a frame 1000 pixels at most: no page with figures needs more on a phone."""
    page = open_page("/embed/self-test", wait=False)
    for width in (WIDTH, 560, 320):
        page.set_viewport_size({"width": width, "height": 3000})
        assert page.evaluate("document.body.offsetHeight") <= framed_self_test("", {}, width).height, width
    asked = [
        (step, figure, run, f"{embed_path(step)}?{urlencode({'figure': figure, **run})}")
        for step in PAGES
        for figure in ("", *step.figures)
        for run in (extremes(step)[1:2] if figure else extremes(step))
    ]
    largest = [each for each in asked if each[2].get("gpus") == "65536" and "hide" not in each[2]]
    for width, some in ((WIDTH, asked), (640, largest), (400, largest), (320, asked)):
        page.set_viewport_size({"width": width, "height": 3000})
        for (step, figure, run, address), high in zip(some, page.evaluate(HEIGHTS, [each[-1] for each in some]), strict=True):
            hidden = {name for name in run.get("hide", "").split(",") if name in controls_beside(step, figure)}
            given = frame_height(step, width, len(hidden))
            assert high <= given, (address, width)
            assert given <= high + SPARE or run or width != WIDTH, (address, width)
            assert high < 1000 or not step.figures, (address, width)


SPLIT = """() => [...document.querySelectorAll(".builder-controls th")].flatMap((cell) => [...cell.childNodes].flatMap((node) =>
  [...node.textContent.matchAll(/\\p{L}+/gu)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    if (node.nodeType !== Node.TEXT_NODE) return false;
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word)))"""


def test_on_a_phone_the_builder_breaks_no_word_and_the_head_no_name(open_page):
    page = open_page("/embed", width=320, wait=False)
    for step in PAGES:
        page.goto(urljoin(page.url, f"/embed?page={step.slug}"))
        assert page.evaluate(SPLIT) == [], step.slug
        assert page.evaluate("document.documentElement.scrollWidth") == 320, step.slug
    page.set_viewport_size({"width": 640, "height": 900})
    high = page.evaluate("[...document.querySelectorAll('.progress ul a')].map((link) => link.getClientRects().length)")
    assert set(high) == {1}


def test_axe_finds_nothing(open_page):
    page = open_page("/embed/self-test", wait=False)
    light, dark = (
        ("/embed?page=limits&lock=gpus", "/key?seeds=1-5", "/embed/all-gather"),
        ("/embed/all-gather", "/embed/self-check?answers=0"),
    )
    for theme, width, paths in (("light", 1000, light), ("dark", 320, (*dark, "/embed/self-test", "/embed"))):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": 900})
        for path in paths:
            page.goto(urljoin(page.url, path))
            results = Axe().run(page)
            assert results.violations_count == 0, (path, results.generate_report())
            page.evaluate(TABLES)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
