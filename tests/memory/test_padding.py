"""Shards of single parameters, padding included, against real PyTorch tensors: app/evidence/data/padding.csv, 4 bytes an entry."""

import pytest

from app.evidence.tables import rows
from app.memory.padding import tensor_shard, tensor_shard_real, tensors_shard
from app.memory.unit import Tensor

TABLE = [pytest.param(row, id=f"{row['rows']}x{row['columns']} on {row['gpus']}, rank {row['rank']}") for row in rows("padding")]


@pytest.mark.parametrize("row", TABLE)
def test_measured(row: dict[str, str]) -> None:
    tensor, gpus, rank = Tensor(int(row["rows"]), int(row["columns"])), int(row["gpus"]), int(row["rank"])
    assert 4 * tensor_shard(tensor, gpus) == int(row["parameter"]) == int(row["gradient"])
    assert 4 * tensor_shard_real(tensor, gpus, rank) == int(row["mean"]) == int(row["square"])
    if row["flat"]:
        assert 4 * tensors_shard((tensor,), gpus, "flat") == int(row["flat"])


def test_more_gpus_than_rows_cost_what_as_many_as_rows_cost() -> None:
    """A parameter of (8, 256, 64) on 64 GPUs costs eight times its share, one of (1, 1024) sixty-four times."""
    assert tensor_shard(Tensor(8, 256 * 64), 64) == 8 * (8 * 256 * 64 // 64)
    assert tensor_shard(Tensor(1, 1024), 64) == 64 * (1024 // 64)


@pytest.mark.parametrize("rows_", [1, 7, 64, 50_257])
def test_the_ranks_share_the_whole(rows_: int) -> None:
    tensor = Tensor(rows_, 3)
    assert sum(tensor_shard_real(tensor, 64, rank) for rank in range(64)) == tensor.parameters


def test_a_rank_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="rank"):
        tensor_shard_real(Tensor(8), 4, 4)
