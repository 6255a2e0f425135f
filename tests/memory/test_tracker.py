"""Whole training steps against PyTorch's FSDPMemTracker: app/evidence/data/tracker_rows.csv, and unequal blocks in account_unequal.csv.

The models of transformers were tracked over the first forward and backward, before Adam's states exist; the toy over its second step.
"""

from statistics import median

import pytest

from app.evidence.shapes import gpt
from app.evidence.tracker import activations, at_the_peak, tracked, tracked_rows
from app.memory.account import account_of
from app.memory.plan import Plan
from app.memory.recipe import recipe_of
from app.memory.strategy import strategy_of
from app.memory.unit import Unit, Units
from tests.memory.tables import rows

UNEQUAL = rows("account_unequal.csv")
INPUTS = 100_000  # bytes of token numbers, rotation tables and buffers, which the tracker counts and we do not

Row = dict[str, str]


def named(table: list[Row]) -> list[pytest.param]:
    return [pytest.param(row, id=row["case"]) for row in table]


def measured(quantity: str) -> list[Row]:
    return [row for row in tracked_rows() if row["quantity"] == quantity]


def peak(row: Row) -> int:
    return at_the_peak(row, tracked(row)).total


@pytest.mark.parametrize("row", named(measured("stored")))
def test_the_models_are_those_that_were_tracked(row: Row) -> None:
    assert tracked(row).plan.units.total == int(row["parameters"])


@pytest.mark.parametrize("row", named(measured("peak")))
def test_peak(row: Row) -> None:
    assert peak(row) == pytest.approx(int(row["bytes"]), rel=0.02)


def test_peaks_as_a_whole() -> None:
    errors = [abs(peak(row) / int(row["bytes"]) - 1) for row in measured("peak")]
    assert len(errors) == 24
    assert median(errors) < 0.002
    assert max(errors) < 0.02


@pytest.mark.parametrize("row", named(measured("stored")))
def test_what_stays_after_a_step(row: Row) -> None:
    assert 0 <= int(row["bytes"]) - tracked(row).persistent < INPUTS


@pytest.mark.parametrize("row", named(measured("activations")))
def test_activations_after_forward(row: Row) -> None:
    """With the logits in the compute precision. Checkpointed blocks of transformers keep a mask besides, 3 % at most."""
    assert activations(tracked(row)) == pytest.approx(int(row["bytes"]), rel=0.03)


def unequal(row: Row) -> Plan:
    """Blocks of h = 512 with 8 heads whose MLPs have the widths of the row; activations are counted with the widest."""
    widths = [int(width) for width in row["widths"].split()]
    vocabulary, seq = int(row["vocabulary"]), int(row["seq"])
    one = gpt(512, 8, 1, vocabulary, seq, tied=bool(row["tied"]))
    blocks = tuple(_with_width(one.blocks[0], width) for width in widths)
    units = Units(
        blocks, one.embedding, one.head, one.root_rest, 512, len(blocks), 8, vocabulary, False, one.tied, max(widths)
    )  # fmt: skip
    return Plan(
        units, gpus=int(row["gpus"]), seq=seq, recipe=recipe_of(row["precision"]), strategy=strategy_of("hsdp" if row["group"] else "fsdp"),
        shard_group=int(row["group"] or 1), reshard=row["reshard"], optimizer="loop",
    )  # fmt: skip


def _with_width(block: Unit, width: int) -> Unit:
    scaled = {2048: width}
    tensors = (type(t)(scaled.get(t.rows, t.rows), scaled.get(t.columns, t.columns)) for t in block.tensors)
    return Unit("block", tuple(tensors))


@pytest.mark.parametrize("row", named(UNEQUAL))
def test_unequal_blocks_are_bounded(row: Row) -> None:
    made = account_of(unequal(row))
    borrowed = int(row["gathered"]) + int(row["all_gather"]) + int(row["reduce_scatter"])
    assert borrowed <= max(made.temporary("forward"), made.temporary("backward"))
    assert 0.99 * int(row["peak"]) < made.peak.total < 1.08 * int(row["peak"])


@pytest.mark.parametrize("row", named(UNEQUAL))
def test_some_phase_borrows_exactly_what_pytorch_did(row: Row) -> None:
    found = {(phase.held.gathered, phase.held.all_gather, phase.held.reduce_scatter) for phase in account_of(unequal(row)).phases}
    assert (int(row["gathered"]), int(row["all_gather"]), int(row["reduce_scatter"])) in found
