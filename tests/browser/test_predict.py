"""A guess is dragged, typed or set by keyboard on the figure itself; the truth comes over it, and the reader's settings come back."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.drive import settle
from tests.conftest import until, wait_for_figures

STILL = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# Where the line stands in its plot, and where the figure's own tick or cut of that value is, in our drawing or Plotly's.
LINE = """(figure) => {
  const plot = document.querySelector(`#${figure} [data-plot]`), box = plot.getBoundingClientRect();
  const line = plot.querySelector('[data-mark="guess"] line').getBoundingClientRect();
  return {x: line.x + line.width / 2 - box.x, y: line.y + line.height / 2 - box.y};
}"""
TICK = """([figure, text]) => {
  const plot = document.querySelector(`#${figure} [data-plot]`), box = plot.getBoundingClientRect();
  const drawn = 'interactive' in plot.dataset ? '.ytick text' : '.drawing:not(.on-phones, .on-screens) [data-kind=tick]';
  const named = [...plot.querySelectorAll(drawn)].find((each) => each.textContent.replaceAll('\\u00a0', ' ') === text);
  const tick = named.getBoundingClientRect();
  return tick.y + tick.height / 2 - box.y;
}"""
CUT = """() => {
  const plot = document.querySelector('#sharded-slices [data-plot]'), box = plot.getBoundingClientRect();
  const drawn = 'interactive' in plot.dataset ? '.shapelayer path' : '.drawing:not(.on-phones, .on-screens) [data-kind=shape]';
  const places = [...plot.querySelectorAll(drawn)].map((each) => each.getBoundingClientRect())
    .filter(({width, height}) => height > 5 * Math.max(1, width)).map(({x, width}) => x + width / 2 - box.x);
  return Math.min(...places);
}"""


def both_drawings(page):
    """Each drawing in turn, before and after the window has another size: ours, then Plotly's."""
    for width in (1280, 700):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("Walkthrough.figures.sheets.forEach(Walkthrough.figures.still)")
        page.evaluate(STILL)
        yield "ours"
        wait_for_figures(page)
        yield "Plotly’s"


@pytest.mark.parametrize(
    ("path", "figure", "ticks"),
    [
        ("/steps/four-per-parameter", "budget", ("50 GB", "200 GB")),  # an axis that is wider while one guesses
        ("/steps/persistent-memory?gpus=1024", "memory-against-n", ("10 GB", "1 MB")),  # logarithmic
        ("/steps/sharding", "sharded-slices", ()),
    ],
)
def test_the_line_stands_where_the_axis_says(open_page, path, figure, ticks):
    page = open_page(path)
    page.locator("[data-guess-begin]").click()
    box = page.locator("#guess-box")
    for _ in both_drawings(page):
        for text in ticks:
            box.fill(text)
            assert page.evaluate(LINE, figure)["y"] == pytest.approx(page.evaluate(TICK, [figure, text]), abs=2), text
        if not ticks:
            box.fill("1.75B")  # where the first cut is now
            assert page.evaluate(LINE, figure)["x"] == pytest.approx(page.evaluate(CUT), abs=2)


