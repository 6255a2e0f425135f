"""Bytes a GPU borrows while one layer is gathered, the total with them, and the number of GPUs from which a run fits.

16·P/N + 4·ℓ is a floor: PyTorch holds two to four copies of a unit at its peak, and the root unit besides.
"""

from dataclasses import replace

from app.memory.breakdown import Breakdown
from app.memory.precision import FP32_ADAM, Precision
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters
from app.memory.states import persistent


def gathered_bytes(layer: int, precision: Precision = FP32_ADAM) -> int:
    """L_max = 4·ℓ: the parameters of the largest layer, whole for a moment (arXiv:2304.11277, section 3.2.1)."""
    return precision.gathered * layer


def fully_sharded(scenario: Scenario, precision: Precision = FP32_ADAM) -> Breakdown:
    """One GPU while its largest layer is gathered: 16·⌈P/N⌉ + 4·ℓ bytes in fp32, activations apart."""
    return replace(persistent(scenario, precision), gathered=gathered_bytes(scenario.layer, precision))


def smallest_gpus(scenario: Scenario, precision: Precision = FP32_ADAM, besides: int = 0) -> int | None:
    """The least N with 16·⌈P/N⌉ + 4·ℓ ≤ C, or None where no number of GPUs is enough. May exceed what the slider offers.

    `besides` are bytes that N does not divide and that must fit on each GPU too, such as the activations.
    """
    room = scenario.gpu_memory - gathered_bytes(scenario.layer, precision) - besides
    largest_shard = room // precision.bytes_per_parameter
    return shard_parameters(scenario.params, largest_shard) if largest_shard >= 1 else None


def smallest_gpus_for_bytes(total_bytes: int, capacity_bytes: int) -> int:
    """How many GPUs so many bytes fill, when they may be cut anywhere: ⌈bytes/C⌉."""
    return -(-total_bytes // capacity_bytes)
