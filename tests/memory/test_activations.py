"""What the backward pass waits for, by hand and against PyTorch's own bookkeeping."""

import pytest

from app.memory import activations
from app.memory.scenario import Scenario
from tests.memory.tables import rows

SMALL = Scenario(batch=2, seq=3, hidden=5, layers=7)


def test_the_rule_of_thumb_is_4_bytes_times_b_s_h_and_l() -> None:
    assert activations.one_tensor(SMALL) == 4 * 30
    assert activations.rule_of_thumb(SMALL) == 4 * 30 * 7


def test_the_default_run_by_hand() -> None:
    # 4 · 4 · 2,048 · 4,096 = 134,217,728 bytes a layer; 16 such tensors on 32 layers are 64 GiB.
    run = Scenario()
    assert activations.rule_of_thumb(run) == 4_294_967_296
    assert activations.without_checkpointing(run) == 64 * 2**30
    assert activations.with_checkpointing(run) == 4_294_967_296 + 16 * 134_217_728


def test_checkpointing_never_costs_memory() -> None:
    one_layer = SMALL.but(layers=1)
    assert activations.with_checkpointing(one_layer) == activations.without_checkpointing(one_layer) == 64 * 30
    two_layers = SMALL.but(layers=2)
    assert activations.with_checkpointing(two_layers) == (2 + 16) * 4 * 30 < activations.without_checkpointing(two_layers)


def test_the_switch_decides_what_is_kept() -> None:
    assert activations.kept(SMALL) == 64 * 30 * 7
    assert activations.kept(SMALL.but(checkpointing="on")) == 4 * 30 * (7 + 16)


def test_plain_attention_adds_the_scores_of_every_head() -> None:
    run = Scenario(batch=2, seq=3, hidden=256, layers=7)  # 256 entries are 2 heads of 128
    assert activations.with_plain_attention(run) == 7 * (66 * 2 * 3 * 256 + 9 * 2 * 3 * 3 * 2)


@pytest.mark.parametrize(("hidden", "heads"), [(64, 1), (128, 1), (255, 1), (256, 2), (4096, 32)])
def test_heads_are_128_wide_and_there_is_at_least_one(hidden: int, heads: int) -> None:
    run = Scenario(batch=1, seq=10, hidden=hidden, layers=1)
    assert activations.with_plain_attention(run) == 66 * 10 * hidden + 9 * heads * 10 * 10


@pytest.mark.parametrize("row", rows("measured_activations.csv"), ids=lambda row: f"{row['case']}, {row['block']}, {row['checkpointed']}")
def test_pytorch_keeps_as_much_for_one_block(row: dict[str, str]) -> None:
    run = Scenario(batch=int(row["batch"]), seq=int(row["seq"]), hidden=int(row["hidden"]), layers=1)
    measured = int(row["bytes"])
    if row["checkpointed"] == "yes":
        assert activations.rule_of_thumb(run) == measured
    elif row["block"] == "fused attention, no dropout":
        assert activations.without_checkpointing(run) == pytest.approx(measured, rel=0.002)
    elif int(row["hidden"]) == 128 * int(row["heads"]):
        assert activations.with_plain_attention(run) == pytest.approx(measured, rel=0.001)
    else:
        # Heads 64 wide: twice as many heads as we assume, so twice our scores.
        scores = 9 * int(row["heads"]) * int(row["seq"]) ** 2 * int(row["batch"])
        ours = activations.with_plain_attention(run)
        assert measured > ours
        assert measured == pytest.approx(66 * run.batch * run.seq * run.hidden + scores, rel=0.001)
