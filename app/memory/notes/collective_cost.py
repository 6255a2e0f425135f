"""What a collective costs on a ring: bytes, hops and seconds in the α–β model, T = hops · (α + piece / B) (doi:10.1177/1094342005051521).

One layer of ℓ parameters in fp32, in N pieces. α is the time of a hop whatever its size, B the bandwidth of one GPU. All GPUs send at
once, over links of one speed; adding up takes no time.
"""

from fractions import Fraction

from app.memory.notes.collectives import BROADCAST, CollectiveRun, hops
from app.memory.notes.step_time import BITS
from app.memory.precision import FP32_BYTES
from app.memory.sharding import shard_parameters

PER_SECOND = 10**6  # microseconds


def piece_bytes(run: CollectiveRun) -> int:
    """What goes over a link in one hop: 4·⌈ℓ/N⌉."""
    return FP32_BYTES * shard_parameters(run.layer, run.gpus)


def sent_bytes(run: CollectiveRun) -> int:
    """What the busiest GPU sends in all. In a broadcast every GPU but the last passes on all N pieces, in no more than N of the hops."""
    if run.operation == BROADCAST:
        return piece_bytes(run) * run.gpus if run.gpus > 1 else 0
    return piece_bytes(run) * hops(run.operation, run.gpus)


def latency_seconds(run: CollectiveRun) -> Fraction:
    """The part of the time that hops cost whatever is sent."""
    return Fraction(hops(run.operation, run.gpus) * run.latency, PER_SECOND)


def wire_seconds(run: CollectiveRun) -> Fraction:
    """The part of the time that bytes cost."""
    return Fraction(BITS * hops(run.operation, run.gpus) * piece_bytes(run), run.bandwidth * 10**9)


def seconds(run: CollectiveRun) -> Fraction:
    """The whole collective."""
    return latency_seconds(run) + wire_seconds(run)


def even_gpus(run: CollectiveRun) -> int:
    """The number of GPUs from which hops cost more than bytes, about: 4·ℓ / (α·B), where a piece takes as long as α."""
    return max(1, Fraction(BITS * FP32_BYTES * run.layer * PER_SECOND, run.latency * run.bandwidth * 10**9).__ceil__())
