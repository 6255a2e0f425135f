"""Bytes a GPU keeps all the time: parameters, gradients and Adam's two states, whole or sharded."""

from app.memory.breakdown import Breakdown
from app.memory.precision import FP32_ADAM, Precision
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters


def data_parallel(scenario: Scenario, precision: Precision = FP32_ADAM) -> Breakdown:
    """Each GPU under plain data parallelism: 16·P bytes in fp32, whatever N (arXiv:1910.02054, section 3.1).

    Leaves out the buckets that PyTorch's DDP holds by default, 4·P bytes more.
    """
    return stacks(scenario.params, precision)


def persistent(scenario: Scenario, precision: Precision = FP32_ADAM) -> Breakdown:
    """Each GPU under full sharding (ZeRO-3, FSDP): 16·⌈P/N⌉ bytes in fp32 (arXiv:1910.02054, section 5, P_os+g+p)."""
    return stacks(shard_parameters(scenario.params, scenario.gpus), precision)


def stacks(entries: int, precision: Precision = FP32_ADAM) -> Breakdown:
    """The four stacks for so many parameters, in bytes."""
    return Breakdown(
        parameters=precision.parameter * entries,
        gradients=precision.gradient * entries,
        means=precision.mean * entries,
        squares=precision.square * entries,
    )
