"""Taking a slider in hand moves nothing but the slider."""

import pytest

from app.steps.catalog import PAGES


@pytest.mark.parametrize("step", [step for step in PAGES if step.figures], ids=lambda step: step.slug)
def test_focus_on_a_slider_in_view_does_not_scroll(open_page, step):
    page = open_page(step.path, wait=False)
    for width, height in ((1440, 900), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.activeElement.blur(); document.querySelector('.stage').scrollIntoView()")
        slider = page.locator("[data-range]").first
        before = page.evaluate("window.scrollY")
        assert slider.evaluate("(e) => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; }")
        slider.focus()
        page.wait_for_timeout(400)
        assert page.evaluate("window.scrollY") == before


def test_leaving_a_box_moves_nothing_that_one_is_about_to_click(open_page):
    page = open_page("/steps/data-parallel#memory-against-n")
    place = "document.querySelector('#dp-copies [data-copy-link]').getBoundingClientRect().top + scrollY"
    before = page.evaluate(place)
    page.locator("#params-box").focus()
    assert page.locator("#params-help").bounding_box()["height"] > 20
    assert page.evaluate(place) == before
    page.evaluate("document.activeElement.blur()")
    assert page.evaluate(place) == before
