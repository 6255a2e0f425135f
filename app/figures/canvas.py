"""The canvas of the one-picture summary: what all its stages share, and what each of them shows of one GPU."""

from dataclasses import dataclass, replace

from app.figures.gpus import Cluster, cluster
from app.figures.style import FARTHEST_CAPACITY
from app.memory.activations import kept
from app.memory.breakdown import Breakdown
from app.memory.gathering import fully_sharded
from app.memory.scenario import LAST_STAGE, Scenario
from app.memory.states import data_parallel, persistent

WHOLE, CUT, KEPT, GATHER, SUM = range(1, LAST_STAGE + 1)
COLUMNS = {WHOLE: data_parallel, CUT: data_parallel, KEPT: persistent, GATHER: fully_sharded, SUM: fully_sharded}  # of one GPU
FEWEST_THIN = 24  # shards beyond so many are thinner than their own outline, which then takes their colour
FARTHEST_OTHER = 3  # what is more than so many times the columns and C is named at the edge, not drawn to scale


@dataclass(frozen=True)
class Canvas:
    """What all stages share: the run, the drawn GPUs and where the activations stand."""

    scenario: Scenario
    drawn: Cluster
    column: Breakdown  # what one GPU holds at this stage, activations apart
    full: int  # 16·P, bytes
    activations: int  # bytes

    @property
    def side(self) -> float:
        """The place of the activation bar."""
        return self.drawn.last + (3.4 if self.drawn.hidden else 2.7)

    @property
    def end(self) -> float:
        """The place of the sum of one GPU, which is empty before the last stage."""
        return self.side + 1.9

    @property
    def together(self) -> Breakdown:
        """Everything on one GPU: its column with the activations on top."""
        return replace(self.column, activations=self.activations)

    @property
    def highest(self) -> int:
        """The tallest thing that is drawn to scale, in bytes."""
        subject = self.together.total if self.scenario.stage == SUM else self.column.total
        capacity = self.scenario.gpu_memory
        near = [other for other in (self.full, self.activations) if other <= FARTHEST_OTHER * max(subject, capacity)]
        reach = max(subject, *near, 0)
        return max(reach, capacity) if capacity <= FARTHEST_CAPACITY * reach else reach

    @property
    def shrunk(self) -> bool:
        """Whether the column has come down from the full one far enough to show where that stood."""
        return self.scenario.stage >= KEPT and self.full > 1.3 * self.column.total

    @property
    def thin(self) -> bool:
        """Whether a shard of the full column is too thin to be seen."""
        return self.scenario.gpus > FEWEST_THIN


def canvas_of(scenario: Scenario) -> Canvas:
    """The canvas at the stage that the run is set to."""
    column = COLUMNS[scenario.stage](scenario)
    return Canvas(scenario, cluster(scenario.gpus), column, data_parallel(scenario).total, kept(scenario))
