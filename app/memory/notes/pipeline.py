"""Pipeline parallelism: who computes what when, how long stages wait, and what they keep meanwhile.

p stages of equal layers, m micro-batches of b sequences. A forward takes one unit of time on every stage, a backward two, sending none.
GPipe runs all forwards and then all backwards (arXiv:1811.06965, section 2). 1F1B begins a backward as soon as it can, one forward and
one backward in turn (arXiv:2006.09503 as PipeDream-Flush; arXiv:2104.04473, section 2.2). Both wait for (p − 1)/(m + p − 1) of the time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Self

from app.memory.activations import FUSED_TENSORS, one_tensor
from app.memory.breakdown import Breakdown
from app.memory.field import Field, by_name, choice, doubling
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters
from app.memory.states import stacks
from app.memory.units import counted

GPIPE, ONE_ONE = "gpipe", "1f1b"
FORWARD, BACKWARD = 1, 2  # units of time
MOST_STAGES = MOST_MICROBATCHES = 64

FIELDS: Mapping[str, Field] = by_name(
    choice(
        "schedule", "Schedule", GPIPE, "in which order a stage takes forwards and backwards", ONE_ONE,
        {GPIPE: "GPipe", ONE_ONE: "1F1B"},
    ),
    Field(
        "depth", "Stages", "p", "stages", "ladder", 4, "stages that the layers are divided into, one on each GPU", "8", 1, MOST_STAGES,
        doubling(1, MOST_STAGES),
    ),
    Field(
        "microbatches", "Parts", "m", "micro-batches", "ladder", 8, "micro-batches that the batch of one step is cut into", "16", 1,
        MOST_MICROBATCHES, doubling(1, MOST_MICROBATCHES),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class PipelineRun(Scenario):
    """A run of the note on pipeline parallelism; `batch` is the sequences of one micro-batch."""

    FIELDS: ClassVar[Mapping[str, Field]] = {**Scenario.FIELDS, **FIELDS}
    schedule: str = GPIPE
    depth: int = 4
    microbatches: int = 8

    def reconciled(self) -> tuple[Self, tuple[str, ...]]:
        """As in the lesson; besides, every stage has a layer at least."""
        run, notices = super().reconciled()
        if run.depth <= run.layers:
            return run, notices
        layers = counted(run.layers, "layer", "one")
        told = f"The stages were lowered from {run.depth} to {run.layers}: each needs a layer, and the model has {layers}."
        return run.but(depth=run.layers), (*notices, told)


@dataclass(frozen=True)
class Job:
    """One micro-batch's forward or backward on one stage; stages and micro-batches are counted from 0."""

    stage: int
    microbatch: int
    backward: bool
    start: int  # units of time from the beginning of the step

    @property
    def length(self) -> int:
        """Units of time that it takes."""
        return BACKWARD if self.backward else FORWARD

    @property
    def end(self) -> int:
        """When it is done."""
        return self.start + self.length


def jobs(run: PipelineRun, stage: int) -> Iterator[Job]:
    """All that one stage does in a step."""
    for microbatch in range(run.microbatches):
        yield Job(stage, microbatch, False, _forward_start(run, stage, microbatch))
        yield Job(stage, microbatch, True, _backward_start(run, stage, microbatch))


def _forward_start(run: PipelineRun, stage: int, microbatch: int) -> int:
    """As soon as the stage before is done; under 1F1B, once p − i are in flight, one forward for each backward."""
    if run.schedule == GPIPE or microbatch < run.depth - stage:
        return (stage + microbatch) * FORWARD
    return stage * FORWARD + microbatch * (FORWARD + BACKWARD)


def _backward_start(run: PipelineRun, stage: int, microbatch: int) -> int:
    """As soon as the stage behind is done: GPipe from the last micro-batch to the first, 1F1B in their order."""
    behind = (run.depth - 1 - stage) * BACKWARD
    if run.schedule == GPIPE:
        return (run.microbatches + run.depth - 1) * FORWARD + behind + (run.microbatches - 1 - microbatch) * BACKWARD
    return run.depth * FORWARD + behind + microbatch * (FORWARD + BACKWARD)


def step_length(run: PipelineRun) -> int:
    """Units of time of one step: (m + p − 1) forwards and backwards."""
    return (run.microbatches + run.depth - 1) * (FORWARD + BACKWARD)


def busy(run: PipelineRun) -> int:
    """Units of time that each stage computes."""
    return run.microbatches * (FORWARD + BACKWARD)


def bubble(run: PipelineRun) -> Fraction:
    """The share of the step in which a stage waits: (p − 1)/(m + p − 1) (arXiv:1811.06965, section 2.3)."""
    return Fraction(run.depth - 1, run.microbatches + run.depth - 1)


def microbatches_for(depth: int, share: Fraction) -> int:
    """The least number of micro-batches with which the bubble is no more than a share of the step: (p − 1)·(1 − x)/x."""
    return max(1, ((depth - 1) * (1 - share) / share).__ceil__())


def in_flight(run: PipelineRun, stage: int) -> int:
    """Micro-batches whose activations a stage keeps at its fullest: GPipe all m, 1F1B no more than p − i."""
    return run.microbatches if run.schedule == GPIPE else min(run.microbatches, run.depth - stage)


def layers_of_stage(run: PipelineRun) -> int:
    """Layers of one stage, of the largest where p does not divide L."""
    return -(-run.layers // run.depth)


def activations_of_microbatch(run: PipelineRun) -> int:
    """What one stage keeps of one micro-batch, bytes: 64·b·s·h for each of its layers (activations.py)."""
    return layers_of_stage(run) * FUSED_TENSORS * one_tensor(run)


def held(run: PipelineRun, stage: int) -> Breakdown:
    """One stage at its fullest: 16·⌈P/p⌉ bytes of states, and its activations of all micro-batches in flight."""
    kept = in_flight(run, stage) * activations_of_microbatch(run)
    return replace(stacks(shard_parameters(run.params, run.depth)), activations=kept)
