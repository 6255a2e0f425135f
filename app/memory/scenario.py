"""The run on the page: everything a reader can set, once, with its bounds. One GPU's memory is computed from this alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from app.memory import units
from app.memory.field import Field, OutOfRange, Value, by_name, choice, doubling, ladder, switch
from app.memory.values import Values

MOST_PARAMETERS = 10**15
MOST_GPUS = 65_536
MOST_BATCH = 4096
LAST_MOMENT = 21  # of the longest drawn training step, see timeline.py
LAST_STAGE = 5  # of the one-picture summary

FIELDS: Mapping[str, Field] = by_name(
    Field(
        "params", "Parameters", "P", "parameters", "ladder", 7_000_000_000, "how many numbers the model consists of",
        "7B", 1, MOST_PARAMETERS, ladder(1, MOST_PARAMETERS, (1, 1.5, 2, 3, 5, 7)),
    ),
    Field(
        "gpus", "GPUs", "N", "GPUs", "ladder", 4, "data-parallel GPUs that share the work",
        "64", 1, MOST_GPUS, doubling(1, MOST_GPUS),
    ),
    Field(
        "layer", "Largest layer", "ℓ", "parameters", "ladder", 202_000_000,
        "parameters of the largest layer that is gathered as one unit", "202M", 1, MOST_PARAMETERS,
        ladder(1, MOST_PARAMETERS, (1, 1.5, 2, 3, 5, 7)),
    ),
    Field(
        "gpu_memory", "GPU memory", "C", "bytes", "ladder", 80 * 10**9, "memory of one GPU, as it is marketed",
        "80GB", 10**9, 10**13,
        tuple(size * 10**9 for size in (1, 2, 4, 6, 8, 11, 12, 16, 24, 32, 40, 48, 64, 80, 96, 128, 141, 180, 192, 256, 288, 384, 512,
                                       768, 1000, 1500, 2000, 3000, 5000, 10_000)),
    ),
    Field(
        "batch", "Batch", "b", "sequences", "ladder", 4, "sequences that one GPU works on at once", "4", 1, MOST_BATCH,
        doubling(1, MOST_BATCH),
    ),
    Field(
        "seq", "Sequence", "s", "tokens", "ladder", 2048, "tokens in one sequence", "2048", 1, 1_048_576,
        tuple(1 << power for power in range(21)),
    ),
    Field(
        "hidden", "Hidden size", "h", "entries", "ladder", 4096, "numbers that stand for one token between two layers", "4096",
        1, 131_072, tuple(sorted(value for value in doubling(1, 131_072) if value >= 64 or value.bit_count() == 1)),
    ),
    Field(
        "layers", "Layers", "L", "layers", "ladder", 32, "layers that the model stacks", "32", 1, 1024, doubling(1, 1024),
    ),
    switch("checkpointing", "Activation checkpointing", "keep one tensor a layer and compute the rest again in the backward pass"),
    Field(
        "value", "One parameter", "", "number", "real", 0.1, "the number that the opened box holds", "0.1", -3e38, 3e38,
    ),
    choice(
        "stacks", "Stacks shown", "theta", "cut the parameters alone, or all four stacks", "all",
        {"theta": "θ alone", "all": "All four stacks"},
    ),
    Field(
        "rank", "GPU lit up", "i", "", "stepper", -1, "the GPU whose slices are lit up, counted from 0, or none", "2",
        -1, MOST_GPUS - 1, tuple(range(-1, 5)), none=-1,
    ),
    Field(
        "moment", "Moment", "t", "", "stepper", 1, "moment of the training step, counted from its start", "3",
        0, LAST_MOMENT, tuple(range(LAST_MOMENT + 1)),
    ),
    Field(
        "stage", "Stage", "", "", "stepper", 1, "stage of the one-picture summary", "2",
        1, LAST_STAGE, tuple(range(1, LAST_STAGE + 1)),
    ),
    choice(
        "units", "Units", "GB", "decimal (GB) or binary (GiB) units of bytes", "GiB",
        {"GB": "GB", "GiB": "GiB"},
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Scenario(Values):
    """A training run. Counts are whole numbers, gpu_memory is bytes. Raises ValueError naming the field that is out of bounds."""

    FIELDS = FIELDS
    params: int = 7_000_000_000  # P
    gpus: int = 4  # N
    layer: int = 202_000_000  # ℓ, parameters of the largest layer gathered as one unit
    gpu_memory: int = 80 * 10**9  # C, bytes
    batch: int = 4  # b
    seq: int = 2048  # s
    hidden: int = 4096  # h
    layers: int = 32  # L
    checkpointing: str = "off"
    value: float = 0.1
    stacks: str = "theta"
    rank: int = -1
    moment: int = 1  # the first at which a unit stands gathered
    stage: int = 1
    units: str = "GB"

    def reconciled(self) -> tuple[Self, tuple[str, ...]]:
        """The run with what contradicts itself put right, and a sentence for each change a reader should know of."""
        changes: dict[str, Value] = {}
        notices: list[str] = []
        if self.layer > self.params:
            changes["layer"] = self.params
            noun = "parameter" if self.params == 1 else "parameters"
            notices.append(
                f"The largest layer was lowered from {self.text('layer')} to {FIELDS['layer'].text(self.params)} {noun}: "
                "a layer cannot be larger than the model."
            )
        if self.rank >= self.gpus:
            changes["rank"] = self.gpus - 1
            notices.append(f"There is no GPU {self.rank:,} among {units.gpus(self.gpus)}: the last one is lit up, GPU {self.gpus - 1:,}.")
        return (self.but(**changes), tuple(notices)) if changes else (self, ())


__all__ = ["FIELDS", "Field", "OutOfRange", "Scenario"]
