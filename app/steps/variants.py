"""Exam variants: a seed, such as a student’s number, stands for one plausible run, and the same seed always for the same one."""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

SEED = re.compile(r"(?!-$)[A-Za-z0-9._-]{1,40}")
ACCEPTED = "1 to 40 letters, digits, dots, underscores and hyphens, more than a hyphen alone"
EXAMPLE = "s12345"

SHAPES = ((2048, 24), (2560, 32), (4096, 32), (5120, 40), (6656, 60), (8192, 80))  # h and L of models that exist
GPUS = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
GIGABYTES = (24, 40, 48, 80, 96, 141, 192)
BATCHES = (1, 2, 4, 8)
SEQUENCES = (1024, 2048, 4096)


def variant(seed: str) -> dict[str, int]:
    """The settings that a seed stands for. Raises ValueError for a text that is no seed.

    A layer has about 12·h² parameters and the model about L of them, each to three digits. What belongs to a seed must never change.
    """
    if not SEED.fullmatch(seed):
        raise ValueError(f"a seed is made of {ACCEPTED}")
    hidden, layers = one_of(SHAPES, seed, "shape")
    layer = _three_digits(12 * hidden**2 * one_of(range(90, 111), seed, "layer") // 100)
    return {
        "params": _three_digits(layer * layers * one_of(range(101, 109), seed, "params") // 100),
        "gpus": one_of(GPUS, seed, "gpus"),
        "layer": layer,
        "gpu_memory": one_of(GIGABYTES, seed, "gpu_memory") * 10**9,
        "batch": one_of(BATCHES, seed, "batch"),
        "seq": one_of(SEQUENCES, seed, "seq"),
        "hidden": hidden,
        "layers": layers,
    }


def one_of(choices: Sequence[T], seed: str, purpose: str) -> T:
    """One of the choices, by a hash that is the same everywhere."""
    number = int.from_bytes(sha256(f"{purpose}:{seed}".encode()).digest()[:8])
    return choices[number % len(choices)]


def _three_digits(number: int) -> int:
    unit: int = 10 ** max(len(str(number)) - 3, 0)
    return round(number / unit) * unit
