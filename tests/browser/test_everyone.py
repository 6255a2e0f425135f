"""Keyboard, screen reader, narrow and zoomed screens, no scripts, reduced motion, forced colours, print: every page, every figure."""

import dataclasses

import pytest
from axe_playwright_python.sync_playwright import Axe
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.steps import catalog
from app.steps.catalog import PAGES
from app.web import pages
from tests.browser.drive import TABLES, settle, state
from tests.conftest import until

LESSON = [step.path for step in PAGES]
ABOUT = ["/about", "/notes", "/rooms"]
BROKEN = "/broken"
TOO_LONG = f"/{'x' * 5000}"
EVERY_PAGE = pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
EVERY_PLACE = pytest.mark.parametrize("path", [*LESSON, *ABOUT, "/nothing", TOO_LONG, BROKEN], ids=lambda path: path[:30])


@pytest.fixture
def fault(monkeypatch):
    """The page that tells of a fault of ours, as the server makes it."""

    def fail(_):
        raise ZeroDivisionError

    monkeypatch.setattr(pages, "PAGES", (dataclasses.replace(PAGES[0], readouts=fail), *catalog.PAGES[1:]))
    answer = TestClient(create_app(Settings(_env_file=None))).get(PAGES[0].path)
    assert answer.status_code == 500
    return answer


@pytest.fixture
def visit(open_page, faults, fault, server):
    """Open any page there is, of the lesson, about it, or of an error, which the browser may note as one; `plotly` waits for figures."""

    def open_place(path, *, plotly=False, **options):
        page = open_page("/about" if path == BROKEN else path, wait=plotly and path in LESSON, **options)
        if path == BROKEN:
            page.route(f"**{BROKEN}", lambda route: route.fulfill(status=500, headers=dict(fault.headers), body=fault.content))
            page.goto(server + path)
            assert "Error 500" in page.locator("main").text_content()
        if path not in (*LESSON, *ABOUT):
            faults.clear()
        return page

    return open_place


@EVERY_PLACE
def test_a_page_passes_axe_in_light_and_dark_and_is_no_wider_than_a_narrow_or_zoomed_screen(visit, path):
    page = visit(path, plotly=True, color_scheme="light")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        if path in LESSON:
            settle(page)
        results = Axe().run(page)
        assert results.violations_count == 0, f"{theme}: {results.generate_report()}"
    page.evaluate(TABLES)
    for width in (1280, 640, 320):  # 640 px at 1280 px wide is a zoom of 200 %
        page.set_viewport_size({"width": width, "height": 740})
        if path in LESSON:
            settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@EVERY_PAGE
def test_every_figure_has_a_name_a_sentence_and_a_table_in_the_accessibility_tree(open_page, step):
    page = open_page(step.path, wait=False)
    for name in step.figures:
        figure = page.locator(f"#{name}")
        picture = figure.get_by_role("img").first
        title = figure.locator("[data-title]").text_content()
        assert picture.evaluate("(e) => document.getElementById(e.getAttribute('aria-labelledby')).textContent") == title
        sentence = picture.evaluate("(e) => document.getElementById(e.getAttribute('aria-describedby')).textContent")
        assert sentence.endswith((".", "!", "?"))
        figure.locator("summary").click()
        assert figure.get_by_role("table").is_visible()
        assert figure.get_by_role("rowheader").count() >= 1


@EVERY_PLACE
def test_targets_are_large_enough(visit, path):
    page = visit(path, width=360, height=740)
    small = page.evaluate(
        """[...document.querySelectorAll('button, input, summary, .site a, .panel a, .pager a')]
           .filter((e) => e.checkVisibility() && !e.closest('.quiet') && e.type !== 'radio' && !e.classList.contains('skip'))
           .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect().width, e.getBoundingClientRect().height])
           .filter(([, width, height]) => width < 24 || height < 24)"""
    )
    assert small == []


@EVERY_PLACE
def test_everything_can_be_reached_by_keyboard(visit, path):
    page = visit(path)
    wanted = page.evaluate(
        """[...document.querySelectorAll('main button, main input, main summary, main a[href]')]
           .filter((e) => e.checkVisibility() && !e.disabled && !(e.type === 'radio' && !e.checked)).length"""
    )
    seen = set()
    for _ in range(wanted + 40):
        page.keyboard.press("Tab")
        seen.add(
            page.evaluate(
                """() => {
                  const e = document.activeElement;
                  const all = [...document.querySelectorAll('main button, main input, main summary, main a[href]')];
                  return all.indexOf(e);
                }"""
            )
        )
    assert len(seen - {-1}) == wanted


@EVERY_PAGE
def test_without_scripts_words_numbers_and_form_work(open_page, step):
    with_scripts = state(open_page(step.path, wait=False))
    page = open_page(step.path, scripts=False)
    for name in step.figures:
        assert page.locator(f"#{name} [data-sentence]").text_content() == with_scripts["sentences"][name]
        assert page.locator(f"#{name} [data-rows] tr").count() == len(with_scripts["tables"][name])
    if "params" in step.controls:
        page.locator("#params-box").fill("13B")
        with page.expect_navigation():
            page.get_by_role("button", name="Update").first.click()
        assert page.locator("#params-box").input_value() == "13B"
        assert "params=13B" in page.url


