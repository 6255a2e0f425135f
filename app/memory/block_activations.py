"""Bytes one transformer block keeps from forward for backward: by attention, MLP, precision, dropout and checkpointing.

b sequences of s tokens, h entries a token, a heads, f the MLP's width, w bytes an element (2 or 4). GELU blocks follow arXiv:2205.05198
with every term counted, and agree with PyTorch 2.13 to the byte; gated blocks follow Hugging Face's Llama with its norms in fp32.
None of it is divided by N.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Attention = Literal["fused", "masked", "plain", "causal"]
Checkpointing = Literal["off", "selective", "full"]

FP32 = 4


@dataclass(frozen=True)
class Block:
    """The shape of one block and of the batch that passes it.

    `attention`: fused keeps no scores; masked is fused with an explicit mask that is kept for each layer (PyTorch's CPU kernel);
    plain keeps the scores; causal is plain with a triangular mask, one byte for each of its s² entries. `composed`: the GELU is
    written out in elementary operations, which keep three tensors more. `mask`: bytes of one entry of a dropout mask; PyTorch's own
    kernels need 1, those of its CPU keep w.
    """

    batch: int  # b
    seq: int  # s
    hidden: int  # h
    heads: int  # a
    mlp: int  # f; in a mixture of experts, of all the experts that one token passes
    gated: bool
    width: int  # w, bytes an element
    attention: Attention = "fused"
    dropout: bool = False
    composed: bool = False
    mask: int = 1

    @cached_property
    def unfused(self) -> bool:
        """Whether the scores are kept."""
        return self.attention in ("plain", "causal")

    @cached_property
    def tokens(self) -> int:
        """s·b."""
        return self.batch * self.seq

    @cached_property
    def tensor(self) -> int:
        """Bytes of one tensor between two layers: w·s·b·h, all that full checkpointing keeps of a block."""
        return self.width * self.tokens * self.hidden

    @cached_property
    def wide(self) -> int:
        """Bytes of one tensor within the MLP: w·s·b·f."""
        return self.width * self.tokens * self.mlp

    @cached_property
    def scores(self) -> int:
        """Elements of the attention scores: a·s²·b."""
        return self.heads * self.seq**2 * self.batch


def kept(block: Block, checkpointing: Checkpointing = "off") -> int:
    """Bytes that one block keeps until its backward pass.

    A GELU block without dropout keeps 16·w·s·b·h with fused attention, which is 32 in 16 bit and 64 in fp32 (f = 4·h).
    """
    if checkpointing == "full":
        return block.tensor
    return norms(block) + attention(block, recomputed=checkpointing == "selective") + mlp(block)


def norms(block: Block) -> int:
    """The two norms: input and output, and their few statistics. Gated blocks use RMSNorm, computed in fp32 and kept so."""
    if not block.gated:
        return 4 * block.tensor + 4 * block.width * block.tokens  # mean and deviation of each token
    return 2 * ((FP32 + 2 * block.width) * block.tokens * block.hidden + FP32 * block.tokens)


def attention(block: Block, recomputed: bool = False) -> int:
    """Query, key, value and the mixed values: 4·w·s·b·h, then whatever the kind of attention keeps of the scores."""
    return 4 * block.tensor + _mask_after(block) + (0 if recomputed else score_bytes(block))


def score_bytes(block: Block) -> int:
    """What is kept of the scores: w for each of the a·s²·b, with dropout 2·w + 1 in all; fused attention keeps a number a row.

    Llama's plain attention takes the softmax in fp32 and keeps it beside the 16-bit copy.
    """
    if block.unfused:
        triangle = block.seq**2 if block.attention == "causal" else 0
        return block.scores * (softmax_width(block) + (block.width + block.mask if block.dropout else 0)) + triangle
    rows = FP32 * block.heads * block.tokens
    return rows + (block.width * block.batch * block.seq**2 if block.attention == "masked" else 0)


def softmax_width(block: Block) -> int:
    """Bytes kept for each score without dropout."""
    return FP32 + block.width if block.gated and block.width < FP32 else block.width


def mlp(block: Block) -> int:
    """GELU: its input and output, 2·w·s·b·f. Gated: gate, activated gate, up and their product, 4·w·s·b·f."""
    return mlp_inner(block) + _mask_after(block)


def mlp_inner(block: Block) -> int:
    """The tensors of width f alone, which are gone once the MLP's backward is done."""
    return (4 if block.gated else 5 if block.composed else 2) * block.wide


def outside(block: Block) -> int:
    """What is kept around the blocks, logits apart: input and output of the last norm; embeddings keep nothing of size."""
    if block.gated:
        return (FP32 + 2 * block.width) * block.tokens * block.hidden + FP32 * block.tokens
    return 2 * block.tensor + 2 * block.width * block.tokens


def recomputed(block: Block, checkpointing: Checkpointing) -> int:
    """What backward computes again for one block and holds beside what was kept."""
    if checkpointing == "full":
        return kept(block) - block.tensor
    return score_bytes(block) if checkpointing == "selective" else 0


def forward_working(block: Block, checkpointing: Checkpointing = "off") -> int:
    """What forward needs for a moment beside what the block keeps.

    Checkpointed: the MLP's two wide tensors, or scores before and after the softmax and once more for the values. Else about one
    tensor; with plain attention up to a few more, which never are the peak of a step.
    """
    if checkpointing == "off":
        return block.tensor
    scores = block.scores * (3 * block.width + (block.mask if block.dropout else 0)) + 3 * block.tensor if block.unfused else 0
    return max(scores, 2 * block.wide if checkpointing == "full" else block.tensor)


def _mask_after(block: Block) -> int:
    """The dropout mask behind each half."""
    return block.mask * block.tokens * block.hidden if block.dropout else 0
