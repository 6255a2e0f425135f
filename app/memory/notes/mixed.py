"""The run of the note on mixed precision, and what each training recipe costs one GPU."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from app.memory.activations import FUSED_TENSORS
from app.memory.field import Field, by_name, choice
from app.memory.notes.formats import FORMATS, FP16, FP32, Format, flipped, pattern, stored
from app.memory.notes.stages import Kept
from app.memory.recipe import Recipe, recipe_of
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters

SHOWN = ("fp32", "mixed", "fsdp2", "accumulate", "bf16")  # recipes that the note compares

FIELDS: Mapping[str, Field] = by_name(
    choice(
        "number_format", "Format", "fp16", "the format in which a bit is turned over", "bf16",
        {each.slug: each.title for each in FORMATS},
    ),
    Field(
        "flip", "Bit turned over", "", "", "stepper", -1, "the bit of that format that is turned over, counted from the sign as 0",
        "3", -1, FP32.width - 1, tuple(range(-1, FP32.width)), none=-1,
    ),
    Field("gradient", "One gradient", "g", "number", "real", 2e-8, "a gradient that is to be stored in 16 bits", "2e-8", -3e38, 3e38),
    Field(
        "loss_scale", "Loss scale", "S", "times", "ladder", 1024, "by how much the loss, and with it every gradient, is multiplied",
        "1024", 1, 1 << 24, tuple(1 << power for power in range(25)),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class MixedRun(Scenario):
    """A run of the note on mixed precision."""

    FIELDS: ClassVar[Mapping[str, Field]] = {**Scenario.FIELDS, **FIELDS}
    number_format: str = "fp16"
    flip: int = -1
    gradient: float = 2e-8
    loss_scale: int = 1024

    @property
    def chosen(self) -> Format:
        """The format in which a bit is turned over."""
        return next(each for each in FORMATS if each.slug == self.number_format)

    @property
    def scaled(self) -> float:
        """The gradient of the scaled loss; what leaves the range of the computer’s own numbers is far beyond any format."""
        return self.gradient * self.loss_scale

    def bits(self, of: Format) -> int:
        """The pattern of the reader’s value in a format, with the bit turned over where it is the chosen one."""
        plain = pattern(self.value, of)
        return flipped(plain, self.flip, of) if of is self.chosen and 0 <= self.flip < of.width else plain


def flip_stops(run: MixedRun) -> tuple[int, ...]:
    """None, then the bits of the chosen format."""
    return tuple(range(-1, run.chosen.width))


def unscaled(run: MixedRun) -> float:
    """What comes back: the scaled gradient stored in fp16, divided by the scale in fp32."""
    kept = stored(run.scaled, FP16)
    return stored(kept / run.loss_scale, FP32) if math.isfinite(kept) else kept


def least_scale(run: MixedRun) -> int | None:
    """The least power of two that lifts the gradient to where fp16 has all its digits; None where there is none on the slider or g is 0."""
    if run.gradient == 0:
        return None
    return next((int(scale) for scale in FIELDS["loss_scale"].values if abs(run.gradient) * int(scale) >= FP16.smallest_normal), None)


def on_one_gpu(run: Scenario, recipe: Recipe) -> Kept:
    """One GPU under FSDP with a recipe: shards, the largest layer gathered in the precision of computing, activations in the same.

    Activations are those of GELU blocks with fused attention, without checkpointing; norms and logits that stay in fp32 are left out.
    """
    shard = shard_parameters(run.params, run.gpus)
    return Kept(
        parameters=recipe.parameter * shard,
        gradients=recipe.gradients * shard,
        master=recipe.master * shard,
        means=recipe.mean * shard,
        squares=recipe.square * shard,
        gathered=recipe.compute * run.layer,
        activations=recipe.compute * FUSED_TENSORS * run.batch * run.seq * run.hidden * run.layers,
    )


def shown_recipes() -> tuple[Recipe, ...]:
    """The recipes that the note compares."""
    return tuple(map(recipe_of, SHOWN))
