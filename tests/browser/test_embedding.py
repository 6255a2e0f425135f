"""In a course site a frame draws its figures, follows its sliders, has the right height, and leaves everything else alone."""

import json
from urllib.parse import urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe

from app.settings import Settings
from app.steps.catalog import PAGES
from app.web.embed import embed_path
from app.web.embed_size import SPARE, WIDTH, frame_height
from tests.browser.hosting import LISTENER, WORDPRESS, at_rest, course_page, frame, hosting, move
from tests.conftest import until
from tests.serving import serving_here

SHARDING = "/embed/sharding?gpus=8"
NO_STORAGE = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
}
Object.defineProperty(document, "cookie", { get() { throw new DOMException("blocked", "SecurityError"); } });"""
KEEP_MESSAGES = 'window.messages = []; addEventListener("message", ({ data }) => messages.push(data));'


@pytest.fixture(scope="module")
def put():
    with hosting() as put:
        yield put


@pytest.fixture
def visit(chromium, put, faults):
    """A function that puts a page on the course site and opens it."""
    contexts = []

    def visit(body, width=1000, height=800, init="", **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        faults.watch(page)
        if init:
            page.add_init_script(init)
        page.goto(put(body))
        return page

    yield visit
    for context in contexts:
        context.close()


def words(inside):
    return inside.evaluate("document.querySelector('[data-sentence]').textContent")


def assert_high(page, number=0):
    """The frame is as high as what is in it, and nothing in it scrolls."""
    element = page.locator("iframe").nth(number)
    element.scroll_into_view_if_needed()  # out of sight its window keeps the size that it had
    inside = element.element_handle().content_frame()
    content = inside.evaluate("document.body.getBoundingClientRect().height")
    assert abs(element.bounding_box()["height"] - content) <= 2
    until(inside, "document.documentElement.scrollHeight - innerHeight <= 2")
    assert inside.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def assert_at_home(page, number=0):
    """The figure is drawn, the sliders are live, the height is right, and the course page keeps its focus, its place and its wheel."""
    inside = page.locator("iframe").nth(number).element_handle().content_frame()
    at_rest(inside)
    assert inside.evaluate("document.querySelector('.plot > .drawing').getBoundingClientRect().height") > 100
    assert page.evaluate("[document.activeElement.id, scrollY]") == ["notes", 0]
    before = words(inside)
    move(inside, "gpus")
    assert words(inside) != before
    assert page.evaluate("[document.activeElement.id, scrollY]") == ["notes", 0]
    assert_high(page, number)
    page.evaluate("scrollTo(0, 0)")
    point_at(page, inside, page.locator("iframe").nth(number).bounding_box())
    until(inside, "Walkthrough.interactive.settled()", seconds=30)  # pointed at, it is Plotly's
    for turned in (120, 240):
        page.mouse.wheel(0, 120)
        until(page, f"scrollY === {turned}")


def point_at(page, inside, box):
    """Move the pointer over the figure of a frame, in and out, until the frame has noticed: a busy one may miss the first time."""
    for way in range(20):
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + (150 if way % 2 else -20))
        page.wait_for_timeout(100)
        if way % 2 and inside.evaluate("Boolean(document.querySelector('link[rel=preload]'))"):
            return


def test_on_another_site(visit, server):
    assert_at_home(visit(course_page(server, frame(server + SHARDING))))


def test_in_the_sandbox_of_wordpress(visit, server):
    sandboxed = 'sandbox="allow-scripts" security="restricted" data-secret="aB3dE5gH7j" height="400"'
    page = visit(course_page(server, frame(f"{server}{SHARDING}#?secret=aB3dE5gH7j", sandboxed), listener=WORDPRESS))
    assert_at_home(page)


def test_where_storage_is_blocked(visit, server):
    assert_at_home(visit(course_page(server, frame(server + SHARDING)), init=NO_STORAGE))


def test_behind_a_proxy_under_a_path(visit):
    with serving_here(Settings(root_path="/course/fsdp")) as server:
        assert_at_home(visit(course_page(server, frame(server + SHARDING))))


@pytest.mark.parametrize(("theme", "dark"), [("", True), ("&theme=light", False)])
def test_on_a_dark_site(visit, server, theme, dark):
    page = visit(
        course_page(server, frame(server + SHARDING + theme), "background: #111; color: #eee; color-scheme: dark"), color_scheme="dark"
    )
    assert_at_home(page)
    red = page.frames[1].evaluate("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])")
    assert (red < 60) == dark


def test_in_a_section_that_opens_later(visit, server):
    page = visit(course_page(server, f"<details><summary>Figure</summary>{frame(server + SHARDING)}</details>"))
    page.wait_for_timeout(300)
    page.evaluate("document.querySelector('details').open = true")
    page.wait_for_timeout(100)
    assert_at_home(page)


def test_twenty_on_a_page(visit, server):
    """None loads Plotly unasked: twenty would keep the page busy for seconds."""
    figures = [f"{embed_path(step)}?figure={name}" for step in PAGES for name in step.figures]
    page = visit(course_page(server, "".join(frame(server + address) for address in [SHARDING, *figures * 2][:20])))
    assert_at_home(page)
    for number, inside in enumerate(page.frames[1:]):
        at_rest(inside)
        assert_high(page, number)
        assert inside.evaluate("Boolean(document.querySelector('.plot > .drawing'))")
    assert len(page.frames) == 21
    assert sum(inside.evaluate("Boolean(window.Plotly)") for inside in page.frames[1:]) <= 1  # where the pointer is


def test_in_a_narrow_column(visit, server):
    addresses = [SHARDING, *(embed_path(step) for step in PAGES if step.figures)]
    page = visit(course_page(server, "".join(frame(server + address) for address in addresses), "width: 320px"), width=360)
    assert_at_home(page)
    for number, inside in enumerate(page.frames[1:]):
        at_rest(inside)
        assert_high(page, number)
        box = page.locator("iframe").nth(number).bounding_box()
        assert box["width"] == 320
        assert box["height"] < 1000, addresses[number]


def test_in_a_page_opened_from_disk(visit, server, tmp_path):
    file = tmp_path / "course.html"
    file.write_text(course_page(server, frame(server + SHARDING)))
    page = visit("A course")
    page.goto(file.as_uri())
    assert_at_home(page)


def test_its_height_is_told_in_the_words_of_every_listener(visit, server):
    address = f"{server}{SHARDING}#?secret=abc123"
    page = visit(course_page(server, frame(address), listener=KEEP_MESSAGES))
    at_rest(page.frames[1])
    move(page.frames[1], "gpus")
    until(page.frames[1], "location.search.includes('gpus=1&')")  # the address follows; listeners know the frame by the first one
    page.frames[1].evaluate("document.querySelector('.numbers').open = true")
    page.wait_for_timeout(150)
    messages = page.evaluate("messages")
    own = [each for each in messages if isinstance(each, dict) and each.get("type")]
    height = own[-1]["height"]
    assert own[-1] == {"type": "fsdp-walkthrough", "version": 1, "height": height, "step": "sharding"}
    assert {"subject": "lti.frameResize", "height": height} in messages
    assert {"message": "height", "value": height, "secret": "abc123"} in messages
    embedly = [json.loads(each) for each in messages if isinstance(each, str)][-1]
    assert embedly == {"src": address, "context": "iframe.resize", "height": height}


def test_its_height_follows_what_opens_in_it(visit, server):
    page = visit(course_page(server, frame(server + SHARDING)))
    inside = page.frames[1]
    at_rest(inside)
    before = page.locator("iframe").bounding_box()["height"]
    inside.evaluate("document.querySelector('.numbers').open = true")
    page.wait_for_timeout(150)
    assert page.locator("iframe").bounding_box()["height"] > before + 50
    assert_high(page)


def test_the_listener_takes_no_height_from_others(visit, server, put):
    stranger = put('<script>parent.postMessage({ type: "fsdp-walkthrough", version: 1, height: 900 }, "*")</script>')
    page = visit(course_page(server, frame(server + SHARDING) + frame(stranger)))
    at_rest(page.frames[1])
    assert page.locator("iframe").nth(1).bounding_box()["height"] == 400


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


LOAD = "(address) => new Promise((done) => Object.assign(document.querySelector('iframe'), { src: address, onload: done }))"
ALLOWED = """Object.fromEntries([...document.querySelectorAll("[data-test]")].map((cell) => [cell.dataset.test, cell.textContent]))"""


@pytest.mark.parametrize("sandboxed", [False, True])
def test_the_self_test_says_what_the_site_allows(visit, server, sandboxed):
    rights = 'sandbox="allow-scripts"' if sandboxed else "allowfullscreen"
    page = visit(course_page(server, frame(f"{server}/embed/self-test", f'height="300" {rights}'), listener="" if sandboxed else LISTENER))
    inside = page.frames[1]
    until(inside, "!document.body.textContent.includes('unknown')")
    free = "no" if sandboxed else "yes"
    answers = inside.evaluate(ALLOWED)
    assert answers.pop("storage") in ("no", free)  # browsers differ in what they let frames of other sites store
    assert answers == {"scripts": "yes", "requests": "yes", "frame": "yes", "height": free, "origin": free, "screen": free}


def test_the_builder_follows_each_choice(open_page):
    page = open_page("/embed?page=sharding", wait=False, permissions=["clipboard-read", "clipboard-write"])
    code = page.locator("#for-html code")
    page.locator("[name=state-rank]").select_option("hide")
    page.locator("[name=gpus]").fill("8")
    page.locator("[name=gpus]").press("Enter")
    until(page, "document.querySelector('#for-html code').textContent.includes('gpus=8&amp;hide=rank')")
    assert "hide=rank" in page.locator("[data-preview]").get_attribute("src")
    page.locator("#for-html [data-copy]").click()
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == code.text_content()
    at_rest(page.frames[1])
    until(page, "document.querySelector('[data-preview]').style.height !== ''")
    page.locator("[name=page]").select_option("limits")
    page.locator("[name=state-batch]").wait_for()
    assert page.evaluate("document.activeElement.name") == "page"
    assert "/embed/limits" in page.locator("[data-preview]").get_attribute("src")


def test_a_fixed_height_is_enough_and_not_much_too_much(visit, server):
    """For whoever does not listen: at the width of a usual column, and of a phone."""
    pages, figures = [(step, "") for step in PAGES], [(step, name) for step in PAGES for name in step.figures]
    page = visit(course_page(server, frame(server + "/embed/start")), width=WIDTH + 16)
    for width, framed in ((WIDTH, pages + figures), (320, pages)):
        page.set_viewport_size({"width": width + 16, "height": 800})
        for step, name in framed:
            page.evaluate(LOAD, f"{server}{embed_path(step)}?figure={name}")
            high = page.frames[1].evaluate("document.body.getBoundingClientRect().height")
            assert high <= frame_height(step, name, width) <= high + SPARE, (step.slug, name, width)


@pytest.mark.parametrize(("theme", "width"), [("light", 1000), ("dark", 320)])
def test_axe_finds_nothing(open_page, theme, width):
    page = open_page("/embed/all-gather", wait=False, width=width, color_scheme=theme)
    for path in ("/embed/all-gather", "/embed/self-check?answers=0", "/embed/self-test", "/embed?page=limits&lock=gpus", "/key?seeds=1-5"):
        page.goto(urljoin(page.url, path))
        results = Axe().run(page)
        assert results.violations_count == 0, (path, results.generate_report())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
