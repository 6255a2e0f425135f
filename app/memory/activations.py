"""Bytes kept from the forward for the backward pass. They belong to the batch, not to the parameters: N divides none of them.

b sequences, s tokens each, h entries a token, L layers; fp32, so 4 bytes an element.
"""

from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario

FUSED_TENSORS = 16  # tensors of s·b·h elements that a GELU block keeps with fused attention, measured with PyTorch 2.13: 64 bytes
PLAIN_SCORE_BYTES = 9  # bytes for each of the a·s²·b attention scores without fused attention: 2w + 1 with w = 4 (arXiv:2205.05198)
PLAIN_TOKEN_BYTES = 66  # bytes for each of the s·b·h entries with dropout: 16w + 2 with w = 4 (arXiv:2205.05198)
HEAD_WIDTH = 128  # entries of one attention head in most models from 7B up; the number of heads is h / 128


def heads_of(hidden: int) -> int:
    """Attention heads of the usual width in h entries."""
    return max(1, hidden // HEAD_WIDTH)


def rule_of_thumb(scenario: Scenario) -> int:
    """4·b·s·h bytes for each layer: one saved tensor a layer, exactly what full checkpointing leaves between the layers."""
    return scenario.layers * one_tensor(scenario)


def one_tensor(scenario: Scenario) -> int:
    """The input of one layer, b·s·h elements in fp32, in bytes."""
    return FP32_BYTES * scenario.batch * scenario.seq * scenario.hidden


def without_checkpointing(scenario: Scenario) -> int:
    """All that GELU blocks keep with fused attention and no dropout: 64·b·s·h bytes a layer. The loss and the logits are left out."""
    return scenario.layers * FUSED_TENSORS * one_tensor(scenario)


def with_checkpointing(scenario: Scenario) -> int:
    """One tensor a layer, and the full set of the one block that is being computed again."""
    return min(rule_of_thumb(scenario) + FUSED_TENSORS * one_tensor(scenario), without_checkpointing(scenario))


def with_plain_attention(scenario: Scenario) -> int:
    """As without_checkpointing, but with unfused attention and dropout: s·b·h·(66 + 9·a·s/h) a layer, heads 128 wide."""
    scores = PLAIN_SCORE_BYTES * heads_of(scenario.hidden) * scenario.seq**2 * scenario.batch
    return scenario.layers * (PLAIN_TOKEN_BYTES * scenario.batch * scenario.seq * scenario.hidden + scores)


def kept(scenario: Scenario) -> int:
    """Activation bytes of the run as it is set, with or without checkpointing."""
    return with_checkpointing(scenario) if scenario.checkpointing == "on" else without_checkpointing(scenario)
