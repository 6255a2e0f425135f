"""Published figures, each with its own tolerance: every row of tests/data/golden_lesson.csv. A row that no rule reads is a failure.

The ZeRO paper counts 2 + 2 + 12 bytes a parameter where the lesson counts 4 + 4 + 4 + 4; the sums agree, so its totals apply.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from app.memory.activations import rule_of_thumb
from app.memory.catalog import MODELS, gpu, model
from app.memory.gathering import gathered_bytes, smallest_gpus_for_bytes
from app.memory.precision import FP32_ADAM
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters
from app.memory.states import data_parallel, persistent, stacks
from app.memory.traffic import data_parallel_elements, fully_sharded_elements
from tests.memory.tables import rows

UNITS = {"GB": 10**9, "GiB": 2**30, "MiB": 2**20, "bytes": 1, "params": 1, "elements": 1, "count": 1, "GPUs": 1, "x": 1, "bytes/param": 1}
BERT = {"root": 988_418, "word_embeddings": 30_522 * 768, "encoder": 12 * 7_087_872}  # by hand: parameters of each wrapped unit
CARDS = {"A100-40GB": "a100-40gb", "A100-80GB": "a100-80gb", "H200-141GB": "h200-141gb", "Titan RTX": "titan-rtx-24gb"} | {
    "RTX 3090": "rtx-3090-24gb", "V100-32GB": "v100-32gb", "a100-sxm-40gb": "a100-40gb", "a100-sxm-80gb": "a100-80gb",
    "a100-pcie-80gb": "a100-80gb", "h100-sxm-80gb": "h100-80gb", "mi250x-128gb": "mi250x-64gb",
}  # fmt: skip

Row = dict[str, str]
Inputs = dict[str, Any]


def sharded(params: float, gpus: int) -> int:
    return persistent(Scenario(params=round(params), gpus=gpus)).total


def zero_table(inputs: Inputs, row: Row) -> float:
    if inputs["stage"] == "DP":
        return data_parallel(Scenario(params=round(inputs["P"]), gpus=inputs["N"])).total
    return sharded(inputs["P"], inputs["N"])  # with N = 1 the stages are all alike


def zero_fit(inputs: Inputs, row: Row) -> float:
    return min(gpus for gpus in (1, 4, 16, 64, 256, 1024) if sharded(inputs["P"], gpus) <= inputs["gpu_GB"] * 10**9)


def zero_maxsize(inputs: Inputs, row: Row) -> float:
    """The paper's largest model, scaled by how far our bytes for it are from the GPU's; model parallelism divides the parameters first."""
    largest = float(row["value"])
    here = Scenario(params=round(largest / inputs["mp"]), gpus=inputs["dp"])
    held = data_parallel(here) if inputs["stage"] == "DP" else persistent(here)
    return largest * inputs["gpu_GB"] * 10**9 / held.total


def comm_volume(inputs: Inputs, row: Row) -> float:
    if row["unit"] == "x" or row["id"] == "sb-comm-ratio":
        return fully_sharded_elements(Scenario(gpus=64)) / data_parallel_elements(Scenario(gpus=64))
    run = Scenario(params=2**40, gpus=inputs.get("W", 65_536))
    plain = inputs.get("stage") == "DP" or inputs.get("strategy") == "full replication"
    volume = data_parallel_elements(run) if plain else fully_sharded_elements(run)
    return volume / run.params if "W" in inputs else round(volume / run.params, 3)  # the ZeRO paper's figure is the limit for large N


def bytes_per_param(inputs: Inputs, row: Row) -> float:
    return FP32_ADAM.bytes_per_parameter if "P" not in inputs else stacks(round(inputs["P"])).total


def model_states(inputs: Inputs, row: Row) -> float:
    if inputs["bytes"] == 8:  # the two optimizer states alone
        return stacks(inputs["P"]).means + stacks(inputs["P"]).squares
    return sharded(inputs["P"], inputs.get("N", 1))


def delta_check(inputs: Inputs, row: Row) -> float:
    if "N1" in inputs:
        return sharded(inputs["P"], inputs["N1"]) - sharded(inputs["P"], inputs["N2"])
    memory = persistent(Scenario(params=inputs["P"], gpus=inputs["N"]))
    return memory.means + memory.squares


def fit(inputs: Inputs, row: Row) -> float:
    return smallest_gpus_for_bytes(round(inputs["total"]), round(inputs["hbm"]))


def shard_size(inputs: Inputs, row: Row) -> float:
    return shard_parameters(BERT[inputs["unit"]], inputs["N"])


def accelerate_run(inputs: Inputs, row: Row) -> float:
    entry = model(inputs["model"].split()[0])
    return gathered_bytes(entry.layer) if row["quantity"] == "largest_layer" else stacks(entry.params).parameters


def model_params(inputs: Inputs, row: Row) -> float:
    entry = model(inputs["model"])
    return {"total_params": entry.params, "largest_block_params": entry.layer, "n_blocks": entry.layers}[row["quantity"]]


def gpu_catalogue(inputs: Inputs, row: Row) -> float:
    card = gpu(CARDS[inputs["gpu"]])
    if row["quantity"] == "nominal_memory":
        return card.memory * (2 if inputs["gpu"].startswith("mi250x") else 1)  # the card is two GPUs
    return card.reported or 0


def activation(inputs: Inputs, row: Row) -> float:
    """One tensor a layer, in the row's own bytes an element instead of our four."""
    run = Scenario(
        batch=inputs.get("b", 1), seq=inputs.get("s", inputs.get("tokens")), hidden=inputs.get("h", inputs.get("hidden")),
        layers=inputs.get("layers", 1),
    )  # fmt: skip
    return rule_of_thumb(run) * inputs.get("bytes", 2) / 4


def torch_tracker(inputs: Inputs, row: Row) -> float:
    return sharded(inputs["P"], inputs["shard"])


RULES: dict[str, Callable[[Inputs, Row], float]] = {
    "zero_table": zero_table, "zero_fit": zero_fit, "zero_maxsize": zero_maxsize, "comm_volume": comm_volume,
    "bytes_per_param": bytes_per_param, "model_states": model_states, "delta_check": delta_check, "fit": fit, "shard_size": shard_size,
    "accelerate_run": accelerate_run, "model_params": model_params, "gpu_catalogue": gpu_catalogue, "activation": activation,
    "torch_tracker_act": activation, "torch_tracker": torch_tracker,
}  # fmt: skip


@pytest.mark.parametrize("row", rows("golden_lesson.csv"), ids=lambda row: row["id"])
def test_golden_row(row: Row) -> None:
    unit = UNITS[row["unit"].split("(")[0].split()[0]]
    ours = RULES[row["kind"]](json.loads(row["inputs"]), row)
    assert ours / unit == pytest.approx(float(row["value"]), rel=0, abs=float(row["tolerance"]) or 1e-12)


def test_every_published_model_of_the_catalogue_has_golden_counts() -> None:
    counted = {json.loads(row["inputs"])["model"] for row in rows("golden_lesson.csv") if row["kind"] == "model_params"}
    assert counted == {entry.slug for entry in MODELS} - {"gpt3-175b"}  # its sizes come from the paper, see test_catalog.py