def test_a_line_is_dragged_shown_and_taken_back(open_page):
    page = open_page("/steps/data-parallel?params=7B&gpus=4&gpu_memory=80GB")
    assert page.locator(".guess-over").count() == 0
    assert page.locator(".panel").evaluate("panel => getComputedStyle(panel).position") == "sticky"
    page.evaluate("window.told = []; document.addEventListener('guess', ({detail}) => window.told.push(detail))")
    page.locator("[data-guess-begin]").click()
    assert page.locator(".panel").evaluate("panel => getComputedStyle(panel).position") == "static"  # it would lie over the figure
    circle = page.locator("#dp-copies [data-mark=guess] circle").bounding_box()
    plot = page.locator("#dp-copies [data-plot]").bounding_box()
    page.mouse.move(circle["x"] + 11, circle["y"] + 11)
    page.mouse.down()
    page.mouse.move(circle["x"] + 11, plot["y"] + plot["height"] * 0.4, steps=4)
    page.mouse.up()
    line = page.evaluate(LINE, "dp-copies")
    assert line["y"] == pytest.approx(plot["height"] * 0.4, abs=3)
    said = page.locator("[data-mark=guess] text").text_content()
    assert said == f"your guess: {page.locator('#guess-box').input_value()}"
    assert page.locator("[data-guess-range]").get_attribute("aria-valuetext") in said
    told = page.evaluate("window.told")
    assert len(told) == 1
    assert told[0]["of"] == "/steps/data-parallel?params=7B&gpus=4&gpu_memory=80GB"
    assert told[0]["share"] == pytest.approx(told[0]["value"] / told[0]["high"])

    page.locator("#guess-box").fill("56 GB")
    page.locator(".guess-show").click()
    settle(page)
    assert page.locator("#gpus-box").input_value() == "8"
    assert "gpus=8" in page.url
    assert "You let the column change with N." in page.locator("[data-guess-verdict]").text_content()
    assert page.locator("[data-mark=truth] text").text_content().replace("\u00a0", " ") == "right: 112 GB"
    assert page.locator("[data-mark=guess] text").text_content().replace("\u00a0", " ") == "your guess: 56 GB"

    page.locator("[data-guess-back]").click()
    settle(page)
    assert "gpus=4" in page.url
    assert page.locator("[data-mark]").count() == 0
    page.evaluate("Walkthrough.guess.reveal({histogram: [0, 3, 0, 1]})")  # of a room whose guesses are shown; none was made here
    settle(page)
    assert (page.locator(".guess-crowd").count(), page.locator("[data-mark]").count()) == (2, 1)
    page.locator("#gpus-box").fill("16")  # whoever moves on has done with it
    page.keyboard.press("Enter")
    settle(page)
    assert page.locator(".guess-over").count() == 0
    assert page.locator("[data-guess-text]").text_content() == "Take twice as many GPUs, 32. How high is the column of each GPU then?"


@pytest.mark.parametrize("touch", [False, True])
def test_the_line_comes_to_where_one_points_and_nothing_else_of_the_figure_moves(open_page, touch):
    page = open_page("/steps/sharding", has_touch=touch)
    page.locator("[data-guess-begin]").click()
    plot = page.locator("#sharded-slices [data-plot]").bounding_box()
    at = (plot["x"] + plot["width"] * 0.6, plot["y"] + plot["height"] * 0.3)
    page.mouse.move(*at)
    if touch:
        page.touchscreen.tap(*at)
    else:
        page.mouse.click(*at)
    page.mouse.move(at[0] + 40, at[1] + 10, steps=4)
    settle(page)
    assert page.evaluate(LINE, "sharded-slices")["x"] == pytest.approx(plot["width"] * 0.6, abs=2)
    assert page.locator("#rank-box").input_value() == "none"
    page.locator(".guess-show").click()
    settle(page)
    page.mouse.move(at[0] - 60, at[1], steps=4)  # over the answer
    settle(page)
    assert page.locator("[data-mark=truth]").count() == 1
    assert page.locator("#rank-box").input_value() == "none"


@pytest.mark.parametrize(("path", "width", "height"), [("/steps/parameter-bytes", 1280, 720), ("/steps/all-gather", 1024, 768)])
def test_the_figure_that_is_asked_about_stands_beside_its_question(open_page, path, width, height):
    page = open_page(path, width=width, height=height)
    page.locator("[data-guess-begin]").click()
    page.evaluate(STILL)
    plot, form = page.locator("[data-asked] [data-plot]").bounding_box(), page.locator("#guess").bounding_box()
    for box in (plot, form):
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
    assert page.evaluate(LINE, page.locator("[data-asked]").get_attribute("id"))["y"] > 0
    page.locator("[data-guess-skip]").click()
    assert page.locator("[data-asked]").count() == 0


