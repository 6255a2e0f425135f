"""Terms in a real browser: marked once, opened and closed by mouse and keyboard, said to a screen reader."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from app.steps.glossary import TERMS

PAGE = "/steps/all-gather"
SENTENCE = {term.slug: term.sentence for term in TERMS}


def test_each_term_is_marked_once_where_it_first_stands(open_page):
    page = open_page(PAGE)
    marked = page.locator("[data-term]").evaluate_all("(all) => all.map((e) => e.dataset.term)")
    assert len(marked) == len(set(marked)) >= 5
    plain = open_page(PAGE, scripts=False)
    words, same = (each.locator(".prose > p").all_inner_texts() for each in (page, plain))
    assert words == same != []


# How far each sign that follows a term stands from the term's end, in pixels.
GAPS = """() => [...document.querySelectorAll('.term-end')].map((end) => {
  const sign = document.createRange();
  sign.selectNode(end.lastChild);
  return Math.abs(sign.getBoundingClientRect().left - end.querySelector('.term').getBoundingClientRect().right);
})"""


def test_no_line_begins_with_the_sign_that_ends_a_sentence(open_page):
    page = open_page("/", height=740)
    for width in range(320, 1400, 40):
        page.set_viewport_size({"width": width, "height": 740})
        gaps = page.evaluate(GAPS)
        assert len(gaps) > 2
        assert max(gaps) < 1, width


def test_a_click_brings_the_sentence_and_another_takes_it_away(open_page):
    page = open_page(PAGE)
    word = page.locator("[data-term=all-gather]")
    word.click()
    note = page.get_by_role("status").filter(has_text=SENTENCE["all-gather"])
    assert note.is_visible()
    assert word.get_attribute("aria-expanded") == "true"
    assert word.evaluate("(e) => e.nextElementSibling.id === e.getAttribute('aria-controls')")
    word.click()
    assert not note.is_visible()
    assert word.get_attribute("aria-expanded") == "false"


def test_by_keyboard_alone(open_page):
    page = open_page(PAGE)
    first, second = page.locator("[data-term]").nth(0), page.locator("[data-term]").nth(1)
    note = page.locator("#term-note")
    first.focus()
    page.keyboard.press("Enter")
    assert note.text_content() == SENTENCE[first.get_attribute("data-term")]
    page.keyboard.press("Escape")
    assert not note.is_visible()
    assert first.evaluate("(e) => e === document.activeElement")
    page.keyboard.press("Space")
    assert note.is_visible()
    page.keyboard.press("Tab")
    assert not note.is_visible()
    assert second.evaluate("(e) => e === document.activeElement")


@pytest.mark.parametrize(("width", "theme"), [(320, "light"), (1280, "dark")])
def test_the_sentence_stays_on_the_screen_and_axe_finds_nothing(open_page, width, theme):
    page = open_page(PAGE, width=width, height=740, color_scheme=theme)
    for place in range(page.locator("[data-term]").count()):
        page.locator("[data-term]").nth(place).click()
        box = page.locator("#term-note").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("path", ["/glossary", "/teach"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_glossary_and_teachers_pack_are_for_everyone(open_page, path, theme):
    page = open_page(path, wait=False, width=320, height=740, color_scheme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
