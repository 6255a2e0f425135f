"""Activation checkpointing in segments of k layers: what is kept, and what is computed twice (arXiv:1604.06174, section 4).

L equal blocks, each with an input of one tensor and a full set of activations for its own backward. Forward keeps the input of every
k-th block. Backward takes the segments from the last to the first: it runs one forward again, keeping all of its blocks' sets, then goes
back through them. Embedding, loss and working memory are left out. Blocks are GELU blocks in fp32, as in block_activations.py.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from app.memory.activations import heads_of
from app.memory.block_activations import Attention, Block, kept
from app.memory.field import Field, by_name, choice, doubling
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario

FORWARD, BACKWARD = 1, 2  # what the passes cost, in forwards

FIELDS: Mapping[str, Field] = by_name(
    Field(
        "every", "Segment", "k", "layers", "ladder", 4, "layers that share one checkpoint and are computed again together",
        "4", 1, 1024, doubling(1, 1024),
    ),
    choice(
        "scores", "Attention", "fused", "whether the scores between all pairs of tokens are kept", "plain",
        {"fused": "Fused: keeps no scores", "plain": "Plain: keeps the scores"},
    ),
)  # fmt: skip


@dataclass(frozen=True)
class CheckpointedRun(Scenario):
    """A run of the note on activation checkpointing."""

    FIELDS: ClassVar[Mapping[str, Field]] = {**Scenario.FIELDS, **FIELDS}
    every: int = 4
    scores: str = "fused"

    @cached_property
    def block(self) -> Block:
        """One block with the reader's batch; heads are as wide as in most models, the MLP four times as wide as h."""
        attention: Attention = "plain" if self.scores == "plain" else "fused"
        return Block(self.batch, self.seq, self.hidden, heads_of(self.hidden), 4 * self.hidden, False, FP32_BYTES, attention)

    @property
    def span(self) -> int:
        """Layers of one segment: k, and never more than there are."""
        return min(self.every, self.layers)


@dataclass(frozen=True)
class Way:
    """One way to keep activations: bytes at the fullest, and forwards computed in one step beside what must be."""

    slug: str
    bytes: int
    again: float  # forwards computed a second time, in forwards of the whole model

    @property
    def slower(self) -> float:
        """How much more there is to compute, as a share of a step without checkpointing."""
        return self.again / (FORWARD + BACKWARD)


def full_set(run: CheckpointedRun) -> int:
    """All that one block keeps for its backward, bytes."""
    return kept(run.block)


def inputs(run: CheckpointedRun) -> int:
    """What a checkpoint keeps of a block: its input, bytes."""
    return kept(run.block, "full")


def segments(run: CheckpointedRun) -> int:
    """How many checkpoints there are: ⌈L/k⌉."""
    return -(-run.layers // run.span)


def everything(run: CheckpointedRun) -> int:
    """Without checkpointing: the full sets of all blocks."""
    return run.layers * full_set(run)


def in_segments(run: CheckpointedRun, every: int) -> int:
    """With one checkpoint in k layers: ⌈L/k⌉ inputs and k full sets; where k does not divide L, the last segment is shorter."""
    span = min(every, run.layers)
    before, last = divmod(run.layers - 1, span)  # whole segments before the last, and its layers but one
    at_last = (before + 1) * inputs(run) + (last + 1) * full_set(run)
    return max(at_last, before * inputs(run) + span * full_set(run)) if before else at_last


def selective(run: CheckpointedRun) -> int:
    """All but the scores of attention, which one block computes again at a time (arXiv:2205.05198, section 5)."""
    return run.layers * kept(run.block, "selective") + full_set(run) - kept(run.block, "selective")


def best(run: CheckpointedRun) -> int:
    """The k that keeps least; the smallest of several."""
    return min(range(1, run.layers + 1), key=lambda every: in_segments(run, every))


def best_in_theory(run: CheckpointedRun) -> float:
    """Where the two terms of L/k inputs and k full sets are equal: k = √(L · input / full set); √L where a set is one tensor."""
    return math.sqrt(run.layers * inputs(run) / full_set(run))


def score_share(run: CheckpointedRun) -> float:
    """The operations of scores and weighted values as a share of a block's forward: 4·b·s²·h of 24·b·s·h² + 4·b·s²·h."""
    return run.seq / (6 * run.hidden + run.seq)


def ways(run: CheckpointedRun) -> tuple[Way, ...]:
    """Keep everything, selective, one in k, every layer."""
    return (
        Way("off", everything(run), 0),
        Way("selective", selective(run), score_share(run) if run.scores == "plain" else 0),
        Way("segments", in_segments(run, run.every), 1),
        Way("full", in_segments(run, 1), 1),
    )


def over_time(run: CheckpointedRun, checkpointed: bool) -> Iterator[int]:
    """Bytes after each layer's forward, then before each layer's backward: 2·L values.

    Checkpointed, a segment's full sets all appear before its last layer goes back, and one leaves with each layer.
    """
    full, own = full_set(run), inputs(run)
    if not checkpointed:
        yield from (layer * full for layer in range(1, run.layers + 1))
        yield from (layer * full for layer in range(run.layers, 0, -1))
        return
    span = run.span
    yield from (-(-layer // span) * own for layer in range(1, run.layers + 1))
    for layer in range(run.layers, 0, -1):
        segment = -(-layer // span)
        yield segment * own + (layer - (segment - 1) * span) * full
