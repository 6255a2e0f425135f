"""`/evidence`: valid, complete, with every mismatch in sight."""

import html

import html5lib
import plotly.graph_objects as go
import pytest

from app.drawing.svg import draw
from app.evidence.groups import groups
from app.figures.predicted_against_measured import predicted_against_measured


@pytest.fixture(scope="module")
def page(client):
    return html.unescape(client.get("/evidence").text)


def test_it_is_valid_and_needs_no_script(client):
    answer = client.get("/evidence?theme=dark&params=13B")
    assert answer.status_code == 200
    html5lib.HTMLParser(strict=True).parse(answer.text)
    assert "<script" not in answer.text
    assert 'href="/plan?params=13B' in answer.text


def test_every_mismatch_is_in_the_prose_with_its_source(page):
    for group in groups():
        for each in group.missed:
            assert f"{each.case}: {each.quantity}." in page
            assert each.source in page
    assert "We do not know why" not in page


def test_every_comparison_is_in_a_table(page):
    assert page.count('<th scope="row">') == sum(len(group.comparisons) for group in groups())


@pytest.mark.parametrize("group", groups(), ids=lambda group: group.slug)
def test_each_figure_can_be_drawn_and_holds_every_comparison_in_bytes(group):
    picture = predicted_against_measured(group)
    go.Figure(picture.figure)
    draw(picture.figure, 777, 360, colours={}, ids="x", classes="drawing")
    points = [trace for trace in picture.figure["data"] if trace["mode"] == "markers"]
    assert sum(len(trace["x"]) for trace in points) == sum(each.unit == "bytes" for each in group.comparisons)
    assert len(picture.table.rows) == len(group.comparisons)
    assert f"{len(group.comparisons):,} comparisons" in picture.sentence


def test_the_planner_says_by_how_much_public_runs_exceed_it(client):
    plan = html.unescape(client.get("/plan").text)
    assert "by how much runs that people reported exceed it" in plan.lower()
    assert "69.72 GiB here and 69.46 GiB reported" in plan
    assert 'href="/evidence' in plan
