"""What the optimizer holds for a moment while it updates, beside the stacks themselves.

Measured with PyTorch 2.13: `foreach` makes one list of temporaries as large as all parameters of the GPU, a loop two of its largest
single piece, `fused` none.
"""

from typing import Literal

Implementation = Literal["foreach", "loop", "fused"]


def temporary_bytes(implementation: Implementation, stored_parameters: int, largest_piece: int, bytes_each: int) -> int:
    """Bytes of temporaries for so many updated parameters on one GPU, in the precision that the optimizer updates."""
    if implementation == "foreach":
        return bytes_each * stored_parameters
    if implementation == "loop":
        return 2 * bytes_each * largest_piece
    return 0


def counter_bytes(tensors: int) -> int:
    """Adam's step counters: one fp32 number for each parameter tensor, never sharded."""
    return 4 * tensors
