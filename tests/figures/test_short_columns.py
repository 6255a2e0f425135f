"""The short columns, against the story's numbers: 16 · 7 billion = 112 GB, a quarter of it 28 GB, 4 · 202 million = 808 MB."""

from app.figures.short_columns import FULL_AT, short_columns, whole_idea
from app.figures.style import GATHERED, GHOST, STACKS
from tests.scenarios import GPT3, STORY


def heights(picture):
    """Total height by place, from the traces alone."""
    totals = {}
    for trace in picture.figure["data"]:
        for x, height in zip(trace["x"], trace["y"], strict=True):
            totals[x] = totals.get(x, 0) + height
    return totals


def test_the_full_copy_and_four_quarters_of_it():
    assert heights(short_columns(STORY)) == {FULL_AT: 112 * 10**9} | dict.fromkeys((0.0, 1.0, 2.0, 3.0), 28 * 10**9)


def test_the_slices_stand_in_the_order_of_the_full_copy():
    traces = short_columns(STORY).figure["data"]
    assert [trace["name"] for trace in traces] == [role.name for role in STACKS] * 2
    assert [trace["base"][0] for trace in traces[4:]] == [0, 7 * 10**9, 14 * 10**9, 21 * 10**9]


def test_only_the_full_copy_is_grey():
    traces = short_columns(STORY).figure["data"]
    assert [trace["marker"]["color"] == GHOST for trace in traces] == [True] * 4 + [False] * 4


def test_the_bubble_stands_on_top_of_every_column():
    picture = short_columns(STORY, bubble=True)
    assert heights(picture) == {FULL_AT: 112 * 10**9} | dict.fromkeys((0.0, 1.0, 2.0, 3.0), 28_808_000_000)
    assert picture.figure["data"][-1]["name"] == GATHERED.name
    assert picture.figure["data"][-1]["base"] == [28 * 10**9] * 4


def test_what_stays_and_what_is_borrowed_are_named_apart():
    names = [each["text"].replace("\u00a0", " ") for each in short_columns(STORY, bubble=True).figure["layout"]["annotations"]]
    assert "28 GB<br>+ 808 MB each" in names


def test_one_gpu_keeps_as_much_as_the_full_copy():
    picture = short_columns(STORY.but(gpus=1))
    assert set(heights(picture).values()) == {112 * 10**9}
    assert "as tall as the full copy" in picture.sentence
    assert not [row for row in picture.table.rows if "together" in row[0]]  # one GPU is not a cluster


def test_a_column_too_low_to_be_seen_is_said_to_be():
    assert "all but invisible" in short_columns(GPT3).sentence  # 1/64 of the full copy
    assert "all but invisible" in whole_idea(GPT3).sentence
    assert "all but invisible" not in short_columns(STORY).sentence


def test_the_table_shows_that_the_cluster_holds_one_full_copy():
    rows = {name: (full, each) for name, full, each in short_columns(STORY).table.rows}
    assert rows["Sum, each GPU"] == ("112,000,000,000", "28,000,000,000")
    assert rows["4 GPUs together"] == ("448,000,000,000", "112,000,000,000")


def test_the_start_page_shows_the_same_columns_with_the_bubble_and_its_share():
    picture = whole_idea(STORY)
    assert picture.figure == short_columns(STORY, bubble=True).figure
    sentence = picture.sentence.replace("\u00a0", " ")
    assert "28 GB, and on top 808 MB for the one layer that is gathered, 2.8 % of the sum" in sentence  # 0.808 / 28.808


def test_a_label_that_would_cover_the_line_stands_above_it():
    c, columns = 80 * 10**9, 50_899_461_120  # 16 × 174,604,259,328 / 64 + 4 × 1,812,099,072, on an axis that reaches 3.3 TB
    label = next(each for each in short_columns(GPT3, bubble=True).figure["layout"]["annotations"] if " each" in each["text"])
    assert columns < c == label["y"]
    assert label["yanchor"] == "bottom"
    assert label["text"].startswith("↓ ")
    assert label["text"].endswith("<br>(all but invisible here)")
    story = next(each for each in short_columns(STORY).figure["layout"]["annotations"] if each["text"].endswith("each"))
    assert (story["y"], story["text"][0]) == (28 * 10**9, "2")
