"""Tensor by tensor against transformers 5.24 on the meta device (tests/data/architecture_tensors.json, taken by record.py).

Rows matter beside entries, because FSDP2 cuts and pads each tensor by rows. One model of each family, and variants that switch every key
which changes a shape.
"""

import json
from itertools import groupby
from typing import Any

import pytest

from app.memory.architecture import FAMILIES, architecture_of
from app.memory.unit import Unit
from tests.memory.architecture.record import FILE, written

CASES: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_every_tensor_is_that_of_transformers(case: dict[str, Any]) -> None:
    model = architecture_of(json.dumps(case["config"]))
    blocks = [line(block) for block in model.units.blocks for _ in range(block.count)]
    assert [[len(list(run)), tensors] for tensors, run in groupby(blocks)] == case["blocks"]
    units = model.units
    assert line(units.embedding, units.root_rest, *([units.head] if units.head else [])) == case["rest"]
    assert (units.total, model.largest_leaf.parameters) == (case["total"], case["largest_leaf"])


def test_every_family_is_compared() -> None:
    assert {case["config"]["model_type"] for case in CASES.values()} == set(FAMILIES)


def line(*units: Unit) -> str:
    return written((tensor.rows, tensor.columns) for unit in units for tensor in unit.tensors)
