"""Nothing that a figure holds is left out unseen: it is drawn, or refused by name."""

import copy

import pytest

from app.drawing.schema import NotDrawable, check
from app.drawing.svg import draw
from app.steps.catalog import PAGES
from app.steps.presentation import present
from tests.scenarios import EDGES

SMALL = {
    "data": [{"type": "bar", "x": [1], "y": [2], "base": 0, "width": 0.5, "marker": {"color": "#0072b2"}}],
    "layout": {
        "font": {"family": "Arial", "size": 14, "color": "#1c1d22"},
        "margin": {"l": 50, "r": 50, "t": 0, "b": 100},
        "xaxis": {"range": [0, 2]},
        "yaxis": {"range": [0, 4]},
    },
}


def small(**changes):
    figure = copy.deepcopy(SMALL)
    for path, value in changes.items():
        *way, last = path.split("__")
        place = figure
        for name in way:
            place = place[int(name) if name.isdigit() else name]
        place[last] = value
    return figure


@pytest.mark.parametrize("scenario", EDGES)
@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_every_figure_of_every_page_can_be_drawn(step, scenario):
    for picture in present(step, scenario).pictures.values():
        assert draw(picture.figure, 760, 400).startswith("<svg")


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"data__0__type": "pie"}, "data[0].type"),
        ({"data__0__orientation": "h"}, "data[0].orientation"),
        ({"data__0__y": [float("nan")]}, "data[0].y[0]"),
        ({"data__0__marker__color": "red"}, "data[0].marker.color"),
        ({"layout__xaxis__tickangle": 45}, "layout.xaxis.tickangle"),
        ({"layout__barmode": "stack"}, "layout.barmode"),
        ({"layout__title": {"text": "no"}}, "layout.title"),
        ({"layout__shapes": [{"type": "circle"}]}, "layout.shapes[0].type"),
        ({"layout__yaxis": {}}, "layout.yaxis.range"),
        ({"frames": []}, "frames"),
    ],
)
def test_what_cannot_be_drawn_is_named(changes, key):
    with pytest.raises(NotDrawable) as refusal:
        check(small(**changes))
    assert refusal.value.key == key
    assert str(refusal.value).startswith(key)


def test_markup_that_cannot_be_drawn_is_refused():
    note = {"x": 1, "y": 1, "xref": "x", "yref": "y", "text": "<b>bold</b>", "xanchor": "left", "yanchor": "top", "showarrow": False,
            "font": {"color": "#1c1d22"}}  # fmt: skip
    with pytest.raises(NotDrawable, match="markup"):
        draw(small(layout__annotations=[note]), 200, 200)
