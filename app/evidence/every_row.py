"""Every row of PyTorch's measurements beside our number for it: 2,209 of the event logs and trackers, and the tracker's of whole models."""

from dataclasses import replace
from functools import cache

from app.evidence import reasons, runs, shards, tracker
from app.evidence.blocks import block_bytes, measured_block
from app.evidence.blocks import in_words as block_in_words
from app.evidence.comparison import Comparison
from app.evidence.logged import logged
from app.evidence.quantities import in_words
from app.evidence.tables import Row

CLOSE = 0.01  # beyond it a row needs its reason
SOURCE = "PyTorch 2.13.0 on CPU"


@cache
def of_measurements() -> tuple[tuple[Row, Comparison], ...]:
    """Each row of data/fsdp_rows.csv, and how it compares."""
    return tuple((row, _compared(row, setting(row), own(row), f"{SOURCE}, {method(row)}")) for row in runs.measurements())


@cache
def of_tracker() -> tuple[tuple[Row, Comparison], ...]:
    """Each row of data/tracker_rows.csv, and how it compares."""
    source = f"{SOURCE}, FSDPMemTracker, transformers 5.24"
    return tuple((row, _compared(row, tracker.run_in_words(row), tracker.tracked_bytes(row), source)) for row in tracker.tracked_rows())


def method(row: Row) -> str:
    """How it was measured. Two rows refer to the runs named 'a', which are followed storage by storage."""
    return row["method"].replace("as a, ", "event-log tracker, ")


def own(row: Row) -> int:
    """Our number for a row of data/fsdp_rows.csv."""
    if row["model"] == "block":
        return block_bytes(row)
    if row["model"].startswith("one parameter"):
        return shards.shard_bytes(row)
    return logged(runs.account_of_run(row), row["quantity"], row["method"])


def setting(row: Row) -> str:
    """What was measured, in words."""
    if row["model"] == "block":
        return block_in_words(*measured_block(row))
    if row["model"].startswith("one parameter"):
        return f"{row['model']}, N = {row['gpus']}, {row['wrap']}"
    rank = f", {row['method'].rpartition(', ')[2]}" if "real gloo, " in row["method"] else ""
    return runs.setting(row) + rank


def _compared(row: Row, case: str, ours: int, source: str) -> Comparison:
    unit = "entries" if row["quantity"] == "flat_param_padding_all_ranks" else "bytes"
    found = Comparison(case, in_words(row["quantity"]), ours, int(row["bytes"]), source, unit)
    return found if abs(found.error) <= CLOSE else replace(found, reason=reasons.reason(row["case"], row["quantity"]))
