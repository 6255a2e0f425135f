"""Slips that more than one question of the self-check can tell from the number they lead to."""

from app.memory.gathering import gathered_bytes
from app.memory.precision import FP32_ADAM, FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.states import persistent
from app.steps.question import Mistake

SUM = FP32_ADAM.bytes_per_parameter  # 16


def parameters_alone(scenario: Scenario) -> float:
    """θ and nothing else, 4·P bytes."""
    return FP32_BYTES * scenario.params


def _without_padding(scenario: Scenario) -> float:
    exact = SUM * scenario.params / scenario.gpus
    return exact if persistent(scenario).total > exact else 0


FORGOT_THREE = "You counted θ only. Training keeps ∇L, m and v as well, 16 bytes a parameter and not 4."
FORGOT_OPTIMIZER = "You counted θ and ∇L and forgot the optimizer: m and v are two more numbers for each parameter."
FORGOT_ONE = "You counted three of the four stacks. They are θ, ∇L, m and v."
NOT_DIVIDED = "That is plain data parallelism: everything on every GPU. Sharded, each GPU keeps one shard of N."
WHOLE_CLUSTER = "That is all GPUs together. The question is about one of them."

THETA_ALONE = Mistake(parameters_alone, FORGOT_THREE)
NO_OPTIMIZER = Mistake(lambda run: 2 * FP32_BYTES * run.params, FORGOT_OPTIMIZER)
THREE_STACKS = Mistake(lambda run: 3 * FP32_BYTES * run.params, FORGOT_ONE)
THETA_SHARD = Mistake(lambda run: parameters_alone(run) / run.gpus, FORGOT_THREE)
UNPADDED = Mistake(_without_padding, "You forgot the padding: a shard has a whole number of entries, ⌈P/N⌉.")
NO_OPTIMIZER_SHARD = Mistake(lambda run: 2 * FP32_BYTES * run.params / run.gpus, FORGOT_OPTIMIZER)
FULL_COLUMN = Mistake(lambda run: SUM * run.params if run.gpus > 1 else 0, NOT_DIVIDED)
BUBBLE_OF_STACKS = (
    "The bubble is parameters only, 4·ℓ. You took the 16 bytes of all four stacks for it; gradients and optimizer states stay in shards."
)

WHOLE_LAYER = "You divided by N. The gathered layer is whole on every GPU."

BUBBLE_MISTAKES = (
    Mistake(lambda run: SUM * run.layer, BUBBLE_OF_STACKS),
    Mistake(lambda run: gathered_bytes(run.layer) / run.gpus, WHOLE_LAYER),
    Mistake(parameters_alone, "That is the whole model. FSDP gathers one layer at a time."),
    Mistake(lambda run: run.layer, "That is the number of parameters. Each of them takes 4 bytes."),
)
TOTAL_MISTAKES = (
    Mistake(lambda run: persistent(run).total, "You forgot the bubble: while a layer runs, 4·ℓ bytes are there besides the shards."),
    Mistake(lambda run: persistent(run).total + SUM * run.layer, BUBBLE_OF_STACKS),
    Mistake(lambda run: (SUM * run.params + FP32_BYTES * run.layer) / run.gpus, "You divided the bubble by N. It is whole on every GPU."),
    FULL_COLUMN,
    Mistake(lambda run: SUM * run.params + FP32_BYTES * run.layer, NOT_DIVIDED),
    Mistake(lambda run: parameters_alone(run) / run.gpus + FP32_BYTES * run.layer, FORGOT_THREE),
    THETA_SHARD,
    Mistake(lambda run: gathered_bytes(run.layer), "That is the bubble alone. The shards are there as well."),
    UNPADDED,
)
