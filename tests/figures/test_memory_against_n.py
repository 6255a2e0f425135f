"""Memory against N, against the story's numbers worked by hand."""

import math

import pytest

from app.figures.memory_against_n import data_parallel_against_n, sharded_against_n
from app.memory.scenario import Scenario
from tests.scenarios import STORY


def trace(picture, name):
    return next((each for each in picture.figure["data"] if each["name"].startswith(name)), None)


def words(picture):
    return [note["text"].replace("\u00a0", " ") for note in picture.figure["layout"]["annotations"]]


def test_data_parallelism_is_flat():
    assert trace(data_parallel_against_n(STORY), "data parallelism")["y"] == [112 * 10**9] * 2
    assert trace(sharded_against_n(STORY), "data parallelism")["y"] == [112 * 10**9] * 2


def test_twice_as_many_gpus_keep_half_as_much_each():
    line = trace(sharded_against_n(STORY), "sharded")
    at = dict(zip(line["x"], line["y"], strict=True))
    assert [at[n] for n in (1, 2, 4, 8, 64)] == [112 * 10**9, 56 * 10**9, 28 * 10**9, 14 * 10**9, 1_750_000_000]


@pytest.mark.parametrize("scenario", [STORY, STORY.but(params=7_000_000_001, gpus=3), Scenario(params=5, gpus=64, layer=1)])
def test_every_row_of_the_table_is_p_shared_by_its_n(scenario):
    for gpus, full, each in sharded_against_n(scenario).table.rows:
        pieces = math.ceil(scenario.params / int(gpus.replace(",", "")))
        assert (full, each) == (f"{16 * scenario.params:,}", f"{16 * pieces:,}")


def test_the_readers_n_lies_on_the_falling_line():
    mark = trace(sharded_against_n(STORY), "your N")
    assert (mark["x"], mark["y"]) == ([4], [28 * 10**9])
    assert "N = 4: 28 GB" in words(sharded_against_n(STORY))


@pytest.mark.parametrize(
    ("scenario", "smallest"),
    [
        (STORY, 2),  # 56 GB + 808 MB fit 80 GB, 112 GB do not
        (STORY.but(gpu_memory=28_500_000_000), 5),  # at N = 4 the 28 GB alone would fit, with 808 MB more they do not; 22.4 GB + 808 MB do
        (STORY.but(gpu_memory=10**13), 1),
    ],
)
def test_the_smallest_n_that_fits_counts_the_gathered_layer(scenario, smallest):
    picture = sharded_against_n(scenario)
    assert trace(picture, "smallest N that fits")["x"] == [smallest]
    assert f"fits from N = {smallest}" in words(picture)


def test_a_smallest_n_that_is_the_readers_own_is_named_so():
    assert "fits from N = 2, yours" in words(sharded_against_n(STORY.but(gpus=2)))


@pytest.mark.parametrize(("params", "gpus"), [(10**10, 2), (174_604_259_328, 32), (7 * 10**9, 4), (6 * 10**9, 1), (10**13, 2048)])
def test_the_name_of_the_readers_n_leaves_c_in_sight(params, gpus):
    """Ten billion parameters on two GPUs need 80 GB, which is C: words centred there would cover the line."""
    run = Scenario(params=params, gpus=gpus)
    for picture in (sharded_against_n(run), data_parallel_against_n(run)):
        (name,) = [note for note in picture.figure["layout"]["annotations"] if note["text"].startswith(f"N = {gpus:,}: ")]
        axis = picture.figure["layout"]["yaxis"]
        low, high = axis["range"]
        (c,) = [shape["y0"] for shape in picture.figure["layout"]["shapes"] if shape["y0"] == shape["y1"]] or [10 * high]
        distance = ((math.log10(c) if "type" in axis else c) - name["y"]) / (high - low)
        covered = {"middle": (-0.05, 0.05), "bottom": (0.001, 0.12), "top": (-0.12, -0.001)}[name["yanchor"]]
        assert not covered[0] < distance < covered[1]


def test_no_n_fits_where_the_gathered_layer_alone_fills_the_gpu():
    picture = sharded_against_n(STORY.but(layer=4 * 10**9, gpu_memory=16 * 10**9))
    assert trace(picture, "smallest") is None
    assert "no N fits" in words(picture)
    assert "No N fits" in picture.sentence


def test_a_smallest_n_beyond_the_axis_is_named_at_its_end():
    picture = sharded_against_n(Scenario(params=10**15, layer=10, gpus=65_536, gpu_memory=16 * 10**9))
    assert trace(picture, "smallest") is None
    assert "fits from N = 1M →" in words(picture)  # 16·10^15 bytes in pieces of 16 GB less 40 bytes: 1,000,001 rounded up


def test_the_lowest_thing_drawn_leaves_room_for_the_name_at_the_foot():
    for scenario in (STORY, STORY.but(gpu_memory=10**9), Scenario(params=10**15, layer=1, gpus=65_536)):
        picture = sharded_against_n(scenario)
        low, high = picture.figure["layout"]["yaxis"]["range"]
        lowest = min(min(trace(picture, "sharded")["y"]), scenario.gpu_memory)
        assert lowest >= 10 ** (low + 0.12 * (high - low))
