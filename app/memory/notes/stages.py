"""ZeRO’s three stages on one GPU, bytes by part, in mixed precision or in fp32 (arXiv:1910.02054, sections 3.1 and 5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from app.memory.breakdown import Breakdown
from app.memory.field import Field, by_name, choice
from app.memory.recipe import Recipe, recipe_of
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters
from app.memory.strategy import STRATEGIES, Strategy

STAGES: tuple[Strategy, ...] = tuple(strategy for strategy in STRATEGIES if not strategy.groups)  # DP, then stages 1 to 3
PAPER_SIZES = (7_500_000_000, 128_000_000_000, 1_000_000_000_000)  # of table 1
PAPER_GPUS = (1, 4, 16, 64, 256, 1024)

FIELDS: Mapping[str, Field] = by_name(
    choice(
        "sixteen", "The 16 bytes", "mixed", "mixed precision as in the ZeRO paper, or fp32 as in the lesson", "fp32",
        {"mixed": "2 + 2 + 12, mixed precision", "fp32": "4 + 4 + 8, fp32"},
    ),
    Field(
        "smaller", "Smaller by", "r", "times", "ladder", 100, "how many times smaller the second parameter’s gradient is", "100",
        1, 1000, (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class StagesRun(Scenario):
    """A run of the note on ZeRO."""

    FIELDS: ClassVar[Mapping[str, Field]] = {**Scenario.FIELDS, **FIELDS}
    sixteen: str = "mixed"
    smaller: int = 100

    @property
    def recipe(self) -> Recipe:
        """Bytes for each parameter by part."""
        return recipe_of(self.sixteen)


@dataclass(frozen=True)
class Kept(Breakdown):
    """Bytes on one GPU, with the fp32 master copy of mixed precision."""

    master: int = 0

    @property
    def total(self) -> int:
        """All bytes of this GPU."""
        return super().total + self.master


def kept(run: StagesRun, stage: Strategy) -> Kept:
    """What stays on one GPU under data parallelism or a stage of ZeRO, padding of uneven shards included."""
    recipe, shard = run.recipe, shard_parameters(run.params, run.gpus)
    optimizer = shard if stage.optimizer else run.params
    return Kept(
        parameters=recipe.parameter * (shard if stage.parameters else run.params),
        gradients=recipe.gradient * (shard if stage.gradients else run.params),
        master=recipe.master * optimizer,
        means=recipe.mean * optimizer,
        squares=recipe.square * optimizer,
    )


def never_less(run: StagesRun, stage: Strategy) -> int:
    """What a stage keeps on each GPU however many share: the whole of what it does not divide, bytes."""
    recipe = run.recipe
    whole = recipe.parameter * (not stage.parameters) + recipe.gradient * (not stage.gradients) + recipe.optimizer * (not stage.optimizer)
    return whole * run.params