@EVERY_PLACE
def test_with_reduced_motion_nothing_glides(visit, path):
    page = visit(path, reduced_motion="reduce")
    gliding = page.evaluate(
        """() => {
          const glides = ({ transitionDuration, animationDuration, scrollBehavior }) =>
            /[1-9]/.test(transitionDuration + animationDuration) || scrollBehavior !== 'auto';
          return [...document.querySelectorAll('*')]
            .filter((e) => [null, '::before', '::after'].some((part) => glides(getComputedStyle(e, part))))
            .map((e) => e.outerHTML.slice(0, 80));
        }"""
    )
    assert gliding == []


@EVERY_PAGE
def test_nothing_moves_unasked_and_a_wheel_over_a_figure_scrolls_the_page(open_page, step):
    page = open_page(step.path, height=500)
    settle(page)
    before = page.locator("main").inner_html()
    page.wait_for_timeout(1500)
    assert page.locator("main").inner_html() == before
    if step.figures:
        page.locator("[data-plot]").first.hover()
        page.mouse.wheel(0, 200)
        until(page, "window.scrollY + document.querySelector('.stage, main').scrollTop > 0")


LOOK = """(e) => {
  const { color, backgroundColor, borderTopColor, outlineStyle, textDecorationLine } = getComputedStyle(e);
  return JSON.stringify([color, backgroundColor, borderTopColor, outlineStyle, textDecorationLine]);
}"""


@EVERY_PAGE
def test_forced_colours_leave_the_present_page_marked_and_every_control_an_edge(open_page, step):
    page = open_page(step.path, wait=False, forced_colors="active")
    for current in page.locator("[aria-current]").all():
        others = current.locator("xpath=ancestor::*[self::ol or self::ul][1]//a[not(@aria-current)]")
        assert current.evaluate(LOOK) not in [other.evaluate(LOOK) for other in others.all()]
    bare = page.evaluate(
        """() => {
          const ground = getComputedStyle(document.body).backgroundColor;
          const edge = ({ borderTopStyle, borderTopWidth, borderTopColor }) =>
            borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0 && borderTopColor !== ground;
          return [...document.querySelectorAll('[data-box], [data-nudge], [data-play], main button:not(.plain)')]
            .filter((e) => e.checkVisibility() && !edge(getComputedStyle(e)))
            .map((e) => e.outerHTML.slice(0, 80));
        }"""
    )
    assert bare == []


def test_a_change_is_said_once_the_reader_rests(open_page):
    page = open_page("/steps/data-parallel")
    page.locator("[data-control=params] [data-range]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('[data-announce]').textContent.length > 0")
    assert "every GPU would need" in page.locator("[data-announce]").text_content()
    assert page.locator("[data-announce]").get_attribute("aria-live") == "polite"


def test_a_slider_says_value_unit_and_meaning(open_page):
    page = open_page("/steps/data-parallel")
    assert page.locator("[data-control=params] [data-range]").get_attribute("aria-valuetext") == "7 billion parameters"
    assert page.locator("[data-control=gpus] [data-range]").get_attribute("aria-valuetext") == "4 GPUs"
    assert page.locator("[data-control=gpu_memory] [data-range]").get_attribute("aria-valuetext").replace("\xa0", " ") == (
        "80 GB of memory on each GPU"
    )


def test_the_theme_button_changes_figures_too(open_page):
    page = open_page("/steps/data-parallel", color_scheme="light")
    colour = "document.querySelector('[data-plot]').data[0].marker.color"
    assert page.evaluate(colour) == "#0072b2"
    button = page.locator("[data-theme-switch]")
    button.click()  # light
    button.click()  # dark
    until(page, f"{colour} === '#4ba6e0'")
    settle(page)
    assert "theme=dark" in page.url


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("/steps/data-parallel?gpus=64&hide=gpus", "gpus=64"),
        ("/steps/limits?checkpointing=on&lock=checkpointing", "checkpointing=on"),
        ("/steps/data-parallel?units=GiB&hide=units", "units=GiB"),
    ],
)
def test_without_scripts_a_hidden_or_locked_setting_is_kept(open_page, address, kept):
    page = open_page(address, scripts=False)
    with page.expect_navigation():
        page.get_by_role("button", name="Update").first.click()
    assert kept in page.url


OVERLAPS = """() => [...document.querySelectorAll('.panel .control')].flatMap((control) => {
  const parts = [...control.querySelectorAll('.control-title, .nudge, [data-range], [data-box], [data-play]')];
  const boxes = parts.filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
  const shared = (a, b, start, end) => Math.min(a[end], b[end]) - Math.max(a[start], b[start]);
  const meet = (a, b) => shared(a, b, 'left', 'right') > 1 && shared(a, b, 'top', 'bottom') > 1;
  return boxes.some((box, index) => boxes.slice(index + 1).some((other) => meet(box, other))) ? [control.dataset.control] : [];
})"""


@pytest.mark.parametrize("path", ["/steps/limits?params=174604259328&gpus=65536&layer=1812099072&seq=1048576&units=GiB", "/self-check"])
def test_the_parts_of_a_slider_lie_beside_each_other_at_every_width(open_page, path):
    page = open_page(path, wait=False)
    for width, height in ((1366, 768), (1280, 720), (1100, 800), (1024, 700), (900, 700), (640, 400), (360, 740), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERLAPS) == [], width
