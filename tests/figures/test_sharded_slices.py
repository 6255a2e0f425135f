"""The strip in pieces, against division done by hand."""

import pytest

from app.figures.sharded_slices import DIMMED, drawn_ranks, sharded_slices
from app.figures.style import GHOST, STACKS, THETA
from app.memory.scenario import Scenario
from tests.scenarios import STORY


def real_boxes(picture, role=THETA):
    return [trace for trace in picture.figure["data"] if trace["name"] == role.name]


def padding_boxes(picture):
    return [trace for trace in picture.figure["data"] if trace["name"] == "padding"]


def by_rank(trace):
    widths = {}
    for rank, width in zip(trace["customdata"], trace["width"], strict=True):
        widths[rank] = widths.get(rank, 0) + width
    return widths


def test_the_four_pieces_of_the_story_are_equally_long():
    (trace,) = real_boxes(sharded_slices(STORY))
    widths = by_rank(trace)
    assert list(widths) == [0, 1, 2, 3]
    assert list(widths.values()) == pytest.approx([widths[0]] * 4)


def test_a_piece_of_the_story_is_three_and_a_half_boxes_of_500_million():
    (trace,) = real_boxes(sharded_slices(STORY))
    assert [round(width / max(trace["width"]), 9) for width in trace["width"][:4]] == [1, 1, 1, 0.5]


def test_all_four_stacks_are_cut_at_the_same_places():
    picture = sharded_slices(STORY.but(stacks="all"))
    first, *others = [real_boxes(picture, role)[0] for role in STACKS]
    assert all((each["x"], each["width"]) == (first["x"], first["width"]) for each in others)
    assert len({each["base"][0] for each in (first, *others)}) == 4


def test_five_entries_on_four_gpus_are_five_boxes_and_three_ghosts():
    picture = sharded_slices(Scenario(params=5, gpus=4, layer=2))
    (real,), (padding,) = real_boxes(picture), padding_boxes(picture)
    assert real["customdata"] == [0, 0, 1, 1, 2]
    assert padding["customdata"] == [2, 3, 3]
    assert padding["marker"]["color"] == GHOST
    assert any(each["text"] == "padded with 3" for each in picture.figure["layout"]["annotations"])
    assert "1 GPU holds only padding" in picture.sentence


def test_seven_billion_on_three_gpus_are_padded_with_two_and_the_drawing_says_it_is_not_to_scale():
    picture = sharded_slices(STORY.but(gpus=3))  # 3 · 2,333,333,334 = 7,000,000,002
    assert padding_boxes(picture)[0]["customdata"] == [2]
    assert "padded with 2" in picture.sentence
    assert "drawn wider than to scale" in picture.sentence
    assert picture.table.rows[2] == ("GPU 2", "4,666,666,668", "6,999,999,999", "2,333,333,332", "2", "9,333,333,336")


def test_the_table_adds_up_to_the_whole_strip():
    rows = sharded_slices(STORY.but(stacks="all")).table.rows
    pieces = [int(row[5].replace(",", "")) for row in rows[:-1]]
    assert sum(pieces) == int(rows[-1][5].replace(",", "")) == 112_000_000_000


def test_pointing_at_a_gpu_leaves_its_slices_bright_in_every_stack_and_names_its_entries():
    picture = sharded_slices(STORY.but(stacks="all", rank=2))
    for trace in picture.figure["data"]:
        bright = {rank for rank, opacity in zip(trace["customdata"], trace["marker"]["opacity"], strict=True) if opacity == 1}
        assert bright == {2}
        assert set(trace["marker"]["opacity"]) == {1, DIMMED}
    assert "entries 3,500,000,000 to 5,249,999,999" in picture.sentence


def test_with_more_gpus_than_parameters_most_hold_padding_only():
    picture = sharded_slices(Scenario(params=1, gpus=65_536, layer=1))
    assert real_boxes(picture)[0]["customdata"] == [0]
    assert padding_boxes(picture)[0]["customdata"] == [1, 2, 65_535]
    assert "65,535 GPUs hold only padding" in picture.sentence


def test_a_single_gpu_keeps_an_uncut_strip():
    picture = sharded_slices(STORY.but(gpus=1))
    assert not [shape for shape in picture.figure["layout"]["shapes"] if shape["type"] == "line"]
    assert "stays whole" in picture.sentence
    assert len(real_boxes(picture)[0]["x"]) == 14  # 7 billion in boxes of 500 million


@pytest.mark.parametrize(("gpus", "rank", "stops"), [(2, -1, (-1, 0, 1)), (64, -1, (-1, 0, 1, 2, 63)), (64, 10, (-1, 0, 1, 2, 10, 63))])
def test_the_gpus_that_can_be_lit_up_are_the_drawn_ones(gpus, rank, stops):
    assert drawn_ranks(Scenario(gpus=gpus, rank=rank)) == stops


def test_a_gpu_that_is_not_drawn_is_still_named():
    sentence = sharded_slices(Scenario(params=6400, layer=1, gpus=64, rank=10)).sentence
    assert "GPU 10, which is not drawn, keeps entries 1,000 to 1,099 of θ" in sentence
