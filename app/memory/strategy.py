"""Who keeps what: the ways to share training states among N GPUs (arXiv:1910.02054, section 5; arXiv:2304.11277, section 3.2)."""

from dataclasses import dataclass

from app.memory.recipe import Recipe
from app.memory.sharding import shard_parameters


@dataclass(frozen=True)
class Strategy:
    """What is divided among the GPUs of a shard group. `gathers`: parameters are brought together unit by unit."""

    slug: str
    title: str
    parameters: bool
    gradients: bool
    optimizer: bool
    groups: bool = False  # several shard groups that hold the same, HSDP

    @property
    def gathers(self) -> bool:
        """Whether a layer must be gathered before it can compute."""
        return self.parameters

    def degree(self, gpus: int, group: int) -> int:
        """Over how many GPUs the divided parts are cut: all of them, or the shard group S of HSDP, never more than there are."""
        return min(group, gpus) if self.groups else gpus


STRATEGIES: tuple[Strategy, ...] = (
    Strategy("dp", "Data parallelism", False, False, False),
    Strategy("zero1", "ZeRO-1", False, False, True),
    Strategy("zero2", "ZeRO-2", False, True, True),
    Strategy("fsdp", "FSDP, ZeRO-3", True, True, True),
    Strategy("hsdp", "HSDP", True, True, True, groups=True),
)


def strategy_of(slug: str) -> Strategy:
    """The strategy of that name. Raises ValueError that lists the names there are."""
    for entry in STRATEGIES:
        if entry.slug == slug:
            return entry
    raise ValueError(f"strategy must be one of {', '.join(entry.slug for entry in STRATEGIES)}, not {slug!r}")


def model_states(parameters: int, gpus: int, recipe: Recipe, strategy: Strategy, group: int = 1) -> int:
    """Bytes of all stacks on one GPU, cut as if the model were one long row: ⌈P/N⌉ entries of what is divided."""
    shard = shard_parameters(parameters, strategy.degree(gpus, group))
    return (
        recipe.parameter * (shard if strategy.parameters else parameters)
        + recipe.gradients * (shard if strategy.gradients else parameters)
        + recipe.optimizer * (shard if strategy.optimizer else parameters)
    )