def test_a_figure_that_is_not_drawn_yet_can_be_guessed_on(open_page):
    page = open_page("/steps/all-gather")
    page.evaluate("Walkthrough.figures.sheets.forEach((sheet) => Object.assign(sheet, { figure: null, width: 0, height: 0 }))")
    page.evaluate("Walkthrough.guess.open({ focus: false })")  # as a page of a room does that opens while the class is asked
    assert page.locator("[data-mark=guess]").count() == 1
    assert page.locator("#guess-box").input_value() != ""


def test_guesses_beyond_the_axis_of_the_answer_have_their_bars(open_page):
    page = open_page("/steps/all-gather")
    page.evaluate("Walkthrough.guess.reveal({ histogram: [1, 0, 0, 0, 0, 0, 0, 2] })")
    settle(page)
    plot = page.locator("#training-step [data-plot]").bounding_box()
    for bar in page.locator(".guess-crowd").all():
        box = bar.bounding_box()
        assert box["height"] > 5
        assert box["y"] >= plot["y"]


def test_guesses_of_many_stand_at_their_values_whatever_the_scale_of_the_answer(open_page):
    page = open_page("/steps/four-per-parameter")  # whose answer has an axis of its own, twice as long
    top = page.evaluate("Walkthrough.store.shown().guess.high")
    page.evaluate("Walkthrough.guess.reveal({ histogram: [0, 0, 3, 0] })")
    settle(page)
    foot, truth, bar = page.evaluate(
        """() => {
          const { y } = Walkthrough.figures.frame(Walkthrough.figures.sheets.find(({ name }) => name === Walkthrough.line.figure()));
          const at = (selector) => document.querySelector(selector);
          return [y.end, Number(at("[data-mark=truth] line").getAttribute("y1")), Number(at(".guess-crowd").getAttribute("y"))];
        }"""
    )
    assert (foot - bar) / (foot - truth) == pytest.approx(0.75 * top / page.evaluate("Walkthrough.line.truth.value"), rel=0.01)


def test_on_a_phone_by_keyboard_alone_and_for_everyone(open_page):
    page = open_page("/steps/all-gather", width=360, height=740, color_scheme="dark")
    page.locator("[data-guess-begin]").focus()
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('[data-guess-range]')")
    page.evaluate(STILL)
    sheet, plot = page.locator("#guess").bounding_box(), page.locator("#training-step [data-plot]").bounding_box()
    assert plot["y"] >= 0
    assert plot["y"] + plot["height"] <= sheet["y"]  # the question lies under the figure, not over it
    assert sheet["y"] + sheet["height"] <= 741
    before = page.locator("[data-guess-range]").get_attribute("aria-valuetext")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("PageUp")
    assert page.locator("[data-guess-range]").get_attribute("aria-valuetext") != before
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    page.keyboard.press("Tab")
    page.keyboard.type("1.62 GB")  # 16·ℓ of half the layer, which stands beyond the axis of the run that answers
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('[data-guess-back]')")
    settle(page)
    assert page.locator("[data-guess-verdict]").text_content().startswith("The bubble is parameters only, 4·ℓ.")
    page.set_viewport_size({"width": 320, "height": 740})
    settle(page)
    plot, name = (page.locator(f"#training-step {part}").bounding_box() for part in ("[data-plot]", "[data-mark=guess] rect"))
    assert plot["y"] <= name["y"]  # its name is whole
    assert name["x"] + name["width"] <= plot["x"] + plot["width"]
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.keyboard.press("Enter")
    until(page, "document.activeElement.matches('[data-guess-begin]')")


def test_without_scripts_a_guess_is_typed(open_page):
    page = open_page("/steps/limits?gpus=8", wait=False, scripts=False)
    assert not page.locator("[data-guess-range]").is_visible()
    page.locator("#guess-box").fill("14.8 GB")  # 14 + 0.808
    page.locator(".guess-show").click()
    assert "gpus=8" in page.url
    assert "You forgot the activations" in page.locator("[data-verdict]").text_content()
    page.get_by_role("link", name="See it on the figure").click()
    assert re.search(r"/steps/limits\?.*batch=8.*#activation-bar", page.url)
