"""The page draws figures itself while a slider moves: to the letter what the server draws."""

import re

import pytest

from app.drawing.fitting import fitted
from app.drawing.svg import draw
from app.steps.catalog import PAGES
from app.steps.plan import PAGE as PLANNER
from app.steps.presentation import present
from app.web.drawn import AS_ON_PAGE
from tests.drawing.test_schema import small
from tests.node import answered
from tests.runs import RUN_EDGES
from tests.scenarios import EDGES

SIZES = ((777, 360), (366, 198), (302, 163), (1333, 522), (21, 9))


def assert_same(figures, sizes=SIZES, stage=0):
    look = {"colours": AS_ON_PAGE, "ids": "it's"}
    cases = [(figure, width, height) for figure in figures for width, height in sizes]
    found = answered(
        "draw.mjs", [{"figure": figure, "width": width, "height": height, "stage": stage, **look} for figure, width, height in cases]
    )
    for (figure, width, height), content in zip(cases, found, strict=True):
        expected = draw(fitted(figure, width, height, stage), width, height, **look)
        assert content == re.fullmatch(r"<svg[^>]*>(.*)</svg>", expected, re.S)[1]


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_the_page_draws_what_the_server_draws(step):
    assert_same([picture.figure for scenario in EDGES for picture in present(step, scenario).pictures.values()])


def test_what_is_projected_is_drawn_alike():
    figures = [picture.figure for step in PAGES for picture in present(step, step.kind()).pictures.values()]
    assert_same(figures, [(1340, 880)], stage=34)


@pytest.mark.parametrize("run", RUN_EDGES)
def test_the_planner_draws_what_the_server_draws(run):
    assert_same([picture.figure for picture in present(PLANNER, run).pictures.values()])


LINE = {"type": "scatter", "x": [0.1, 1, 1.9], "y": [1, 3.3, 2], "line": {"color": "#0072b2", "width": 3, "dash": "longdash"}}
NOTE = {"x": 1, "y": 2, "xref": "x", "yref": "paper", "text": "<br>it’s 'a' & \"b\" ≈ ∇<br>c", "xanchor": "left", "yanchor": "top",
        "font": {"color": "#1c1d22"}, "showarrow": True, "ax": 7.3, "ay": -21, "arrowhead": 2, "arrowwidth": 1.5, "arrowcolor": "#0072b2",
        "xshift": 3, "yshift": 5, "align": "right", "bgcolor": "#ffffff"}  # fmt: skip


@pytest.mark.parametrize(
    "changes",
    [
        *({"data__0__marker": {"color": "#0072b2", "pattern": {"shape": shape, "fgcolor": "#1c1d22", "bgcolor": "#0072b2", "size": 7,
                                                              "solidity": 0.3}}} for shape in "/\\x-|+."),
        *({"data": [LINE | {"mode": "lines+markers", "marker": {"color": "#0072b2", "size": 11, "symbol": symbol}}]}
          for symbol in ("circle", "diamond", "square")),
        {"layout__annotations": [NOTE, NOTE | {"showarrow": False, "yref": "y", "align": "left", "text": "one"}]},
        {"layout__yaxis": {"type": "log", "range": [-1, 3], "tickvals": [1, 10, 0.1], "ticktext": ["1", "", "0.1"],
                           "gridcolor": "#dcdee5"}},
        {"layout__xaxis": {"range": [0, 2], "tickvals": [0.1, 0.2, 0.3, 1.9], "ticktext": ["a long<br>name", "& >", "another", "last"],
                           "gridcolor": "#dcdee5", "title": {"text": "a<br>title"}}},
        {"layout__xaxis": {"range": [0, 2], "tickvals": [0.1, 1.9], "ticktext": ["a<br>name", "b"], "gridcolor": "#dcdee5",
                           "tickangle": 90}},
        {"data__0__y": [1e9], "data__0__marker": {"color": "rgba(0,0,0,0)", "opacity": [0.333]}},
    ],
)  # fmt: skip
def test_whatever_can_be_drawn_is_drawn_alike(changes):
    """Also what no page shows at present."""
    assert_same([small(**changes)])
