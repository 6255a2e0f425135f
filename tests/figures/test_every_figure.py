"""What is true of every figure of every page."""

import json
import math

import plotly.graph_objects as go
import pytest

from app.figures.style import CAPACITY, DARK, PAPER, ROLES
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
    for stage in (scenario.stage, 2):  # at stage 2 of the summary, GPUs that hold padding only have nothing of the column
        traces = picture(step, name, scenario.but(stage=stage)).figure["data"]
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
@pytest.mark.parametrize("scenario", EDGES)
def test_the_colour_of_a_role_shows_nothing_else(step, name, scenario):
    """Blue is θ, wherever it stands: lines, marks and the bits of a number have other colours."""
    drawn = picture(step, name, scenario)
    for role in ROLES:
        bars = [trace for trace in drawn.figure["data"] if trace["name"] == role.name]
        elsewhere = [part for part in (drawn.figure["layout"], *drawn.figure["data"]) if part not in bars]
        assert role.light not in set(strings(elsewhere))
        assert {trace["type"] for trace in bars} <= {"bar"}


@pytest.mark.parametrize(("step", "name"), FIGURES)
@pytest.mark.parametrize("scenario", EDGES)
@pytest.mark.parametrize("theme", [{}, DARK], ids=["light", "dark"])
def test_every_bar_has_an_outline_that_stands_out_from_the_page(step, name, scenario, theme):
    for trace in picture(step, name, scenario).figure["data"]:
        if trace["type"] == "bar":
            line = trace["marker"]["line"]
            assert line["width"] > 0
            assert contrast(theme.get(line["color"], line["color"]), theme.get(PAPER, PAPER)) >= 3


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.key)
def test_a_role_is_seen_by_its_colour_alone(role):
    """Okabe and Ito’s own orange and yellow would not be; slivers have no other outline."""
    assert contrast(role.light, PAPER) >= 3
    assert contrast(role.dark, DARK[PAPER]) >= 3


@pytest.mark.parametrize(("step", "name"), FIGURES)
def test_labels_are_never_turned(step, name):
    """Plotly turns them where it finds them too close, our drawing does not."""
    layout = picture(step, name, Scenario()).figure["layout"]
    assert all(axis["tickangle"] == 0 for axis in (layout["xaxis"], layout["yaxis"]) if axis.get("visible", True))


@pytest.mark.parametrize(("step", "name"), FIGURES)
@pytest.mark.parametrize("scenario", EDGES)
def test_where_c_is_named_its_line_is_drawn(step, name, scenario):
    """Also where it is far above everything else: then beyond a break in the axis."""
    layout = picture(step, name, scenario).figure["layout"]
    named = [note["y"] for note in layout["annotations"] if note["text"].startswith("C ")]
    lines = [shape["y0"] for shape in layout["shapes"] if shape["y0"] == shape["y1"] and shape["line"]["color"] == CAPACITY]
    low, high = layout["yaxis"]["range"]
    assert named == [math.log10(y) if layout["yaxis"].get("type") == "log" else y for y in lines]
    assert all(low < y < high for y in named)


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


def contrast(one, other):
    """The contrast ratio of WCAG 2.1 between two colours."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour):
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
