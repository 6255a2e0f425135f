"""Where things come to stand, worked by hand; in the browser tests Plotly itself is the oracle."""

import math
import xml.etree.ElementTree as ET

import pytest

from app.drawing.sheet import sheet
from app.drawing.svg import draw
from tests.drawing.test_schema import small

# On 200 × 200 pixels the plot area of `small` is x 50 to 150, y 0 to 100.


def parsed(text):
    return ET.fromstring(text)


def kinds(root, kind):
    return [element for element in root.iter() if element.get("data-kind") == kind]


def test_a_bar_stands_exactly_where_the_axes_put_it():
    bar = kinds(parsed(draw(small(), 200, 200)), "bar")[0]
    assert bar.get("d") == "M87.5,100V50H112.5V100Z"  # x 0.75 to 1.25 of 0 to 2, y 0 to 2 of 0 to 4


def test_a_bar_on_its_base():
    bar = kinds(parsed(draw(small(data__0__base=[1]), 200, 200)), "bar")[0]
    assert bar.get("d") == "M87.5,75V25H112.5V75Z"


def test_powers_of_ten_are_evenly_spaced_on_a_logarithmic_axis():
    axis = {"type": "log", "range": [0, 4], "tickvals": [10, 100, 1000], "ticktext": ["10", "100", "1000"], "gridcolor": "#dcdee5"}
    texts = kinds(parsed(draw(small(layout__xaxis=axis), 400, 200)), "tick")
    assert [float(text.get("x")) for text in texts] == [125, 200, 275]


def test_a_bar_from_zero_on_a_logarithmic_axis_reaches_past_its_start():
    bar = kinds(parsed(draw(small(layout__yaxis={"type": "log", "range": [0, 2]}), 200, 200)), "bar")[0]
    bottom = float(bar.get("d").split(",")[1].split("V")[0])
    assert 100 < bottom < 10_000


def test_a_colour_is_exchanged_wherever_it_stands():
    pattern = {"shape": "/", "fgcolor": "#1c1d22", "bgcolor": "#0072b2", "size": 8, "solidity": 0.2}
    drawn = draw(small(data__0__marker={"color": "#0072b2", "pattern": pattern}), 200, 200, colours={"#0072b2": "var(--sea, #0072b2)"})
    assert drawn.count("var(--sea, #0072b2)") == 1
    assert drawn.count("#0072b2") == 1


def test_ids_begin_as_told_and_every_reference_leads_somewhere():
    pattern = {"shape": ".", "fgcolor": "#1c1d22", "bgcolor": "#0072b2", "size": 8, "solidity": 0.2}
    drawn = draw(small(data__0__marker={"color": "#0072b2", "pattern": pattern}), 200, 200, ids="strip")
    ids = [element.get("id") for element in parsed(drawn).iter() if element.get("id")]
    assert all(name.startswith("strip-") for name in ids)
    assert {part.split(")")[0] for part in drawn.split("url(#")[1:]} == set(ids)


def test_dots_cover_the_share_that_solidity_says():
    pattern = {"shape": ".", "fgcolor": "#1c1d22", "bgcolor": "#0072b2", "size": 10, "solidity": 0.25}
    circle = next(parsed(draw(small(data__0__marker={"color": "#0072b2", "pattern": pattern}), 200, 200)).iter("circle"))
    assert math.pi * float(circle.get("r")) ** 2 / 10**2 == pytest.approx(0.25, abs=0.002)


def test_no_style_attribute_and_no_script():
    drawn = draw(small(), 200, 200)
    assert "style=" not in drawn
    assert "<script" not in drawn


def test_words_cannot_break_out():
    note = {"x": 1, "y": 1, "xref": "x", "yref": "y", "text": 'a & "b" >', "xanchor": "left", "yanchor": "top", "showarrow": False,
            "font": {"color": "#1c1d22"}}  # fmt: skip
    words = next(kinds(parsed(draw(small(layout__annotations=[note]), 200, 200)), "note")[0].iter("text"))
    assert words.text == 'a & "b" >'


def test_a_sheet_is_a_document_of_its_own():
    drawn = parsed(sheet(small(), 400, 300, paper="#ffffff", title="A title", description="What is seen.", footer=["Where from"]))
    name = "{http://www.w3.org/2000/svg}"
    assert drawn.tag == f"{name}svg"
    assert drawn.find(f"{name}title").text == "A title"
    assert drawn.find(f"{name}desc").text == "What is seen."
    assert {"A title", "Where from"} <= {text.text for text in drawn.iter(f"{name}text")}
    assert drawn.find(f"{name}rect").get("fill") == "#ffffff"
