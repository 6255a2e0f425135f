"""Figures follow the finger: our own drawing, at most once a frame, right in every part; Plotly in its place at rest."""

import json
import re
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.datastructures import QueryParams

from app.drawing.fitting import fitted
from app.drawing.svg import draw
from app.steps.catalog import FIELDS, NOTES, OTHERS, PAGES, STEPS
from app.steps.presentation import present
from app.web.drawn import AS_ON_PAGE
from app.web.query import read_scenario
from tests.browser.drive import assert_shows, live, readouts, settle
from tests.conftest import until

TRIED = (*STEPS, *OTHERS, NOTES[0])
WITH_SLIDERS = [step for step in TRIED if step.figures and any(FIELDS[name].kind == "ladder" for name in step.controls)]
DP = "/steps/data-parallel"

# From now on the page counts: Plotly's drawings, ours of each figure in each frame, and tables written.
COUNT = """() => {
  const counts = window.counts = { plotly: 0, frame: 0, drawn: {}, changed: {}, tables: 0 };
  const { content } = Walkthrough.drawing;
  Walkthrough.drawing.content = (figure, look) => {
    const key = `${counts.frame} ${look.ids}`;
    counts.drawn[key] = (counts.drawn[key] ?? 0) + 1;
    return content(figure, look);
  };
  const { react } = Plotly;
  Plotly.react = (...given) => { counts.plotly += 1; return react(...given); };
  const watch = (element, tell) => new MutationObserver(tell).observe(element, { childList: true });
  for (const rows of document.querySelectorAll("[data-rows]")) watch(rows, () => (counts.tables += 1));
  for (const { name, svg } of Walkthrough.figures.sheets) watch(svg, () => (counts.changed[name] = true));
  const frame = () => { counts.frame += 1; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
# Moves a slider as a finger does that is faster than the screen, and leaves it held two frames after its last movement.
DRAG = """async ([name, frames]) => {
  const range = document.querySelector(`[data-control=${name}] [data-range]`);
  range.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  const last = Number(range.max), from = Number(range.value);
  const frame = () => new Promise(requestAnimationFrame);
  for (let moved = 1; moved <= frames * 3; moved++) {
    range.value = (from + moved) % last;
    range.dispatchEvent(new Event("input", { bubbles: true }));
    if (moved % 3 === 0) await frame();
  }
  await frame();
  await frame();
}"""
# What each figure in sight shows: our drawing, as the browser would write it, or nothing where Plotly shows.
SHOWN = """() => Object.fromEntries(Walkthrough.figures.sheets.filter(({ near }) => near).map(({ name, plot }) => {
  const svg = plot.querySelector(":scope > .drawing");
  return [name, { drawing: getComputedStyle(svg).visibility === "visible" ? svg.innerHTML : "",
    width: plot.clientWidth, height: plot.clientHeight, box: svg.getAttribute("viewBox") }];
}))"""
WRITTEN = """(drawing) => Object.assign(document.createElement("div"), { innerHTML: drawing }).firstElementChild.innerHTML"""


def prepared(page, name):
    """The page with the sweep of one slider at hand."""
    page.locator(f"[data-control={name}] [data-range]").hover()
    settle(page)
    return page


def release(page):
    page.evaluate("document.dispatchEvent(new PointerEvent('pointerup'))")
    settle(page)


def assert_drawn(page, step):
    """Every figure in sight that moves is what the server draws for the settings on screen, at the size that it has."""
    query = page.evaluate("Walkthrough.store.shown().address")
    pictures = present(step, read_scenario(QueryParams(query), step).scenario).pictures
    shown = {name: found for name, found in page.evaluate(SHOWN).items() if found["drawing"]}
    assert shown
    for name, found in shown.items():
        figure, width, height = pictures[name].figure, found["width"], found["height"]
        expected = draw(fitted(figure, width, height), width, height, colours=AS_ON_PAGE, ids=f"{name}-drawn")
        assert found["drawing"] == page.evaluate(WRITTEN, expected), name
        assert found["box"] == f"0 0 {width} {height}"


@pytest.mark.parametrize("step", WITH_SLIDERS, ids=lambda step: step.slug)
def test_while_dragging_each_frame_has_one_drawing_of_ours_and_none_of_plotly(open_page, server, step):
    name = next(name for name in step.controls if FIELDS[name].kind == "ladder")
    page = prepared(open_page(step.path), name)
    page.evaluate(COUNT)
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    counts = page.evaluate(f"async (asked) => {{ await ({DRAG})(asked); return structuredClone(counts); }}", [name, 12])
    assert_drawn(page, step)
    assert counts["plotly"] == 0
    assert counts["drawn"]
    assert set(counts["drawn"].values()) == {1}
    assert counts["tables"] == 0
    assert [url for url in sent if "/static/" not in url] == []
    release(page)
    assert page.evaluate("counts.plotly") <= len(step.figures)
    assert_shows(page, live(page, server))


def test_the_drawing_says_what_the_picture_at_the_same_address_says(open_page, server):
    page = prepared(open_page(DP), "gpus")
    page.evaluate(DRAG, ["gpus", 4])
    query = page.evaluate("Walkthrough.store.shown().address")
    words = "(drawing) => [...drawing.querySelectorAll('text:not(:has(tspan)), tspan')].map((each) => each.textContent)"
    for name in ("dp-copies", "memory-against-n"):
        with urllib.request.urlopen(f"{server}/figures/data-parallel/{name}.svg?{query}&width=480&height=480") as answer:
            picture = answer.read().decode()
        drawing = page.locator(f"#{name} .drawing")
        shown = drawing.evaluate(words)
        assert shown
        assert all(f">{text}<" in picture for text in shown)
        assert drawing.locator("[data-kind=bar]").count() == picture.count('data-kind="bar"')


def test_a_figure_that_does_not_change_is_not_drawn_again(open_page):
    page = prepared(open_page("/steps/parameter-bytes"), "params")
    page.evaluate(COUNT)
    page.evaluate(DRAG, ["params", 6])
    release(page)
    changed = page.evaluate("Object.keys(counts.changed)")
    assert changed
    assert "float-bits" not in changed
    assert page.evaluate("counts.plotly") == len(changed)


def test_plotly_takes_over_without_a_jump_and_without_a_blank(open_page):
    page = prepared(open_page(DP), "gpus")
    page.evaluate(DRAG, ["gpus", 3])
    bars = """(selector) => [...document.querySelectorAll("#dp-copies " + selector)].map((bar) => {
      const { left, top, right, bottom } = bar.getBoundingClientRect();
      return [left, top, right, bottom];
    })"""
    before = page.evaluate(bars, ".drawing [data-kind=bar]")
    page.evaluate(
        """() => {
          window.blanks = 0;
          const visible = (element) => element && getComputedStyle(element).visibility === "visible";
          const look = () => {
            for (const plot of document.querySelectorAll("[data-plot]")) {
              const layers = [...plot.querySelectorAll(":scope > .drawing, :scope > .plot-container")].filter(visible);
              if (layers.length !== 1 || !layers[0].querySelector("path")) blanks += 1;
            }
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    release(page)
    after = page.evaluate(bars, ".barlayer .point > path")
    assert page.evaluate("blanks") == 0
    assert len(before) == len(after) > 0
    for ours, theirs in zip(before, after, strict=True):
        assert ours == pytest.approx(theirs, abs=2)


def test_pointing_at_a_figure_brings_plotly_at_once(open_page):
    page = prepared(open_page(DP), "gpus")
    page.evaluate(DRAG, ["gpus", 2])
    at_once = "(plot) => { plot.dispatchEvent(new PointerEvent('pointerenter')); return 'interactive' in plot.dataset }"
    assert page.locator("#dp-copies [data-plot]").evaluate(at_once)
    release(page)


def test_the_first_picture_does_not_wait_for_plotly(open_page):
    page = open_page(DP, wait=False)
    until(page, "Boolean(window.Plotly)")
    order = page.evaluate("performance.getEntriesByType('resource').map((entry) => [entry.name, entry.startTime])")
    plotly = [start for name, start in order if name.endswith("/plotly.js")]
    ours = [start for name, start in order if re.search(r"/site\.(js|css)$", name)]
    assert min(plotly) > max(ours)
    came = page.request.get(page.url).text()  # the picture is in the page, and Plotly is not among what it loads
    assert '<svg class="drawing' in came
    assert not re.search(r"<(script|link)[^>]*plotly\.js", came)


def test_without_plotly_everything_moves(open_page, server, faults):
    page = open_page("/about", wait=False)
    page.route("**/plotly.js", lambda route: route.abort())
    page.goto(server + DP)
    until(page, "document.querySelector('[data-plot] > .drawing[viewBox]') && Walkthrough.pace.still()")
    page.locator("[data-control=params] [data-range]").focus()
    until(page, "Walkthrough.store.settled()")
    page.keyboard.press("ArrowRight")
    until(page, "Walkthrough.pace.still()")
    assert_drawn(page, next(step for step in PAGES if step.path == DP))
    assert "10B" in readouts(page)["substitution"]
    page.wait_for_timeout(450)
    assert "params=10B" in page.url
    for kind, start in (("svg", b"<svg"), ("png", b"\x89PNG\r\n\x1a\n")):
        with page.expect_download() as download:
            page.locator(f"#dp-copies [data-save={kind}]").click()
        assert download.value.suggested_filename == f"dp-copies.{kind}"
        assert Path(download.value.path()).read_bytes().startswith(start)
    faults.clear()  # the browser logs the file that did not come


def test_figures_fit_a_window_that_changes_its_size(open_page):
    page = open_page(DP)
    for width in (700, 360, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        for found in page.evaluate(SHOWN).values():
            assert found["box"] == f"0 0 {found['width']} {found['height']}"
        settle(page)
        theirs, plot = (page.locator(f"#dp-copies {each}").first.bounding_box() for each in (".main-svg", ".plot"))
        assert theirs == pytest.approx(plot, abs=1)


@pytest.mark.parametrize("latency", [200, 1000])
def test_far_from_the_server_a_drag_is_as_near(open_page, server, latency):
    page = open_page(DP)
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions", {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    )
    sent = []
    page.on("request", lambda request: sent.append(urlsplit(request.url).path) if "icon.svg" not in request.url else None)
    page.evaluate(DRAG, ["gpus", 4])  # begins long before the sweep is there
    until(page, "Walkthrough.store.settled()")
    page.evaluate(DRAG, ["gpus", 6])
    assert_drawn(page, next(step for step in PAGES if step.path == DP))
    release(page)
    assert sent == [f"{DP}/sweep"]
    network.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    assert_shows(page, live(page, server))


# A network that loses every third question and answers the others in any order.
LOSSY = """() => {
  const real = window.fetch;
  let asked = 0;
  window.fetch = async (...given) => {
    asked += 1;
    const mine = asked;
    await new Promise((done) => setTimeout(done, (mine * 7919) % 400));
    if (mine % 3 === 1) throw new TypeError("lost");
    return real(...given);
  };
}"""


def test_answers_that_are_lost_or_late_never_leave_a_stale_picture(open_page, server):
    page = open_page(DP)
    page.evaluate(LOSSY)
    for name, frames in (("gpus", 3), ("params", 2), ("gpu_memory", 4), ("gpus", 1), ("params", 5)):
        page.evaluate(DRAG, [name, frames])
        page.wait_for_timeout(120)
    page.evaluate("document.dispatchEvent(new PointerEvent('pointerup'))")
    until(page, "Walkthrough.store.settled() && !document.documentElement.dataset.connection", seconds=30)
    settle(page)
    shown = {name: page.locator(f"#{name}-box").input_value() for name in ("gpus", "params", "gpu_memory")}
    answer = live(page, server)
    assert json.dumps(shown, sort_keys=True) == json.dumps({name: answer["controls"][name]["text"] for name in shown}, sort_keys=True)
    assert_shows(page, answer)
