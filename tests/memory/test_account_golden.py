"""Published figures for every stage and recipe: each row of app/evidence/data/published.csv with its own tolerance.

A row that no rule reads is a failure; one that we do not meet says why in its last column, and is then checked to differ.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from app.evidence.published import MIXED, STAGES, UNITS, activation, ds_estimator, states, zero_maxsize, zero_table
from app.evidence.tables import rows
from app.memory.account import account_of
from app.memory.block_activations import Block, kept
from app.memory.loss import logits_bytes
from app.memory.plan import Plan
from app.memory.recipe import RECIPES, recipe_of
from app.memory.step_traffic import traffic_of
from app.memory.strategy import model_states, strategy_of
from app.memory.unit import Tensor, Unit, Units

NONE = Unit("none", ())

Row = dict[str, str]
Inputs = dict[str, Any]


def plan(parameters: int, gpus: int, strategy: str = "fsdp", recipe: str = "mixed", **settings: Any) -> Plan:
    """A model of one layer, for what depends on P alone; its head and its activations are nothing."""
    units = Units((Unit("layer", (Tensor(parameters),)),), NONE, None, NONE, 1, 1, 1, 1, False, False, 1)
    return Plan(units, gpus=gpus, seq=1, strategy=strategy_of(strategy), recipe=recipe_of(recipe), **settings)


def zero_fit(inputs: Inputs, row: Row) -> float:
    listed = (1, 4, 16, 64, 256, 1024)
    return min(gpus for gpus in listed if states(inputs | {"N": gpus}) <= inputs["gpu_GB"] * 10**9)


def comm_volume(inputs: Inputs, row: Row) -> float:
    parameters, gpus = 2**40, inputs.get("W", 2**20)
    slug = STAGES.get(inputs.get("stage", ""), "fsdp")
    if "replication" in inputs.get("strategy", ""):
        slug = "dp"
    sent = traffic_of(plan(parameters, gpus, slug)).elements
    if "G" in inputs:
        return traffic_of(plan(parameters, gpus, "hsdp", shard_group=inputs["G"])).between / parameters
    if row["unit"] == "x":
        return round(sent / traffic_of(plan(parameters, gpus, "dp")).elements, 6)
    return sent / parameters if "W" in inputs else round(sent / parameters, 5)  # the ZeRO paper's figure is the limit for large N


def bytes_per_param(inputs: Inputs, row: Row) -> float:
    if row["quantity"] == "max_params_pure_dp":
        return inputs["hbm"] / (MIXED.parameter + MIXED.mean + MIXED.square)
    if row["quantity"] == "K_optimizer_bytes" or inputs.get("optimizer") == "AdamW":
        return MIXED.optimizer
    if "8-bit" in inputs.get("optimizer", ""):  # counted there with the fp32 parameters
        return recipe_of("adam8bit").parameter + recipe_of("adam8bit").optimizer
    recipe = recipe_of("accumulate") if "with fp32 grad" in inputs.get("mode", "") else MIXED
    return recipe.sum * inputs.get("P", 1)


def state_bytes(inputs: Inputs, row: Row) -> float:
    parts = {
        "params_bf16": MIXED.parameter, "params": MIXED.parameter, "grads_bf16": MIXED.gradient, "optimizer": MIXED.mean + MIXED.square,
        "optimizer_states": MIXED.mean + MIXED.square, "params+optimizer": MIXED.parameter + MIXED.mean + MIXED.square,
    }  # fmt: skip
    if row["quantity"] in parts:
        return parts[row["quantity"]] * inputs["P"]
    return model_states(round(inputs["P"]), inputs.get("N", 1), MIXED, strategy_of("fsdp"))


def delta_check(inputs: Inputs, row: Row) -> float:
    if "N1" in inputs:
        return state_bytes({"P": inputs["P"], "N": inputs["N1"]}, row) - state_bytes({"P": inputs["P"], "N": inputs["N2"]}, row)
    first, second = (account_of(plan(inputs["P"], inputs["N"], recipe="fsdp2", first_step=first)).phases[0] for first in (True, False))
    return second.held.means + second.held.squares - first.held.means - first.held.squares


def logits(inputs: Inputs, row: Row) -> float:
    return logits_bytes(inputs.get("tokens") or inputs["batch"] * inputs["seq"], inputs["vocab"], inputs["bytes"])


def buffer(inputs: Inputs, row: Row) -> float:
    """The input of the reduce-scatter of a root unit, in fp32."""
    parameters = round(inputs["P"]) if "P" in inputs else inputs["tables"] * inputs["vocab"] * inputs["hidden"]
    made = account_of(plan(parameters, 2**5, recipe="fsdp2", wrapping="root"))
    return max(phase.held.reduce_scatter for phase in made.phases)


def gradients(inputs: Inputs, row: Row) -> float:
    parameters = round(inputs["P"])
    if inputs.get("no_sync"):
        return account_of(plan(parameters, inputs["N"], accumulation="unsharded")).phases[1].held.full_gradients
    return account_of(plan(parameters, inputs["N"])).phases[-1].held.gradients


def optimizer_step(inputs: Inputs, row: Row) -> float:
    held = account_of(plan(10**6, 8, recipe="fp32", optimizer="foreach")).most("optimizer step").held
    return held.optimizer / (held.means + held.squares)


def activation_ratio(inputs: Inputs, row: Row) -> float:
    block = Block(1, inputs["s"], inputs["h"], inputs["a"], 4 * inputs["h"], False, 2, "plain", dropout=True)
    if row["quantity"] == "5as/h":
        return (kept(block) - kept(block, "selective")) / (block.tokens * block.hidden)
    return 1 - kept(block, "selective") / kept(block)


RULES: dict[str, Callable[[Inputs, Row], float]] = {
    rule.__name__: rule
    for rule in (
        zero_table, zero_fit, zero_maxsize, comm_volume, bytes_per_param, delta_check, ds_estimator, logits, buffer, gradients,
        optimizer_step, activation, activation_ratio,
    )
} | {"model_states": state_bytes, "zero_measured": zero_maxsize}  # fmt: skip


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in rows("published")])
def test_row(row: Row) -> None:
    found = RULES[row["kind"]](json.loads(row["inputs"]), row) / UNITS.get(row["unit"], 1)
    value, tolerance = float(row["value"]), float(row["tolerance"])
    met = abs(found - value) <= tolerance + 1e-9 * abs(value)
    assert met != bool(row["reason"])


def test_the_recipes_of_the_specification() -> None:
    """θ, ∇L, master, m, v and what is gathered, as the table of the memory model prints them."""
    printed = {"fp32": 16, "mixed": 16, "fsdp2": 16, "accumulate": 20, "bf16": 8, "adam8bit": 10, "sgd": 12}
    assert {recipe.slug: recipe.sum for recipe in RECIPES if recipe.slug in printed} == printed
    assert [recipe.compute for recipe in RECIPES if recipe.slug in ("fp32", "mixed", "fsdp2")] == [4, 2, 2]
