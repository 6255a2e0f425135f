"""The projected window and the presenter’s: sizes, keys, clickers, both windows following each other, without a network too."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.conftest import until

READY = "Boolean(window.Walkthrough?.projector?.deck.window())"
ALL_LOADED = "Boolean((window.Walkthrough?.projector ?? window.Walkthrough?.presenter)?.deck.loaded())"
SELECTED = """(({value, selectionStart: from, selectionEnd: to}) => to - from === value.length)
(Walkthrough.projector.deck.window().document.getElementById('gpus-box'))"""
SIZES = [(1024, 768), (1280, 720), (1920, 1080), (3840, 2160)]

# Every part one after another, each with what is wrong with it; `kinds` leaves out the others.
FAULTS = """async (kinds) => {
  const { deck } = Walkthrough.projector;
  const frames = (many) => new Promise((done) => requestAnimationFrame(() => (many ? frames(many - 1).then(done) : done())));
  const { innerHeight: high, innerWidth: wide } = window;
  const faults = [];
  for (const { slug, parts } of JSON.parse(document.getElementById('walk').textContent)) {
    await deck.show(slug);
    const { document: inside, Walkthrough: { stage } } = deck.window();
    for (const { name } of parts.filter(({ kind }) => !kinds.length || kinds.includes(kind))) {
      stage.show(name);
      const fault = (...words) => faults.push([slug, name, ...words].join(' '));
      const seen = (selector) => [...inside.querySelectorAll(selector)].filter((e) => e.checkVisibility());
      if (seen('.plot').length) await frames(2);
      for (const e of seen('.sheet, .sheet > .prose, .stage, .figure, .at-hand, .panel, .key')) {
        const { top, left, right, bottom } = e.getBoundingClientRect();
        if (e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2) fault(e.className, 'does not fit');
        if (top < 0 || left < 0 || right > wide || bottom > 0.95 * high) fault(e.className, 'is off the screen');
      }
      const [key, panel] = seen('.at-hand > *').map((e) => e.getBoundingClientRect());
      if (panel && key.bottom > panel.top + 1 && key.right > panel.left + 1) fault('the key number lies on the settings');
      const size = (e) => parseFloat(inside.defaultView.getComputedStyle(e).fontSize) / high;
      for (const e of seen('.plot text')) if (size(e) < 0.03) fault('small type', e.textContent);
      if (seen('.plot').length && !seen('.key-number').some((e) => size(e) >= 0.08)) fault('no key number');
      for (const e of seen('.plot [stroke-width]:not(defs *)')) if (e.getAttribute('stroke-width') < 3) fault('a thin line', e.outerHTML);
      for (const e of seen('.sheet > .prose')) if (size(e) < 0.03) fault('small words', size(e));
      const indent = (e) => parseFloat(inside.defaultView.getComputedStyle(e).paddingInlineStart) / high;
      for (const e of seen('.sheet ul')) if (indent(e) < size(e)) fault('a bullet is cut');
      const lines = (e) => e.getBoundingClientRect().height / size(e) / high;
      for (const e of seen('.control-head label')) if (lines(e) > 1.7) fault('a label in two lines', e.textContent);
    }
  }
  return faults;
}"""


@pytest.fixture
def project(open_page):
    """Open the projected window at an address; `loaded` waits until all of its pages are there."""

    def open_projected(path, *, loaded=False, **options):
        page = open_page(path, wait=False, **options)
        until(page, ALL_LOADED if loaded else READY, 60)
        return page

    return open_projected


def place(page):
    return page.evaluate("(({slug, part}) => slug + ' ' + part)((Walkthrough.projector ?? Walkthrough.presenter).state)")


def test_every_part_fits_every_screen_in_sizes_for_the_last_row(project):
    page = project("/steps/data-parallel?view=projector", loaded=True, width=1024, height=768)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        kinds = [] if (width, height) in SIZES[:2] else ["picture"]  # words have the same proportions on all wide screens
        assert page.evaluate(FAULTS, kinds) == []
    hidden = "(({ document }) => getComputedStyle(document.querySelector('main')).cursor === 'none')"
    until(page, f"Walkthrough.projector.deck.windows().every({hidden})")  # nobody has moved the pointer
    page.keyboard.press("7")
    page.keyboard.press("End")
    seen = "(e) => new Promise((done) => new IntersectionObserver(([{ intersectionRatio }]) => done(intersectionRatio)).observe(e))"
    page.set_viewport_size({"width": 1024, "height": 768})
    assert page.locator(".dots .here").evaluate(seen) == 1  # the last of many dots


def test_a_clicker_works_wherever_the_focus_was_left(project):
    page = project("/steps/data-parallel?view=projector&part=picture&params=13B", width=1280, height=720)
    stage = page.frame_locator("iframe:not(.away)")
    thumb = stage.locator("[data-control=gpus] [data-range]")
    box = thumb.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    page.keyboard.press("PageDown")
    until(page, "Walkthrough.projector.state.part === 'picture-2'")
    assert stage.locator("[data-control=gpus] [data-range]").evaluate("(e) => document.activeElement !== e")
    until(page, "Walkthrough.projector.state.settings.gpus !== '4' && Walkthrough.projector.deck.window().Walkthrough.pace.still()")
    twice = f"{2 * int(page.evaluate('Number(Walkthrough.projector.state.settings.gpus)')):,}"
    assert f"Take twice as many GPUs, {twice}." in stage.locator("[data-kind=question] [data-guess-text]").text_content()

    number = stage.locator("#gpus-box")
    number.click()
    page.keyboard.press("PageUp")
    until(page, "Walkthrough.projector.state.part === 'picture'")
    number.click()
    until(page, SELECTED)
    page.keyboard.press(".")  # nothing typed yet: a clicker
    assert page.locator("[data-black]").is_visible()
    page.keyboard.press("PageDown")  # back from black, to the same part
    assert page.locator("[data-black]").is_hidden()
    assert place(page) == "data-parallel picture"
    page.keyboard.press("Escape")
    number.click()
    until(page, SELECTED)
    page.keyboard.type("8.")
    assert number.input_value() == "8."
    assert page.locator("[data-black]").is_hidden()
    number.press("Backspace")  # what is left can be used
    number.press("Escape")

    rung = thumb.evaluate("(e) => { e.focus(); return Number(e.value); }")
    page.keyboard.press("Shift+ArrowLeft")
    assert thumb.evaluate("(e) => Number(e.value)") == rung - 5
    page.keyboard.press("ArrowRight")
    assert thumb.evaluate("(e) => Number(e.value)") == rung - 4
    assert place(page) == "data-parallel picture"

    page.evaluate("window.mark = true")
    page.keyboard.press("F5")
    page.keyboard.press("Shift+F5")
    assert page.evaluate("window.mark")
    page.keyboard.press("b")
    assert page.locator("[data-black]").is_visible()
    page.keyboard.press("b")
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.get_by_role("dialog", name="Go to").get_by_role("button", name="What stays on each GPU: Why", exact=True).click()
    until(page, "Walkthrough.projector.state.slug === 'persistent-memory' && Walkthrough.projector.deck.window()")
    page.keyboard.press("Space")  # the last part: on to the next page
    assert place(page).startswith("all-gather ")
    until(page, "location.pathname === '/steps/all-gather'")
    assert "params=13B" in page.url
    assert "view=projector" in page.url
    page.reload()
    until(page, READY)
    assert place(page).startswith("all-gather ")


def test_presenter_and_projected_window_follow_each_other_without_a_network_too(project, faults):
    page = project("/steps/data-parallel?view=projector&part=picture", loaded=True, width=1280, height=720)
    with page.expect_popup() as opened:
        page.keyboard.press("p")
    presenter = opened.value
    faults.watch(presenter)
    until(presenter, ALL_LOADED, 60)
    assert (
        presenter.get_by_role("heading", level=1).text_content()
        == "Presenter: 3/7 Plain data parallelism: everyone holds everything: Picture 1 of 2"
    )

    asked = presenter.locator("[data-asked]:visible")
    assert asked.locator("strong").text_content() == "Take twice as many GPUs, 8. How high is the column of each GPU then?"
    until(presenter, "document.querySelector('[data-note=data-parallel] [data-asked] span').textContent.startsWith('It is 112')")

    presenter.keyboard.press("PageDown")
    until(page, "Walkthrough.projector.state.part === 'picture-2'")
    presenter.get_by_role("button", name="Black").click()
    until(page, "!document.querySelector('[data-black]').hidden")
    presenter.get_by_role("button", name="Black").click()
    second = page.context.new_page()
    second.goto(page.url)
    until(second, ALL_LOADED, 60)
    for each in (page, second, presenter):
        until(each, "(Walkthrough.projector ?? Walkthrough.presenter).deck.still()", 60)

    page.context.set_offline(True)
    for name, key in (("gpus", "ArrowRight"), ("gpus", "ArrowLeft"), ("gpu_memory", "ArrowRight"), ("gpu_memory", "ArrowLeft")):
        slider = f"[data-control={name}] [data-range]"
        sliding = presenter.frame_locator("iframe:not(.away)").locator(slider)
        before = sliding.get_attribute("aria-valuetext")
        sliding.press(key)
        wanted = sliding.get_attribute("aria-valuetext")
        assert wanted != before
        for each in (page, second):
            until(each, f"Walkthrough.projector.deck.window().document.querySelector('{slider}').ariaValueText === '{wanted}'")
    page.bring_to_front()
    page.keyboard.press("End")
    page.keyboard.press("PageDown")
    until(presenter, "Walkthrough.presenter.state.slug === 'sharding'")
    assert page.frame_locator("iframe:not(.away)").locator("h1").text_content() == "Sharding: cut the strip into N pieces"
    page.context.set_offline(False)

    assert presenter.locator("[data-lost]").is_hidden()
    second.close()
    page.close()
    until(presenter, "!document.querySelector('[data-lost]').hidden")
    with presenter.expect_popup() as again:
        presenter.locator("[data-lost] button").click()
    until(again.value, READY)
    assert place(again.value) == "sharding question"
    faults.clear()  # the network was away


def test_both_windows_pass_axe_in_light_and_dark_and_fit_a_phone(project, open_page):
    page = project("/steps/data-parallel?view=projector&part=picture")
    desk = open_page("/presenter?page=data-parallel", wait=False)
    for theme in ("light", "dark"):
        for each in (page, desk):
            each.emulate_media(color_scheme=theme)
            results = Axe().run(each)
            assert results.violations_count == 0, f"{theme}: {results.generate_report()}"
        page.keyboard.press("c")
    page.keyboard.press("PageDown")
    assert Axe().run(page).violations_count == 0
    for each in (page, desk):
        each.set_viewport_size({"width": 320, "height": 640})
        assert each.evaluate("document.documentElement.scrollWidth") <= 320
        beyond = (
            "[...document.querySelectorAll('button, a')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > 321).length"
        )
        assert each.evaluate(beyond) == 0


def test_without_scripts_links_lead_from_part_to_part(open_page):
    page = open_page("/steps/data-parallel?view=projector&part=picture-2&gpus=8", scripts=False, width=1280, height=720)
    figure = page.frame_locator("iframe").locator(".figure:visible")
    assert figure.get_attribute("data-figure") == "memory-against-n"
    drawn = figure.locator("svg.drawing").evaluate(
        "(e) => [e.viewBox.baseVal.width, parseFloat(getComputedStyle(e.querySelector('text')).fontSize)]"
    )
    assert drawn == [figure.locator(".plot").evaluate("(e) => e.clientWidth"), 23]  # at once as scripts would draw it
    page.get_by_role("link", name="Next").click()
    assert "part=answer" in page.url
    assert "gpus=8" in page.url
