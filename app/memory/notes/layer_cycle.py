"""One layer’s way through a training step under FSDP: what one GPU holds of it in each phase, in fp32.

ℓ parameters on N GPUs. The gradient’s shard is there from the reduce-scatter until the optimizer has used it. Activations, prefetching
and the buffers of the collectives are left out.
"""

from dataclasses import dataclass

from app.memory.breakdown import Breakdown
from app.memory.precision import FP32_ADAM, FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters


@dataclass(frozen=True)
class Phase:
    """One phase: what happens, and which of the layer’s numbers are there beside the shards of θ, m and v."""

    short: str
    words: str
    gathered: bool = False  # all parameters of the layer
    whole_gradient: bool = False  # of this GPU’s own batch, not yet summed over the GPUs
    summed_shard: bool = False  # this GPU’s share of the sum


PHASES = (
    Phase("rest", "at rest: each GPU has its shards, and nothing of the others"),
    Phase("gather", "all-gather: every GPU sends its shard round and receives the others", gathered=True),
    Phase("forward", "forward: each GPU computes with the whole layer on its own part of the batch", gathered=True),
    Phase("discard", "discard: what was borrowed is let go, the own shard stays"),
    Phase("gather again", "all-gather again, because backward needs the whole layer too", gathered=True),
    Phase("backward", "backward: each GPU has a gradient for the whole layer, from its own part of the batch", True, True),
    Phase("discard again", "discard again: the gradient stays until it is summed", whole_gradient=True),
    Phase("reduce-scatter", "reduce-scatter: gradients are summed over the GPUs, each receives its share of the sum", summed_shard=True),
    Phase("Adam", "the optimizer updates each GPU’s shard from its share of the gradient", summed_shard=True),
)


def phase_of(number: int) -> Phase:
    """The phase of that number, counted from 1."""
    return PHASES[number - 1]


def held(run: Scenario, phase: Phase) -> Breakdown:
    """Bytes of one layer on one GPU in one phase."""
    shard = shard_parameters(run.layer, run.gpus)
    gradient = run.layer if phase.whole_gradient else shard if phase.summed_shard else 0
    return Breakdown(
        parameters=FP32_ADAM.parameter * shard,
        gradients=FP32_ADAM.gradient * gradient,
        means=FP32_ADAM.mean * shard,
        squares=FP32_ADAM.square * shard,
        gathered=FP32_BYTES * run.layer if phase.gathered else 0,
    )
