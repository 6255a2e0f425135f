"""Whole runs that people reported: data/public.csv. Their settings are not always told; what we supposed is said beside each."""

import json
from collections.abc import Iterator

from app.evidence.comparison import Comparison
from app.evidence.tables import Row, rows
from app.memory.run import Run

GIB = 2**30


def run_of(settings: dict[str, object]) -> Run:
    """The run with those settings; `keys` are those of a config."""
    keys = settings.pop("keys", None)
    return Run(model="config", keys=tuple(keys.items()), **settings) if isinstance(keys, dict) else Run(**settings)  # type: ignore[arg-type]


def own(row: Row) -> float:
    """Our number for a row: a peak, the difference of two runs' stacks, or the largest batch."""
    run = run_of(json.loads(row["settings"]))
    if row["quantity"] == "largest batch":
        return run.most_sequences or 0
    if row["other"]:
        other = run_of(json.loads(row["settings"]) | json.loads(row["other"]))
        phase = -1 if row["at"] == "end" else 0
        return run.account.phases[phase].held.states - other.account.phases[phase].held.states
    return run.account.peak.total


def comparisons() -> Iterator[Comparison]:
    """Every row of the table."""
    for row in rows("public"):
        factor = GIB if row["unit"] == "GiB" else 1
        unit = "bytes" if row["unit"] == "GiB" else row["unit"]
        yield Comparison(row["what"], row["quantity"], own(row), float(row["value"]) * factor, row["source"], unit, row["reason"])
