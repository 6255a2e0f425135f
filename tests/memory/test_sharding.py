"""Cutting P entries into N pieces, by hand and as PyTorch's FSDP does it."""

import pytest

from app.memory.sharding import Shard, empty_gpus, padding_parameters, shard, shard_parameters


@pytest.mark.parametrize(
    ("params", "gpus", "each", "padding"),
    [
        (12, 4, 3, 0),
        (10, 4, 3, 2),
        (9, 4, 3, 3),
        (8, 4, 2, 0),
        (3, 5, 1, 2),
        (1, 1, 1, 0),
        (1, 65_536, 1, 65_535),
        (7 * 10**9, 4, 1_750_000_000, 0),
    ],
)
def test_pieces_are_rounded_up_and_the_rest_is_padding(params: int, gpus: int, each: int, padding: int) -> None:
    assert shard_parameters(params, gpus) == each
    assert padding_parameters(params, gpus) == padding


def test_ten_entries_on_four_gpus() -> None:
    assert [shard(10, 4, rank) for rank in range(4)] == [Shard(0, 0, 3, 0), Shard(1, 3, 3, 0), Shard(2, 6, 3, 0), Shard(3, 9, 1, 2)]


def test_more_gpus_than_entries_leave_some_gpus_padding_only() -> None:
    assert [shard(3, 5, rank) for rank in range(5)] == [
        Shard(0, 0, 1, 0),
        Shard(1, 1, 1, 0),
        Shard(2, 2, 1, 0),
        Shard(3, 3, 0, 1),
        Shard(4, 3, 0, 1),
    ]


def test_five_entries_on_four_gpus_leave_the_last_gpu_padding_only() -> None:
    assert [shard(5, 4, rank) for rank in range(4)] == [Shard(0, 0, 2, 0), Shard(1, 2, 2, 0), Shard(2, 4, 1, 1), Shard(3, 5, 0, 2)]


@pytest.mark.parametrize(
    ("params", "gpus", "empty"), [(10, 4, 0), (9, 4, 1), (3, 5, 2), (5, 4, 1), (1, 65_536, 65_535), (7 * 10**9, 4, 0), (1, 1, 0)]
)
def test_gpus_that_hold_padding_only(params: int, gpus: int, empty: int) -> None:
    assert empty_gpus(params, gpus) == empty


@pytest.mark.parametrize("rank", [-1, 4, 100])
def test_a_gpu_that_does_not_exist_has_no_piece(rank: int) -> None:
    with pytest.raises(ValueError, match=f"rank must lie within 0 to 3, not {rank}"):
        shard(10, 4, rank)
