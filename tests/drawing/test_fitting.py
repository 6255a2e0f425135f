"""A figure fitted to its size: the type, upright names, and words that make way, worked by hand on `small`."""

import pytest

from app.drawing.fitting import fitted, type_size
from tests.drawing.test_schema import small

# On 400 × 300 pixels the type is 14 pixels, as in `small`: its margins stay 50 left and right, 0 above and 100 below.
NOTE = {"x": 1, "y": 2, "xref": "x", "yref": "y", "text": "000", "xanchor": "center", "yanchor": "middle", "showarrow": False,
        "font": {"color": "#1c1d22"}}  # fmt: skip


def notes(*looks, **changes):
    return fitted(small(layout__annotations=list(looks), **changes), 400, 300)["layout"]["annotations"]


@pytest.mark.parametrize(("width", "height", "size"), [(262, 221, 12), (400, 300, 14), (777, 306, 19), (777, 198, 14), (2400, 1600, 22)])
def test_the_type_grows_with_the_drawing(width, height, size):
    assert type_size(width, height) == size


def test_margins_grow_with_the_type():
    assert fitted(small(), 2400, 1600)["layout"]["margin"] == {"l": 79, "r": 79, "t": 0, "b": 157}  # 22/14 of 50, 50, 0 and 100


def test_what_is_apart_stays():
    assert notes(NOTE, NOTE | {"y": 3}) == [NOTE, NOTE | {"y": 3}]


def test_of_two_that_meet_the_second_moves_as_far_as_it_must():
    _, moved = notes(NOTE, NOTE | {"xshift": 2})
    assert moved["xshift"] == 2
    assert abs(moved["yshift"]) == pytest.approx(0.96 * 14 + 2)  # from cap to descender, and two pixels between


def test_what_stands_on_something_moves_up():
    standing = NOTE | {"yanchor": "bottom"}
    assert notes(standing, standing)[1]["yshift"] > 0


def test_words_come_back_onto_the_sheet():
    (moved,) = notes(NOTE | {"x": 0, "text": "0" * 20, "xanchor": "right"})
    assert moved["xshift"] > 0


def test_an_arrow_stays_and_others_make_way_for_its_words():
    arrow = NOTE | {"showarrow": True, "ax": 0, "ay": 0, "arrowhead": 2, "arrowwidth": 2, "arrowcolor": "#1c1d22"}
    moved, kept = notes(NOTE, arrow)
    assert kept == arrow
    assert moved["yshift"]


def test_moved_words_do_not_lie_on_a_level_line():
    # The plot is 200 pixels high for 0 to 4: a line 0.4 above the first note is 20 pixels over it, where the second would go.
    line = {"type": "line", "xref": "paper", "yref": "y", "x0": 0, "x1": 1, "y0": 2.4, "y1": 2.4, "line": {"color": "#b3001b", "width": 3}}
    standing = NOTE | {"yanchor": "bottom"}
    free, off_the_line = notes(standing, standing)[1], notes(standing, standing, layout__shapes=[line])[1]
    assert off_the_line["yshift"] > free["yshift"]


def test_names_that_would_run_into_each_other_stand_upright_in_one_line():
    axis = {"range": [0, 2], "tickvals": [0.5, 1], "ticktext": ["a rather<br>long name", "acti-<br>vations"], "tickangle": 0,
            "gridcolor": "#dcdee5"}  # fmt: skip
    narrow, wide = (fitted(small(layout__xaxis=axis), width, 300)["layout"] for width in (200, 1200))
    assert (narrow["xaxis"]["tickangle"], narrow["xaxis"]["ticktext"]) == (90, ["a rather long name", "activations"])
    assert narrow["margin"]["b"] > 8 * 12  # the longest is about 100 pixels long
    assert wide["xaxis"] == axis
