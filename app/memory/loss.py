"""Logits and the cross-entropy loss over a vocabulary of V: s·b·V elements, whatever N.

At the peak three fp32 sets stand side by side: the logits, their logarithmic softmax, and the gradient. With 16-bit compute the
first set is two 16-bit ones. Both come to 12 bytes an element (PyTorch 2.13, MemTracker and FSDPMemTracker; 8 of them temporary).
"""

PEAK_BYTES = 12
HEAD_BYTES = 4  # the gradient of the logits, while the head works backward


def logits_bytes(tokens: int, vocabulary: int, element_bytes: int) -> int:
    """The logits alone, in the precision of the head's output."""
    return element_bytes * tokens * vocabulary


def peak_bytes(tokens: int, vocabulary: int) -> int:
    """Logits, softmax and gradient together while the loss is differentiated: 12·s·b·V."""
    return PEAK_BYTES * tokens * vocabulary


def head_backward_bytes(tokens: int, vocabulary: int) -> int:
    """Gradient of the logits while the head's own gradient is computed: 4·s·b·V. A script that keeps the logits keeps those besides."""
    return HEAD_BYTES * tokens * vocabulary
