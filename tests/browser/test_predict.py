"""A guess is dragged, typed or set by keyboard, and compared."""

import pytest
from axe_playwright_python.sync_playwright import Axe


def test_a_bar_is_dragged_and_shown(open_page):
    page = open_page("/predict/four-per-parameter", wait=False)
    slider = page.locator("[data-stop]")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    assert float(page.locator("[data-bar]").get_attribute("width").rstrip("%")) == pytest.approx(75, abs=2)
    assert page.locator("#guess-box").input_value() == slider.get_attribute("aria-valuetext")
    with page.expect_navigation():
        page.get_by_role("button", name="Show").click()
    assert page.locator("[data-verdict]").count() == 1
    assert page.locator(".truth").count() == 1


def test_by_keyboard_alone(open_page):
    page = open_page("/predict/all-gather", wait=False)
    page.locator("[data-stop]").focus()
    page.keyboard.press("End")
    assert page.locator("[data-bar]").get_attribute("width") == "100%"
    page.locator("#guess-box").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "too high by a factor of" in page.locator("[data-verdict]").text_content()


def test_without_scripts_a_guess_is_typed(open_page):
    page = open_page("/predict/all-gather?gpus=8", wait=False, scripts=False)
    assert not page.locator("[data-stop]").is_visible()
    page.locator("#guess-box").fill("14 GB")
    with page.expect_navigation():
        page.get_by_role("button", name="Show").click()
    assert "gpus=8" in page.url
    assert "You forgot the bubble" in page.locator("[data-verdict]").text_content()


@pytest.mark.parametrize(("path", "theme"), [("/predict/sharding", "light"), ("/predict/all-gather?guess=28GB", "dark")])
def test_it_is_for_everyone(open_page, path, theme):
    page = open_page(path, wait=False, width=320, height=740, color_scheme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
