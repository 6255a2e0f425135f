"""Who keeps what: the ways to share training states among N GPUs, and what each moves in one step.

Traffic counts what one GPU sends with collectives on a ring: a reduce-scatter or all-gather of n elements over g GPUs sends
(g − 1)·⌈n/g⌉, an all-reduce one of each (arXiv:1910.02054, section 7).
"""

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


def strategy(slug: str) -> Strategy:
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


@dataclass(frozen=True)
class Traffic:
    """What one GPU sends in one step. Gathered and reduced elements within the shard group, and all-reduced ones between groups."""

    gathered: int
    reduced: int
    between: int  # elements sent to other shard groups
    gathered_bytes: int
    reduced_bytes: int
    between_bytes: int

    @property
    def elements(self) -> int:
        """All elements sent."""
        return self.gathered + self.reduced + self.between

    @property
    def bytes(self) -> int:
        """All bytes sent."""
        return self.gathered_bytes + self.reduced_bytes + self.between_bytes


def traffic(
    parameters: int, gpus: int, recipe: Recipe, strategy: Strategy, group: int = 1, gathers: int | None = None, syncs: int = 1
) -> Traffic:
    """Elements and bytes one GPU sends in one step.

    `gathers` is how often the model is gathered (2 for FSDP: forward and backward; 1 where units stay gathered), `syncs` how often
    gradients are reduced. Gathers travel in the compute precision, reductions in the reduce precision.
    """
    degree = strategy.degree(gpus, group)
    shard = shard_parameters(parameters, degree)
    one = (degree - 1) * shard  # one all-gather or reduce-scatter of the model
    times = gathers if gathers is not None else (2 if strategy.gathers else 1)
    replicas = -(-gpus // degree)
    between = 2 * (replicas - 1) * shard_parameters(shard, replicas)
    moved = Traffic(times * one, syncs * one, syncs * between, 0, 0, 0)
    gather_bytes = recipe.compute if strategy.optimizer else recipe.reduce  # plain all-reduce moves gradients twice
    return Traffic(
        moved.gathered, moved.reduced, moved.between,
        gather_bytes * moved.gathered, recipe.reduce * moved.reduced, recipe.reduce * moved.between,
    )  # fmt: skip
