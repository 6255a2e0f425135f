"""What the server draws is as large as the place that it is shown in, so that nothing moves once the page draws for itself."""

import pytest

from app.steps.catalog import PAGES

SHEETS = """() => [...document.querySelectorAll("[data-plot]")].map((plot) => {
  const seen = [...plot.querySelectorAll(".drawing")].filter((drawing) => getComputedStyle(drawing).display !== "none");
  return [plot.closest("[data-figure]").dataset.figure, `0 0 ${plot.clientWidth} ${plot.clientHeight}`,
    ...seen.map((drawing) => drawing.getAttribute("viewBox"))];
})"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_the_first_picture_is_as_large_as_its_place(open_page, server, width, height):
    page = open_page("/", width=width, height=height, scripts=False)
    for step in PAGES:
        page.goto(server + step.path)
        found = page.evaluate(SHEETS)
        assert [name for name, *_ in found] == list(step.figures)
        for name, place, *drawn in found:
            assert drawn == [place], (step.slug, name)
