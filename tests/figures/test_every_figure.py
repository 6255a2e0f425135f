"""What is true of every figure of every page."""

import json
import math

import plotly.graph_objects as go
import pytest

from app.figures.style import DARK
from app.memory.scenario import Scenario
from app.steps.catalog import PAGES
from app.steps.presentation import present
from tests.scenarios import EDGES

FIGURES = [pytest.param(step, name, id=f"{step.slug}/{name}") for step in PAGES for name in step.figures]


def picture(step, name, scenario):
    return present(step, scenario).pictures[name]


@pytest.mark.parametrize(("step", "name"), FIGURES)
@pytest.mark.parametrize("scenario", EDGES)
def test_plotly_accepts_it(step, name, scenario):
    go.Figure(picture(step, name, scenario).figure)


@pytest.mark.parametrize(("step", "name"), FIGURES)
@pytest.mark.parametrize("scenario", EDGES)
def test_it_is_finite_and_small(step, name, scenario):
    figure = picture(step, name, scenario).figure
    assert all(math.isfinite(number) for number in numbers(figure))
    assert len(json.dumps(figure, allow_nan=False)) < 50_000


@pytest.mark.parametrize(("step", "name"), FIGURES)
@pytest.mark.parametrize("scenario", EDGES)
def test_it_has_a_title_a_sentence_and_a_table(step, name, scenario):
    drawn = picture(step, name, scenario)
    assert drawn.title
    assert drawn.sentence.endswith((".", "!", "?"))
    assert drawn.table.rows
    assert {len(row) for row in drawn.table.rows} == {len(drawn.table.columns)}


@pytest.mark.parametrize(("step", "name"), FIGURES)
@pytest.mark.parametrize("scenario", EDGES)
def test_nothing_without_height_is_drawn(step, name, scenario):
    """A bar of no height still shows its outline, as if something were there."""
    traces = picture(step, name, scenario).figure["data"]
    assert all(height for trace in traces if trace["type"] == "bar" for height in trace["y"])


@pytest.mark.parametrize(("step", "name"), FIGURES)
def test_its_size_does_not_grow_with_the_cluster(step, name):
    few = len(json.dumps(picture(step, name, Scenario(gpus=8)).figure))
    many = len(json.dumps(picture(step, name, Scenario(gpus=65_536)).figure))
    assert many < 1.3 * few + 500


@pytest.mark.parametrize(("step", "name"), FIGURES)
def test_every_colour_has_a_dark_one(step, name):
    colours = {text for text in strings(picture(step, name, Scenario()).figure) if text.startswith("#")}
    assert colours <= set(DARK)


@pytest.mark.parametrize(("step", "name"), FIGURES)
def test_it_catches_neither_wheel_nor_swipe(step, name):
    layout = picture(step, name, Scenario()).figure["layout"]
    assert layout["dragmode"] is False
    assert layout["xaxis"]["fixedrange"]
    assert layout["yaxis"]["fixedrange"]


def numbers(value):
    if isinstance(value, bool | str) or value is None:
        return
    if isinstance(value, int | float):
        yield value
    else:
        for each in value.values() if isinstance(value, dict) else value:
            yield from numbers(each)


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)
