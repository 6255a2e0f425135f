"""Sliders, boxes, buttons and the address move together, and what is shown is what the server says for that address."""

import re

import pytest

from app.steps.catalog import FIELDS, NOTES, PAGES, STEPS
from tests.browser.drive import assert_shows, live, readouts, settle
from tests.conftest import until, wait_for_figures

# Every slider of the lesson, and of each note the first: they are all of one make.
LADDERS = {step.slug: [name for name in step.controls if FIELDS[name].kind == "ladder"][: 1 if step in NOTES else None] for step in PAGES}


def slider(page, name):
    return page.locator(f"[data-control={name}] [data-range]")


def requests(page):
    """The addresses asked for from now on; the icon apart, which headless browsers ask for whenever the address changes."""
    sent = []
    page.on("request", lambda request: None if request.url.endswith("icon.svg") else sent.append(request.url))
    return sent


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_a_page_arrives_complete_follows_each_slider_by_a_rung_and_comes_back_after_a_reload(open_page, server, step):
    page = open_page(step.path)
    assert_shows(page, live(page, server))
    for name in LADDERS[step.slug]:
        before = int(slider(page, name).input_value())
        slider(page, name).focus()
        page.keyboard.press("ArrowRight")
        settle(page)
        assert int(slider(page, name).input_value()) == before + 1, name
        assert f"{name}=" in page.url
        assert_shows(page, live(page, server))
    if step in STEPS:
        before = live(page, server)
        page.reload()
        wait_for_figures(page)
        settle(page)
        assert_shows(page, before)


def test_dragging_sends_no_request(open_page, server):
    page = open_page("/steps/data-parallel")
    slider(page, "gpus").focus()
    settle(page)
    sent = requests(page)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    settle(page)
    assert sent == []
    assert_shows(page, live(page, server))


def test_one_sweep_is_fetched_when_a_slider_is_about_to_be_used(open_page):
    page = open_page("/steps/data-parallel")
    sent = requests(page)
    slider(page, "gpus").hover()
    slider(page, "gpus").focus()
    settle(page)
    assert len(sent) == 1
    assert "/sweep?" in sent[0]
    assert "over=gpus" in sent[0]


def test_two_sliders_in_turn_never_show_a_stale_mix(open_page, server):
    page = open_page("/steps/data-parallel")
    for name, key in (
        ("gpus", "ArrowRight"),
        ("params", "ArrowRight"),
        ("gpus", "PageUp"),
        ("gpu_memory", "ArrowLeft"),
        ("params", "Home"),
    ):
        slider(page, name).focus()
        page.keyboard.press(key)
        page.keyboard.press(key)
    settle(page)
    assert_shows(page, live(page, server))


def test_the_newest_value_wins_when_answers_come_late_and_out_of_order(open_page, server):
    page = open_page("/steps/data-parallel")
    page.evaluate("""() => {
      const delays = [1200, 100, 600];
      const real = window.fetch;
      window.fetch = async (...asked) => {
        await new Promise((done) => setTimeout(done, delays.shift() ?? 0));
        return real(...asked);
      };
    }""")
    box = page.locator("#params-box")
    for text in ("8B", "9B", "13B"):
        box.fill(text)
        box.press("Enter")
    until(page, "document.querySelector('[data-readout=substitution]').textContent.includes('208')")
    settle(page)
    assert "params=13B" in page.url
    assert_shows(page, live(page, server))


def test_a_value_between_two_rungs_gets_a_rung_of_its_own(open_page):
    page = open_page("/steps/data-parallel?params=6738415616")
    value = slider(page, "params").input_value()
    slider(page, "params").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#params-box").input_value() == "7B"
    page.keyboard.press("ArrowLeft")
    assert page.locator("#params-box").input_value() == "≈6.738B"
    assert slider(page, "params").input_value() == value


def test_buttons_move_one_rung_each_way(open_page):
    page = open_page("/steps/data-parallel")
    more, less = page.get_by_label("More: GPUs"), page.get_by_label("Less: GPUs")
    more.click()
    assert page.locator("#gpus-box").input_value() == "6"
    less.click()
    less.click()
    assert page.locator("#gpus-box").input_value() == "3"


