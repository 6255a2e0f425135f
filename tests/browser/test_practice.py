"""Practice in a real browser: marking, repeats, the summary, and the page for everyone."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from app.steps.practice.catalog import BY_SLUG, practice_set
from app.steps.practice.problem import problem
from tests.conftest import until

PRACTICE = "/practice?level=2&series=s1"


@pytest.fixture
def practise(open_page):
    return lambda path=PRACTICE, **options: open_page(path, wait=False, **options)


def answer_to(form, right=True):
    """What to type or choose for the problem of a form."""
    made = problem(BY_SLUG[form.get_attribute("data-problem")], form.get_attribute("data-series"))
    if made.options:
        return next(option.slug for option in made.options if option.holds(made.run) is right)
    value = made.question.answer(made.run)
    return f"{value if right else value * 1.3 + 1:.0f}{' bytes' if made.question.unit == 'bytes' else ''}"


def give(page, form, right=True):
    given = answer_to(form, right)
    if form.locator("[type=radio]").count():
        form.locator(f"[type=radio][value='{given}']").check()
    else:
        form.locator("[name=answer]").fill(given)
    form.locator("[data-result]").evaluate("(e) => { e.textContent = ''; }")  # what was said of an answer before
    form.get_by_role("button", name="Check").click()
    name = form.get_attribute("id")
    until(page, f"document.getElementById('{name}').dataset.outcome && document.getElementById('{name}-result').textContent.length > 0")
    return form.locator("[data-result]").text_content()


def summary(page, step):
    return [cell.strip() for cell in page.locator(f"[data-summary={step}] td").all_text_contents()]


def test_what_is_missed_comes_back_with_other_numbers_and_again_after_that(practise):
    page = practise()
    forms = page.locator("[data-problem]")
    first = forms.first
    slug, step = first.get_attribute("data-problem"), first.get_attribute("data-step")
    assert give(page, first, right=False).startswith("Not yet")
    assert summary(page, step)[:3] == ["not yet solid", "1", "0"]
    for place in (1, 2):
        assert give(page, forms.nth(place)).startswith("Right.")
    until(page, "document.querySelectorAll('[data-problem]').length === 7")
    again = page.locator("[data-repeat=first]")
    assert again.get_attribute("data-problem") == slug
    assert again.locator("p").first.text_content() != first.locator("p").first.text_content()
    assert "Once more, below" in page.locator("[data-once-more]").text_content()
    give(page, again)
    assert summary(page, step)[:3] == ["one more to go", "2", "1"]
    for place in (3, 4, 5):
        give(page, forms.nth(place))
    until(page, "document.querySelectorAll('[data-repeat=last]').length === 1")
    give(page, page.locator("[data-repeat=last]"))
    assert summary(page, step)[:3] == ["✓ solid", "3", "2"]


def test_a_second_try_and_a_hint_do_not_count_as_right_at_the_first(practise):
    page = practise()
    one, two = page.locator("[data-problem]").first, page.locator("[data-problem]").nth(1)
    give(page, one, right=False)
    assert give(page, one).startswith("Right.")
    assert summary(page, one.get_attribute("data-step"))[1:3] == ["1", "0"]
    two.locator("summary").first.click()
    two.locator("summary").first.click()
    give(page, two)
    assert summary(page, two.get_attribute("data-step"))[1:3] == ["1", "0"]


def test_nothing_is_stored(practise):
    page = practise()
    give(page, page.locator("[data-problem]").first)
    assert page.evaluate("localStorage.length + sessionStorage.length + document.cookie.length") == 0


def test_the_summary_prints_alone(practise):
    page = practise()
    page.evaluate("window.print = () => { document.title = String('printing' in document.documentElement.dataset) }")
    page.locator("[data-print]").click()
    assert page.title() == "true"
    page.evaluate("document.documentElement.dataset.printing = ''")
    page.emulate_media(media="print")
    shown = page.evaluate(
        "[...document.querySelectorAll('main > *')].filter((e) => e.checkVisibility()).map((e) => "
        "e.ariaLabelledByElements?.[0]?.id ?? e.getAttribute('aria-labelledby'))"
    )
    assert shown == ["solid"]


def test_by_keyboard_alone(practise):
    page = practise()
    form = page.locator("[data-problem]").first
    box = form.locator("[name=answer]").first
    box.focus()
    page.keyboard.type(answer_to(form))
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('[data-outcome=clean]').length === 1")
    assert "only=" not in page.url


def test_without_scripts_the_form_brings_the_result_and_no_summary_is_promised(practise):
    page = practise(scripts=False)
    made = next(each for each in practice_set(2, "s1") if not each.options)
    form = page.locator(f"[data-problem={made.template.slug}]")
    form.locator("[name=answer]").fill(answer_to(form))
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "series=s1" in page.url
    assert page.locator(f"[data-problem={made.template.slug}] [data-result]").text_content().startswith("Right.")
    assert not page.locator("[data-print]").is_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(practise, theme):
    page = practise("/practice?level=0&series=s1", color_scheme=theme)
    page.get_by_role("button", name="Show the solution").first.click()
    page.locator("summary").first.click()
    until(page, "document.querySelector('[data-outcome=missed]') !== null")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("width", [320, 640])
def test_nothing_is_wider_than_the_screen_and_targets_are_large_enough(practise, width):
    page = practise("/practice?level=0&series=s1", width=width, height=740)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        """[...document.querySelectorAll('main button, main input, main summary, main select, .levels a, .options label')]
           .filter((e) => e.checkVisibility() && e.type !== 'radio').map((e) => [e.outerHTML.slice(0, 60), e.getBoundingClientRect()])
           .filter(([, box]) => box.width < 24 || box.height < 24).map(([name]) => name)"""
    )
    assert small == []
