"""PyTorch 2.13's own count of parameters, gradients, m and v on one rank (app/evidence/data/fsdp_persistent.csv, taken on CPU)."""

import pytest

from app.evidence.tables import rows
from app.memory.scenario import Scenario
from app.memory.states import persistent

MEASURED = rows("fsdp_persistent")


@pytest.mark.parametrize("row", MEASURED, ids=lambda row: f"{row['case']}, {row['sharding']}, {row['padding']}, N={row['gpus']}")
def test_a_rank_holds_sixteen_bytes_for_each_entry_of_its_shard(row: dict[str, str]) -> None:
    ours = persistent(Scenario(params=int(row["params"]), gpus=int(row["gpus"]))).total
    measured = int(row["bytes"])
    if row["padding"] == "by rows":
        # FSDP2 pads every parameter to whole rows on each rank, where the lesson pads one long strip: at most 0.05 % more here.
        assert ours < measured <= 1.0005 * ours
    else:
        assert measured == ours


def test_the_measurements_cover_one_to_sixty_four_ranks_and_bf16_compute() -> None:
    assert {int(row["gpus"]) for row in MEASURED} == {1, 2, 4, 8, 64}
    assert {row["sharding"] for row in MEASURED} == {"FSDP1", "FSDP2"}
    assert any("bf16" in row["dtype"] for row in MEASURED)
