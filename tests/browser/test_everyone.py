"""Keyboard, screen reader, narrow and zoomed screens, no scripts, reduced motion, forced colours, print: every page, every figure."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from app.steps.catalog import PAGES
from tests.browser.drive import settle, state
from tests.conftest import until

EVERY_PAGE = pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)


@EVERY_PAGE
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_page, step, theme):
    page = open_page(step.path, color_scheme=theme)
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@EVERY_PAGE
@pytest.mark.parametrize("width", [320, 640])  # 640 px at 1280 px wide is a zoom of 200 %
def test_nothing_is_wider_than_the_screen(open_page, step, width):
    page = open_page(step.path, width=width, height=740)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@EVERY_PAGE
def test_every_figure_has_a_name_a_sentence_and_a_table_in_the_accessibility_tree(open_page, step):
    page = open_page(step.path)
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


@EVERY_PAGE
def test_targets_are_large_enough(open_page, step):
    page = open_page(step.path, width=360, height=740)
    small = page.evaluate(
        """[...document.querySelectorAll('button, input, summary, .site a, .panel a, .pager a')]
           .filter((e) => e.checkVisibility() && !e.closest('.quiet') && e.type !== 'radio' && !e.classList.contains('skip'))
           .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect().width, e.getBoundingClientRect().height])
           .filter(([, width, height]) => width < 24 || height < 24)"""
    )
    assert small == []


@EVERY_PAGE
def test_everything_can_be_reached_by_keyboard(open_page, step):
    page = open_page(step.path)
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
    with_scripts = state(open_page(step.path))
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


@EVERY_PAGE
def test_reduced_motion_moves_nothing(open_page, step):
    page = open_page(step.path, reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0


@EVERY_PAGE
def test_nothing_moves_unasked(open_page, step):
    page = open_page(step.path)
    settle(page)
    before = page.locator("main").inner_html()
    page.wait_for_timeout(1500)
    assert page.locator("main").inner_html() == before


@EVERY_PAGE
def test_forced_colours_keep_every_control_visible(open_page, step):
    page = open_page(step.path, forced_colors="active")
    for box in page.locator("[data-box]").all():
        assert box.is_visible()


@pytest.mark.parametrize("step", [step for step in PAGES if step.figures], ids=lambda step: step.slug)
def test_a_wheel_over_a_figure_scrolls_the_page(open_page, step):
    page = open_page(step.path, height=500)
    page.locator("[data-plot]").first.hover()
    page.mouse.wheel(0, 200)
    page.wait_for_timeout(300)
    assert page.evaluate("window.scrollY + document.querySelector('.stage, main').scrollTop") > 0


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


def test_with_gib_chosen_memory_is_in_gib_and_the_address_stays_exact(open_page):
    page = open_page("/steps/data-parallel?gpu_memory=80GB&units=GiB")
    box, bounds = page.locator("#gpu_memory-box"), page.locator("#gpu_memory-help [data-accepted]")
    assert (box.input_value(), bounds.text_content()) == ("≈74.5GiB", "0.932GiB to 9.09TiB")
    page.get_by_role("radio", name="GB", exact=True).check()
    settle(page)
    assert (box.input_value(), bounds.text_content()) == ("80GB", "1GB to 10TB")
    page.get_by_role("radio", name="GiB", exact=True).check()
    settle(page)
    assert (box.input_value(), bounds.text_content()) == ("≈74.5GiB", "0.932GiB to 9.09TiB")
    assert "gpu_memory=80GB" in page.url
    box.focus()
    page.keyboard.type("80GiB")  # over what was there
    page.keyboard.press("Tab")
    settle(page)
    assert box.input_value() == "80GiB"
    assert "gpu_memory=85899345920B" in page.url