def test_a_box_takes_what_people_write(open_page):
    page = open_page("/steps/data-parallel")
    for text, params, shown in (
        ("70B", "70B", "16 × 70B = 1.12 TB"),
        ("1_000_000_000", "1B", "16 × 1B = 16 GB"),
        ("7e10", "70B", "16 × 70B = 1.12 TB"),
    ):
        page.locator("#params-box").fill(text)
        page.locator("#params-box").press("Enter")
        settle(page)
        assert readouts(page)["substitution"].replace("\xa0", " ") == f"{shown} on every GPU"
        assert f"params={params}&" in page.url


def test_a_box_says_what_it_cannot_use_and_keeps_the_rest(open_page, faults):
    page = open_page("/steps/data-parallel?gpus=16")
    page.locator("#params-box").fill("lots")
    page.locator("#params-box").press("Enter")
    message = page.locator("[data-control=params] .error")
    message.wait_for()
    assert re.search(r"not a number.*1 to 1000T.*7B", message.text_content())
    assert page.locator("#gpus-box").input_value() == "16"
    assert "112 GB" in readouts(page)["substitution"].replace("\xa0", " ")
    faults.clear()  # the browser logs the 422
    page.locator("#params-box").fill("13B")
    page.locator("#params-box").press("Enter")
    settle(page)
    assert page.locator(".error").count() == 0
    assert "gpus=16" in page.url
    assert "params=13B" in page.url


def test_a_value_that_is_refused_takes_no_other_change_with_it(open_page, server, faults):
    page = open_page("/steps/data-parallel")
    page.route("**/live?*", lambda route: (page.wait_for_timeout(150), route.continue_()))
    page.locator("#params-box").fill("lots")
    page.locator("#params-box").press("Enter")
    page.locator("#gpus-box").fill("5")  # between two rungs, so it is asked for by itself
    page.locator("#gpus-box").press("Enter")
    page.locator("[data-control=params] .error").wait_for()
    until(page, "document.querySelector('[data-readout=copies]')?.textContent.includes('5') ?? location.search.includes('gpus=5')")
    settle(page)
    assert "gpus=5" in page.url
    assert page.locator("#params-box").input_value() == "lots"
    box = page.locator("#params-box")
    described = box.get_attribute("aria-describedby").split()
    assert "not a number" in page.locator(f"#{described[0]}").text_content()
    page.locator(".presets summary").first.click()
    page.get_by_role("link", name="GPT-2 124M").click()
    until(page, "document.querySelector('[data-name=model]').textContent.startsWith('GPT-2')")
    settle(page)
    faults.clear()  # the browser logs the 422
    assert page.locator(".error").count() == 0
    assert box.get_attribute("aria-invalid") is None
    assert_shows(page, live(page, server))


def test_a_link_followed_before_the_answer_takes_the_change_along(open_page):
    page = open_page("/steps/data-parallel")
    page.route("**/live?*", lambda route: None)  # no answer
    page.route("**/sweep?*", lambda route: None)
    page.locator("#params-box").fill("13B")
    page.locator("#params-box").press("Enter")
    page.locator("a[rel=next]").click()
    page.wait_for_url("**/steps/sharding?*")
    assert "params=13B" in page.url


def test_a_layer_larger_than_the_model_is_lowered_and_said(open_page):
    page = open_page("/steps/all-gather")
    slider(page, "params").focus()
    settle(page)
    page.keyboard.press("Home")
    settle(page)
    notice = page.locator("[data-notices]")
    assert notice.is_visible()
    assert "lowered from 202M to 1 parameter:" in notice.text_content()
    page.keyboard.press("End")
    settle(page)
    assert page.locator("#layer-box").input_value() == "202M"  # the reader's own layer is back with the larger model
    assert notice.is_hidden()


def test_a_reload_right_after_a_change_keeps_it(open_page):
    page = open_page("/steps/data-parallel")
    page.locator("#params-box").fill("13B")
    page.locator("#params-box").press("Enter")
    page.reload()
    assert page.locator("#params-box").input_value() == "13B"


