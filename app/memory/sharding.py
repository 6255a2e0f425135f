"""Which slice of a stack each GPU holds, the padding of the last slices included.

A stack of P entries is cut into N pieces of ⌈P/N⌉; what the last pieces lack is padding (ZeRO, arXiv:1910.02054, section 5;
PyTorch FSDP pads a unit's flat parameter the same way, arXiv:2304.11277, section 3.2.1).
"""

from dataclasses import dataclass


def shard_parameters(params: int, gpus: int) -> int:
    """Entries of each stack that every GPU stores, padding included: ⌈P/N⌉."""
    return -(-params // gpus)


def padding_parameters(params: int, gpus: int) -> int:
    """Entries that exist only so that all pieces are alike: N·⌈P/N⌉ − P, over all GPUs."""
    return gpus * shard_parameters(params, gpus) - params


@dataclass(frozen=True)
class Shard:
    """The piece of one stack that one GPU owns: entries start to start + real, then padding."""

    rank: int
    start: int
    real: int
    padding: int


def shard(params: int, gpus: int, rank: int) -> Shard:
    """The piece of GPU `rank`, counted from 0. Raises ValueError for a rank that does not exist."""
    if not 0 <= rank < gpus:
        raise ValueError(f"rank must lie within 0 to {gpus - 1}, not {rank}")
    size = shard_parameters(params, gpus)
    start = min(rank * size, params)
    real = min(size, params - start)
    return Shard(rank, start, real, size - real)


def empty_gpus(params: int, gpus: int) -> int:
    """GPUs whose piece is padding and nothing else: N − ⌈P/⌈P/N⌉⌉."""
    return gpus - shard_parameters(params, shard_parameters(params, gpus))
