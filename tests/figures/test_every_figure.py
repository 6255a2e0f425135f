"""What is true of every figure of every page."""

import json
import math
from functools import cache

import plotly.graph_objects as go
import pytest

from app.figures.style import CAPACITY, DARK, PAPER, ROLES
from app.memory.scenario import Scenario
from app.steps.catalog import PAGES
from app.steps.presentation import present
from tests.scenarios import EDGES

EVERY_EDGE = pytest.mark.parametrize("scenario", EDGES)


@cache
def pictures(scenario):
    """Every figure of every page for one run, by page and name."""
    return {f"{step.slug}/{name}": picture for step in PAGES for name, picture in present(step, scenario).pictures.items()}


@EVERY_EDGE
def test_plotly_accepts_it(scenario):
    for picture in pictures(scenario).values():
        go.Figure(picture.figure)


@EVERY_EDGE
def test_it_is_finite_and_small(scenario):
    for name, picture in pictures(scenario).items():
        assert all(math.isfinite(number) for number in numbers(picture.figure)), name
        assert len(json.dumps(picture.figure, allow_nan=False)) < 50_000, name


@EVERY_EDGE
def test_it_has_a_title_a_sentence_and_a_table(scenario):
    for name, picture in pictures(scenario).items():
        assert picture.title, name
        assert picture.sentence.endswith((".", "!", "?")), name
        assert {len(row) for row in picture.table.rows} == {len(picture.table.columns)}, name


@EVERY_EDGE
def test_nothing_without_height_is_drawn(scenario):
    """A bar of no height still shows its outline, as if something were there."""
    for stage in (scenario.stage, 2):  # at stage 2 of the summary, GPUs that hold padding only have nothing of the column
        for name, picture in pictures(scenario.but(stage=stage)).items():
            assert all(height for trace in picture.figure["data"] if trace["type"] == "bar" for height in trace["y"]), name


def test_its_size_does_not_grow_with_the_cluster():
    many = pictures(Scenario(gpus=65_536))
    for name, few in pictures(Scenario(gpus=8)).items():
        assert len(json.dumps(many[name].figure)) < 1.3 * len(json.dumps(few.figure)) + 500, name


def test_every_colour_has_a_dark_one():
    for name, picture in pictures(Scenario()).items():
        assert {text for text in strings(picture.figure) if text.startswith("#")} <= set(DARK), name


@EVERY_EDGE
def test_the_colour_of_a_role_shows_nothing_else(scenario):
    """Blue is θ, wherever it stands: lines, marks and the bits of a number have other colours."""
    for name, picture in pictures(scenario).items():
        for role in ROLES:
            bars = [trace for trace in picture.figure["data"] if trace["name"] == role.name]
            elsewhere = [part for part in (picture.figure["layout"], *picture.figure["data"]) if part not in bars]
            assert role.light not in set(strings(elsewhere)), name
            assert {trace["type"] for trace in bars} <= {"bar"}, name


@EVERY_EDGE
@pytest.mark.parametrize("theme", [{}, DARK], ids=["light", "dark"])
def test_every_bar_has_an_outline_that_stands_out_from_the_page(scenario, theme):
    for name, picture in pictures(scenario).items():
        lines = [trace["marker"]["line"] for trace in picture.figure["data"] if trace["type"] == "bar"]
        assert all(line["width"] > 0 for line in lines), name
        assert all(contrast(theme.get(line["color"], line["color"]), theme.get(PAPER, PAPER)) >= 3 for line in lines), name


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.key)
def test_a_role_is_seen_by_its_colour_alone(role):
    """Okabe and Ito’s own orange and yellow would not be; slivers have no other outline."""
    assert contrast(role.light, PAPER) >= 3
    assert contrast(role.dark, DARK[PAPER]) >= 3


def test_labels_are_never_turned():
    """Plotly turns them where it finds them too close, our drawing does not."""
    for name, picture in pictures(Scenario()).items():
        axes = picture.figure["layout"]["xaxis"], picture.figure["layout"]["yaxis"]
        assert all(axis["tickangle"] == 0 for axis in axes if axis.get("visible", True)), name


@EVERY_EDGE
def test_where_c_is_named_its_line_is_drawn(scenario):
    """Also where it is far above everything else: then beyond a break in the axis."""
    for name, picture in pictures(scenario).items():
        layout = picture.figure["layout"]
        named = [note["y"] for note in layout["annotations"] if note["text"].startswith("C ")]
        lines = [shape["y0"] for shape in layout["shapes"] if shape["y0"] == shape["y1"] and shape["line"]["color"] == CAPACITY]
        low, high = layout["yaxis"]["range"]
        assert named == [math.log10(y) if layout["yaxis"].get("type") == "log" else y for y in lines], name
        assert all(low < y < high for y in named), name


def test_it_catches_neither_wheel_nor_swipe():
    for name, picture in pictures(Scenario()).items():
        layout = picture.figure["layout"]
        assert layout["dragmode"] is False, name
        assert layout["xaxis"]["fixedrange"], name
        assert layout["yaxis"]["fixedrange"], name


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