def test_a_text_too_long_for_a_number_stays_within_the_page_and_is_refused(open_page, faults):
    page = open_page("/steps/limits", width=320, height=640)
    page.locator("#params-box").evaluate("(box, text) => (box.value = text)", "9" * 3000)
    page.locator("#params-box").dispatch_event("change")
    page.locator("[data-control=params] .error").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    faults.clear()  # the browser logs the 422


def test_a_list_of_presets_opens_within_the_window(open_page):
    page = open_page("/steps/parameter-bytes")
    for width, height in ((320, 568), (640, 400), (720, 450), (1024, 700), (1280, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for title in page.locator(".presets summary").all():
            title.click()
            box = page.locator(".presets[open] ul").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate("document.querySelector('.presets[open] ul').getBoundingClientRect().top + scrollY") >= 0
            page.keyboard.press("Escape")


def test_settings_travel_to_the_next_page(open_page):
    page = open_page("/steps/data-parallel")
    page.locator("#params-box").fill("13B")
    page.locator("#params-box").press("Enter")
    settle(page)
    page.locator("a[rel=next]").click()
    page.wait_for_load_state()
    assert "params=13B" in page.url


def test_a_preset_sets_its_settings_and_closes(open_page, server):
    page = open_page("/steps/all-gather?gpus=64")
    page.locator(".presets summary").first.click()
    page.get_by_role("link", name="GPT-3 175B").click()
    until(page, "document.querySelector('[data-name=model]').textContent === 'GPT-3 175B'")
    settle(page)
    assert page.locator("#params-box").input_value() == "≈174.6B"
    assert page.locator("#gpus-box").input_value() == "64"
    assert not page.locator(".presets").first.evaluate("(list) => list.open")
    assert page.locator(".presets summary").first.evaluate("(summary) => summary === document.activeElement")
    assert_shows(page, live(page, server))


def test_a_list_of_presets_closes_when_the_keyboard_leaves_it(open_page):
    page = open_page("/steps/all-gather")
    summary = page.locator(".presets summary").first
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator(".presets").first.evaluate("(list) => list.open")
    page.keyboard.press("Tab")
    assert page.locator(".presets").first.evaluate("(list) => list.open")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert not page.locator(".presets").first.evaluate("(list) => list.open")


def test_where_a_script_fails_the_form_stays_and_nothing_pretends_to_be_live(open_page, faults):
    page = open_page("/steps/data-parallel?theme=dark", wait=False)
    page.route("**/site.js", lambda route: route.fulfill(body=route.fetch().text().replace("store.begin(first)", "nothing.begin()")))
    page.reload()
    page.wait_for_load_state()
    faults.clear()  # the error is what is tried here
    assert page.locator("[data-range]").first.is_hidden()
    page.locator("#params-box").fill("13B")
    with page.expect_navigation():
        page.get_by_role("button", name="Update").click()
    assert "params=13B" in page.url
    assert "theme=dark" in page.url
    assert "208" in readouts(page)["substitution"]
    page.locator(".presets summary").first.click()
    with page.expect_navigation():
        page.get_by_role("link", name="GPT-3 175B").click()
    assert "layers=96" in page.url
    faults.clear()


def test_gib_is_used_everywhere_or_nowhere(open_page, server):
    page = open_page("/steps/data-parallel")
    page.locator("input[name=units][value=GiB]").check()
    until(page, "document.querySelector('[data-readout=substitution]').textContent.includes('104')")
    settle(page)
    words = page.locator("main").inner_text()
    assert "104\xa0GiB" in words
    assert "112\xa0GB" not in words
    assert_shows(page, live(page, server))


def test_a_lost_server_is_said_and_recovered_from(open_page, server, faults):
    page = open_page("/steps/data-parallel")
    page.context.set_offline(True)
    page.locator("#params-box").fill("13B")
    page.locator("#params-box").press("Enter")
    until(page, "document.documentElement.dataset.connection === 'lost'")
    assert page.locator("[data-announce]").text_content() == "Waiting for the server."
    page.context.set_offline(False)
    until(page, "document.querySelector('[data-readout=substitution]').textContent.includes('208')")
    faults.clear()  # the browser logs the failed request
    settle(page)
    assert_shows(page, live(page, server))
