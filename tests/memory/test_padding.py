"""Shards of single parameters, padding included, against real PyTorch tensors: app/evidence/data/fsdp_rows.csv, 4 bytes an entry."""

import pytest

from app.evidence.runs import measurements
from app.evidence.shards import rank_of, tensor_of
from app.evidence.tables import Row
from app.memory.padding import tensor_shard, tensor_shard_real, tensors_shard
from app.memory.unit import Tensor


def measured(wrap: str, *whats: str) -> list[pytest.param]:
    table = (row for row in measurements() if row["wrap"] == wrap and row["quantity"].split()[1] in whats)
    return [pytest.param(row, id=f"{row['model']}, N = {row['gpus']}, {row['quantity']}") for row in table]


@pytest.mark.parametrize("row", measured("fsdp2 dim-0", "param", "grad"))
def test_parameters_and_gradients_are_padded(row: Row) -> None:
    assert 4 * tensor_shard(tensor_of(row), int(row["gpus"])) == int(row["bytes"])


@pytest.mark.parametrize("row", measured("fsdp2 dim-0", "m", "v"))
def test_adams_states_are_not(row: Row) -> None:
    assert 4 * tensor_shard_real(tensor_of(row), int(row["gpus"]), rank_of(row)) == int(row["bytes"])


@pytest.mark.parametrize("row", measured("fsdp1 flat", "param"))
def test_fsdp1_pads_a_flat_parameter(row: Row) -> None:
    assert 4 * tensors_shard((tensor_of(row),), int(row["gpus"]), "flat") == int(row["bytes"])


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
