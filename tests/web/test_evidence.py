"""`/evidence` and its pages row by row: valid, complete, with every mismatch in sight."""

import html
import re
from collections import Counter
from statistics import median

import html5lib
import plotly.graph_objects as go
import pytest

from app.drawing.svg import draw
from app.evidence.comparison import Comparison, Group
from app.evidence.groups import groups
from app.evidence.variants import variants
from app.figures.predicted_against_measured import difference, predicted_against_measured
from app.memory.units import percent


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


def test_what_is_left_out_is_said(page):
    for words in ("Left out: DeepSpeed’s estimates of CPU memory", "context parallelism", "offload to the CPU"):
        assert words in page


def test_lists_and_numbers_are_written_as_words_are(client, page):
    pages = [page, *(client.get(f"/evidence/{variant.group.slug}").text for variant in variants())]
    assert not [line for each in pages for line in re.findall(r"Source: .*", each) if re.search(r",[;.]|;;", line)]
    one = Group("g", "title", "about", tuple(Comparison("c", "q", ours, 100, "by hand") for ours in (100, 150)), 0.02)
    sentence = predicted_against_measured(one).sentence.replace("\u00a0", " ")
    assert "1 of them is equal to the byte, half are within 25 %, 1 differs by more than 2 %" in sentence


def test_every_comparison_is_in_a_table(page):
    assert page.count('<th scope="row">') == sum(len(group.comparisons) for group in groups())


@pytest.mark.parametrize("group", groups(), ids=lambda group: group.slug)
def test_each_figure_can_be_drawn_and_holds_every_comparison_in_bytes(group):
    picture = predicted_against_measured(group)
    go.Figure(picture.figure)
    draw(picture.figure, 777, 360, colours={}, ids="x", classes="drawing")
    points = [trace for trace in picture.figure["data"] if trace["mode"] == "markers"]
    places = {(each.measured, each.predicted) for each in group.comparisons if each.unit == "bytes"}
    assert {place for trace in points for place in zip(trace["x"], trace["y"], strict=True)} == places
    assert sum(len(trace["x"]) for trace in points) == len(places)
    assert len(picture.table.rows) == len(group.comparisons)
    assert f"{len(group.comparisons):,} comparisons" in picture.sentence


def test_the_planner_says_by_how_much_public_runs_exceed_it(client):
    plan = html.unescape(client.get("/plan").text)
    assert "by how much runs that people reported exceed it" in plan.lower()
    assert "69.72 GiB here and 69.46 GiB reported" in plan
    assert 'href="/evidence' in plan


@pytest.fixture(scope="module", params=[variant.group.slug for variant in variants()])
def row_by_row(request, client):
    answer = client.get(f"/evidence/{request.param}?theme=dark&params=13B")
    assert answer.status_code == 200
    return next(variant for variant in variants() if variant.group.slug == request.param), answer.text


def test_a_page_of_rows_is_valid_light_and_needs_no_script(row_by_row):
    _, text = row_by_row
    html5lib.HTMLParser(strict=True).parse(text)
    assert "<script" not in text
    assert len(text.encode()) < 150_000
    assert 'href="/evidence?params=13B&amp;theme=dark"' in text


def test_a_page_shows_every_row_of_its_variant_and_each_reason(row_by_row):
    variant, text = row_by_row
    shown = re.findall(r'<tr><th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td>', html.unescape(text))
    expected = Counter((each.quantity, f"{each.predicted:,}", f"{each.measured:,}") for each in variant.group.comparisons)
    assert Counter(shown) == expected
    assert all(each.reason in html.unescape(text) for each in variant.group.missed)
    assert "We do not know why" not in text


def test_the_pages_together_show_as_many_rows_as_pytorch_gave(client):
    pages = [client.get(f"/evidence/{variant.group.slug}").text for variant in variants()]
    assert sum(page.count('<tr><th scope="row">') for page in pages) == 2_209 + 197


def test_the_summary_of_each_variant_is_counted_afresh(page):
    for variant in variants():
        errors = [abs(each.predicted - each.measured) / (each.measured or 1) for each in variant.group.comparisons]
        line = page.split(f'data-variant="{variant.group.slug}"')[1].split("</tr>")[0]
        cells = re.findall(r"<td>(.*?)</td>", line)
        beyond = [error for error in errors if error > 0.01]
        assert (cells[1], cells[2], cells[5]) == (str(len(errors)), str(errors.count(0)), str(len(beyond)))
        assert cells[3] == (percent(median(errors), 1) if median(errors) else "0")
        assert cells[4].lstrip("+−") == (percent(max(errors), 1) if 0 < max(errors) <= 1 else cells[4].lstrip("+−"))
        assert bool(cells[6]) == bool(beyond)


def test_the_page_stays_light_and_leads_to_every_variant(client, page):
    assert len(client.get("/evidence").content) < 400_000
    assert all(f'href="/evidence/{variant.group.slug}"' in page for variant in variants())


def test_a_variant_that_does_not_exist_is_not_found(client):
    assert client.get("/evidence/everything").status_code == 404


def test_something_beside_nothing_is_said_in_words():
    assert difference(Comparison("case", "bytes", 5, 0, "by hand")) == "nothing measured"
