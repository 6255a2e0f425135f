"""Our own drawing beside Plotly's, on every page: the same things at the same places."""

import re

import pytest

from app.drawing.svg import draw
from app.figures.style import DARK
from app.steps.catalog import PAGES
from app.steps.presentation import present
from app.web.drawn import PROPERTIES, fitted
from tests.scenarios import GPT2, GPT3, STORY

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
MEASURE = """([name, drawing, kinds]) => {
  const plot = document.querySelector(`[data-figure="${name}"] [data-plot]`);
  const ours = document.createElement("div");
  ours.style.cssText = `position: absolute; left: 0; top: 0; width: ${plot.clientWidth}px; height: ${plot.clientHeight}px`;
  ours.innerHTML = drawing;
  plot.append(ours);
  const measured = (root, selector) => [...root.querySelectorAll(selector)].map((element) => {
    const box = element.getBoundingClientRect(), origin = plot.getBoundingClientRect();
    const [left, top] = [box.left - origin.left, box.top - origin.top];
    return {left, top, right: left + box.width, bottom: top + box.height, text: element.textContent.replace(/\\u200b/g, "")};
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


def size_of(page, name):
    return page.evaluate(
        "(name) => { const p = document.querySelector(`[data-figure='${name}'] [data-plot]`); return [p.clientWidth, p.clientHeight]; }", name
    )


@pytest.mark.parametrize("scenario", [STORY, GPT3, GPT2], ids=["story", "gpt3", "gpt2"])
@EVERY_PAGE
def test_everything_stands_where_plotly_puts_it(open_page, step, scenario):
    page = open_page(f"{step.path}?{scenario.address()}", width=1440)
    for name, picture in present(step, scenario).pictures.items():
        width, height = size_of(page, name)
        found = page.evaluate(MEASURE, [name, draw(fitted(picture.figure, width), width, height), KINDS])
        assert_same_grid(found.pop("grid"))
        for kind, things in found.items():
            assert len(things["ours"]) == len(things["theirs"]), (name, kind)
            for ours, theirs in zip(things["ours"], things["theirs"], strict=True):
                assert ours["text"] == theirs["text"], (name, kind)
                print(name, kind, ours["text"], [round(ours[s]-theirs[s],1) for s in ("left","right","top","bottom")])


def assert_same_grid(grid):
    upright = [float(x) for path in grid["ours"] for x in re.findall(r"M([\d.]+),[\d.]+v", path)]
    level = [float(y) for path in grid["ours"] for y in re.findall(r"M[\d.]+,([\d.]+)h", path)]
    theirs = [x or y for x, y in grid["theirs"]]
    assert upright + level == pytest.approx(theirs, abs=0.01)
