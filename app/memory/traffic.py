"""Elements that one GPU sends in one training step, with collectives on a ring (arXiv:1910.02054, section 7).

An all-gather or a reduce-scatter of P elements moves (N − 1)·⌈P/N⌉ through each GPU; an all-reduce is one of each.
"""

from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters


def collective_elements(scenario: Scenario) -> int:
    """Elements one GPU sends in one all-gather, or one reduce-scatter, of the whole model: (N − 1)·⌈P/N⌉."""
    return (scenario.gpus - 1) * shard_parameters(scenario.params, scenario.gpus)


def data_parallel_elements(scenario: Scenario) -> int:
    """Plain data parallelism: one all-reduce of the gradients, about 2·P·(N − 1)/N."""
    return 2 * collective_elements(scenario)


def fully_sharded_elements(scenario: Scenario) -> int:
    """FSDP: all-gather in forward, all-gather in backward, reduce-scatter of the gradients, about 3·P·(N − 1)/N."""
    return 3 * collective_elements(scenario)
