"""Why a run could not be started as it is set, although its bytes can be counted."""

from collections.abc import Mapping

from app.memory.architecture.architecture import Architecture
from app.memory.strategy import Strategy

# Families with a table of learned positions: its key, and the entries of it that belong to no token.
LEARNED_POSITIONS: Mapping[str, tuple[str, int]] = {
    "gpt2": ("n_positions", 0), "gpt_bigcode": ("n_positions", 0), "gpt_neo": ("max_position_embeddings", 0),
    "bert": ("max_position_embeddings", 0), "opt": ("max_position_embeddings", 0), "roberta": ("max_position_embeddings", 2),
}  # fmt: skip


def too_many_tokens(title: str, architecture: Architecture | None, seq: int) -> tuple[str, ...]:
    """A sentence where the model has learned fewer positions than a sequence has tokens; rotary and relative positions have no end."""
    if architecture is None or architecture.family not in LEARNED_POSITIONS:
        return ()
    key, reserved = LEARNED_POSITIONS[architecture.family]
    given = architecture.keys.get(key)
    if not isinstance(given, int) or seq <= given - reserved:
        return ()
    return (f"{title} has {given - reserved:,} positions and cannot read {seq:,} tokens: no such run can be started.",)


def uneven_groups(strategy: Strategy, gpus: int, group: int) -> tuple[str, ...]:
    """A sentence where the GPUs cannot be cut into shard groups."""
    size = strategy.degree(gpus, group)
    if gpus % size == 0:
        return ()
    return (f"{gpus:,} GPUs cannot be cut into shard groups of {size:,}: no such run can be started.",)
