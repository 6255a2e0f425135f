"""Our own drawing beside Plotly's, on every page: the same things at the same places."""

import re

import pytest

from app.drawing.fitting import fitted
from app.drawing.svg import draw
from app.figures.style import DARK
from app.memory.scenario import Scenario
from app.steps.catalog import PAGES
from app.steps.presentation import present
from app.web.drawn import PROPERTIES
from tests.scenarios import GPT2, GPT3, STORY

BIG = Scenario(gpus=65_536, rank=65_535, moment=21, stage=5, stacks="all", checkpointing="on", units="GiB")

EVERY_PAGE = pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)

# Kind of thing -> what is one in Plotly's drawing. In ours it carries data-kind.
KINDS = {
    "bar": ".barlayer .point > path",
    "line": ".scatterlayer .js-line",
    "mark": ".scatterlayer .points path.point",
    "shape": ".shapelayer path",
    "tick": ".xtick text, .ytick text",
    "title": ".xtitle",
    "note": ".annotation-text",
    "arrow": ".annotation-arrow-g path:first-child",
    "head": ".annotation-arrow-g path:last-child",
}
SHOW = """([name, figure]) => {
  const plot = document.querySelector(`[data-figure="${name}"] [data-plot]`);
  const { data, layout } = Walkthrough.interactive.fitted(figure, plot);
  Plotly.react(plot, data, layout, Walkthrough.interactive.config);
  return [layout.width, layout.height];
}"""
MEASURE = """([name, drawing, kinds]) => {
  const plot = document.querySelector(`[data-figure="${name}"] [data-plot]`);
  const ours = document.createElement("div");
  ours.style.cssText = `position: absolute; left: 0; top: 0; width: ${plot.clientWidth}px; height: ${plot.clientHeight}px`;
  ours.innerHTML = drawing;
  plot.append(ours);
  const measured = (root, selector) => [...root.querySelectorAll(selector)].map((element) => {
    const box = element.getBoundingClientRect(), origin = plot.getBoundingClientRect();
    const [left, top] = [box.left - origin.left, box.top - origin.top];
    return {left, top, right: left + box.width, bottom: top + box.height, text: element.textContent,
      lines: element.querySelectorAll("tspan").length};
  });
  const theirs = plot.querySelector(".svg-container");
  const result = Object.fromEntries(Object.entries(kinds).map(([kind, selector]) => [kind, {
    theirs: measured(theirs, selector),
    ours: measured(ours, kind === "note" ? '[data-kind="note"] text' : `[data-kind="${kind}"]`),
  }]));
  result.grid = {
    theirs: [...theirs.querySelectorAll(".gridlayer path")].map((line) => line.getAttribute("transform").match(/-?[\\d.]+/g).map(Number)),
    ours: [...ours.querySelectorAll('[data-kind="grid"]')].map((lines) => lines.getAttribute("d")),
  };
  ours.remove();
  return result;
}"""


@EVERY_PAGE
def test_everything_stands_where_plotly_puts_it(open_page, step):
    page = open_page(step.path, width=1440)
    assert not any(each.is_visible() for each in page.locator("[data-plot] .drawing").all())  # Plotly has taken the place of ours
    for scenario in (STORY, GPT3, GPT2, BIG):
        for name, picture in present(step, scenario).pictures.items():
            width, height = page.evaluate(SHOW, [name, picture.figure])
            found = page.evaluate(MEASURE, [name, draw(fitted(picture.figure, width, height), width, height), KINDS])
            assert_same_grid(found.pop("grid"))
            found["note"]["theirs"] = [words for words in found["note"]["theirs"] if words["text"]]  # some notes are arrows alone
            for kind, things in found.items():
                assert len(things["ours"]) == len(things["theirs"]), (name, kind)
                for ours, theirs in zip(things["ours"], things["theirs"], strict=True):
                    assert ours["text"] == theirs["text"], (name, kind)
                    assert_same_place(kind, ours, theirs)


def assert_same_place(kind, ours, theirs):
    """What shows data to half a pixel. Words to 2 pixels in height and 3 to the side, and several lines to an eighth of their width,
    which we have to guess. Plotly hides the end of an arrow under its head, ours ends there."""
    level = upright = {"arrow": 3}.get(kind, 0.5)
    if ours["text"]:
        level, upright = max(3, (theirs["right"] - theirs["left"]) / 8 if kind == "note" and ours["lines"] > 1 else 0), 2
    assert (ours["left"], ours["right"]) == pytest.approx((theirs["left"], theirs["right"]), abs=level), (kind, ours["text"])
    assert (ours["top"], ours["bottom"]) == pytest.approx((theirs["top"], theirs["bottom"]), abs=upright), (kind, ours["text"])


def assert_same_grid(grid):
    """Grid lines at the same pixels: Plotly moves each by its transform, ours stand in one path."""
    upright = [float(x) for path in grid["ours"] for x in re.findall(r"M([\d.]+),[\d.]+v", path)]
    level = [float(y) for path in grid["ours"] for y in re.findall(r"M[\d.]+,([\d.]+)h", path)]
    assert upright + level == pytest.approx([x or y for x, y in grid["theirs"]], abs=0.01)


@EVERY_PAGE
def test_a_page_without_scripts_shows_its_figures(open_page, step):
    page = open_page(step.path, scripts=False)
    for width in (1440, 360):
        page.set_viewport_size({"width": width, "height": 900})
        for name in step.figures:
            shown = [each for each in page.locator(f'[data-figure="{name}"] .drawing').all() if each.is_visible()]
            assert len(shown) == 1, (name, width)
            assert shown[0].bounding_box() == page.locator(f'[data-figure="{name}"] [data-plot]').bounding_box()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_our_drawing_has_the_colours_of_the_theme(open_page, theme):
    page = open_page("/steps/data-parallel", scripts=False, color_scheme=theme)
    bars = page.locator('.drawing [data-kind="bar"]')
    expected = {hexadecimal if theme == "light" else DARK[hexadecimal] for hexadecimal in PROPERTIES}
    found = bars.evaluate_all("(bars) => bars.map((bar) => getComputedStyle(bar).stroke)")
    assert found
    assert {as_hexadecimal(colour) for colour in found} <= expected


def as_hexadecimal(colour):
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])
