"""θ poured into GPUs: nothing is spilt, and the count of GPUs is what division by hand gives."""

import pytest

from app.figures.style import THETA
from app.figures.theta_against_gpu import bytes_in, filling, theta_against_gpu
from app.memory.scenario import Scenario

GB = 10**9


def fills(picture):
    return next(trace["y"] for trace in picture.figure["data"] if trace["name"] == THETA.name)


def test_seven_billion_fill_a_third_of_an_a100():
    picture = theta_against_gpu(Scenario())
    assert fills(picture) == [28 * GB]
    assert picture.sentence == "θ alone takes 28\u00a0GB, which fills 35\u00a0% of one GPU."


def test_gpt3_fills_eight_gpus_and_part_of_a_ninth():
    picture = theta_against_gpu(Scenario(params=174_604_259_328, gpus=64, layer=1_812_099_072))
    assert fills(picture) == [80 * GB, 80 * GB, 80 * GB, 4 * 174_604_259_328 - 640 * GB]  # the first three and the last
    assert "fills 8.73 GPUs, so it needs at least 9" in picture.sentence


@pytest.mark.parametrize("total", [1, 79, 80, 81, 160, 399, 400, 401])
def test_nothing_is_spilt(total):
    shares = [bytes_in(rank, total, 80) for rank in range(6)]
    assert sum(shares) == total
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize(
    ("params", "capacity", "words"),
    [
        (1, 80 * GB, "fills less than 0.01\u00a0% of one GPU"),
        (20 * GB, 80 * GB, "fills 100\u00a0% of one GPU"),
        (20_010_000_000, 80 * GB, "fills a little more than 1 GPU, so it needs at least 2"),
        (40 * GB, 80 * GB, "fills exactly 2 GPUs"),
        (59_999_000_000, 80 * GB, "fills nearly 3 GPUs, so it needs at least 3"),
        (10**15, 80 * GB, "fills exactly 50,000 GPUs"),
        (10**15 - 1, 80 * GB, "needs at least 50,000 GPUs"),
    ],
)
def test_how_many_gpus_it_fills(params, capacity, words):
    assert filling(4 * params, Scenario(params=params, layer=1, gpu_memory=capacity)) == words


def test_four_million_gpus_are_drawn_as_four():
    picture = theta_against_gpu(Scenario(params=10**15, layer=1, gpu_memory=GB))
    assert len(fills(picture)) == 4
    assert ("GPUs it needs at least", "4,000,000") in picture.table.rows
