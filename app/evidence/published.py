"""Tables of papers and tools: data/published.csv. Some of their cells are cut, not rounded; a row that we do not meet says why."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from app.evidence.comparison import Comparison
from app.evidence.tables import Row, rows
from app.memory.block_activations import Block, kept, norms, recomputed
from app.memory.recipe import recipe_of
from app.memory.strategy import model_states, strategy_of

STAGES = {"DP": "dp", "Pos": "zero1", "Pos+g": "zero2", "Pos+g+p": "fsdp"}
UNITS = {"GB(1e9)": 10**9, "GiB": 2**30, "GiB (printed as 'GB')": 2**30, "TB(1e12)": 10**12}
MIXED = recipe_of("mixed")

Inputs = dict[str, Any]


def states(inputs: Inputs) -> int:
    """Model states of one GPU under a stage of the ZeRO paper, bytes."""
    return model_states(round(inputs["P"]), inputs["N"], MIXED, strategy_of(STAGES[inputs["stage"]]))


def zero_table(inputs: Inputs, row: Row) -> float:
    """Table 1 and figure 1 of arXiv:1910.02054."""
    return states(inputs)


def zero_maxsize(inputs: Inputs, row: Row) -> float:
    """The largest model of table 2 in parameters: model parallelism divides it by `mp`, and its states fill the GPU."""
    many = 10**12
    return float(many * inputs["mp"] * inputs["gpu_GB"] * 10**9) / states({"P": many, "N": inputs["dp"], "stage": inputs["stage"]})


def ds_estimator(inputs: Inputs, row: Row) -> float:
    """DeepSpeed's ZeRO-2 counts an fp32 gradient too: 2·P + 18·P/N; with the optimizer offloaded, the parameters alone."""
    parameters = round(inputs["P"])
    if inputs["offload_optimizer"]:
        return float(MIXED.parameter * parameters)
    return model_states(parameters, inputs["gpus"], recipe_of("accumulate"), strategy_of("zero2"))


def activation(inputs: Inputs, row: Row) -> float:
    """Megatron's table (arXiv:2205.05198) and others that follow it; they leave out the norms' statistics, which we count elsewhere."""
    if "technique" in inputs:
        block = Block(inputs["b"], inputs["s"], inputs["h"], inputs["a"], 4 * inputs["h"], False, 2, "plain", dropout=True)
        return megatron(block, inputs["technique"], inputs["t"])
    if "tokens" in inputs and "hidden" in inputs:
        return float(inputs["layers"] * kept(Block(1, inputs["tokens"], inputs["hidden"], 1, 1, False, 2), "full"))
    hidden = inputs.get("h") or inputs["D"]
    block = Block(inputs.get("b", 1), inputs.get("s") or round(inputs["tokens"]), hidden, 1, 4 * hidden, False, 2, "fused", dropout=True)
    statistics = (4 * 2 + 4) * block.tokens  # of the norms, and one fp32 number a row from the fused attention of one head
    if row["quantity"] == "activations_checkpointed":  # the input of each block, and one block computed again
        return float(inputs["L"] * kept(block, "full") + recomputed(block, "full") - statistics)
    return float(inputs["L"] * (kept(block) - statistics))


def megatron(block: Block, technique: str, degree: int) -> float:
    """A block of Megatron’s table 2. Tensor parallelism divides all but norms and dropout masks, sequence parallelism these too."""
    if technique == "full":
        return kept(block, "full")
    statistics = 4 * 2 * block.tokens  # mean and deviation of two norms, which the paper leaves out
    held = kept(block, "selective" if "selective" in technique else "off") - statistics
    whole = norms(block) - statistics + 2 * block.mask * block.tokens * block.hidden
    if "tp" not in technique:
        return held
    return held / degree if "sp" in technique else whole + (held - whole) / degree


COMPARED: dict[str, Callable[[Inputs, Row], float]] = {
    "zero_table": zero_table, "zero_maxsize": zero_maxsize, "zero_measured": zero_maxsize, "ds_estimator": ds_estimator,
    "activation": activation,
}  # fmt: skip


def comparisons(*kinds: str) -> Iterator[Comparison]:
    """Every row of those kinds, in bytes or in parameters."""
    for row in rows("published"):
        if row["kind"] in kinds:
            inputs = json.loads(row["inputs"])
            factor = UNITS.get(row["unit"], 1)
            case = ", ".join(f"{name} {_short(value)}" for name, value in inputs.items())
            ours, theirs = COMPARED[row["kind"]](inputs, row), float(row["value"]) * factor
            near = "as near as the printed digits tell" if abs(ours - theirs) <= float(row["tolerance"]) * factor else ""
            unit, quantity = "parameters" if row["unit"] == "params" else "bytes", row["quantity"].replace("_", " ")
            yield Comparison(case, quantity, ours, theirs, row["source"], unit, row["reason"] or near)


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
