"""The measure that other tests rely on sees what is cut off and what is written over something else."""

from tests.drawing.written import cut_off, overprinted, written

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><g font-size="10"><g text-anchor="end">{}</g></g></svg>'


def test_words_lie_before_the_place_they_end_at():
    (line,) = written(SVG.format('<text x="50" y="30">000</text>'))  # three digits of 5.56 pixels, taken a tenth wider
    assert (round(line.left, 2), line.right, line.top, line.bottom) == (31.65, 50, 22.8, 32)


def test_lines_under_each_other_are_one_text():
    drawing = SVG.format('<text x="50" y="30"><tspan x="50" dy="0">a</tspan><tspan x="50" dy="6">b</tspan></text>')
    assert [line.words for line in written(drawing)] == ["a", "b"]
    assert not overprinted(drawing)


def test_a_transform_moves_what_is_inside():
    drawing = SVG.format('<g transform="translate(0 100)"><text x="50" y="30">a</text></g>')
    assert written(drawing)[0].bottom == 132
    assert cut_off(drawing, 60, 131) == ["a"]
    assert not cut_off(drawing, 60, 132)


def test_upright_words_run_down_from_their_start():
    (line,) = written(SVG.format('<text x="50" y="30" transform="rotate(90 50 25)">000</text>'))
    assert (round(line.left, 2), line.top, round(line.right, 2), round(line.bottom, 2)) == (43, 25, 52.2, 43.35)


def test_words_on_words_are_found():
    assert overprinted(SVG.format('<text x="50" y="30">one</text><text x="48" y="34">two</text>')) == [("two", "one")]
    assert not overprinted(SVG.format('<text x="50" y="30">one</text><text x="50" y="40">two</text>'))
