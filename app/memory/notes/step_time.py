"""How long one training step takes under data parallelism and under FSDP: computing against sending.

A rough model. Computing: 2 operations for each parameter and token forward, 4 backward (arXiv:2001.08361, section 2.1; attention’s
own part is left out). Sending: collectives on a ring, as many bytes as traffic.py counts, at the bandwidth alone: no latency, the same
speed everywhere. Hidden means: computing and sending of one pass run side by side from its beginning to its end.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from app.memory.field import Field, by_name, choice
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.traffic import collective_elements

FORWARD, BACKWARD = 2, 4  # floating-point operations for each parameter and token
BITS = 8
REPORTED = (Fraction(15, 100), Fraction(20, 100))  # how much slower FSDP is commonly said to be
LAST_PHASE = 9  # of one layer, see layer_cycle.py

FIELDS: Mapping[str, Field] = by_name(
    Field(
        "cycle", "Phase", "", "", "stepper", 1, "phase of one layer’s way through a training step", "2", 1, LAST_PHASE,
        tuple(range(1, LAST_PHASE + 1)),
    ),
    Field(
        "bandwidth", "Bandwidth", "B", "Gbit/s", "ladder", 200, "billions of bits that one GPU can send in a second", "400", 1, 100_000,
        (1, 10, 25, 50, 100, 200, 400, 800, 1600, 2400, 3600, 7200, 14_400, 100_000),
    ),
    Field(
        "speed", "Speed", "F", "TFLOP/s", "ladder", 100, "trillions of operations that one GPU really achieves in a second", "100",
        1, 10_000, (1, 2, 5, 10, 20, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000, 5000, 10_000),
    ),
    choice(
        "overlap", "Sending while computing", "off", "whether a pass sends while it computes", "on",
        {"off": "Nothing hidden", "on": "All hidden that can be"},
    ),
)  # fmt: skip


@dataclass(frozen=True)
class TimedRun(Scenario):
    """A run of the note on FSDP."""

    FIELDS: ClassVar[Mapping[str, Field]] = {**Scenario.FIELDS, **FIELDS}
    cycle: int = 1
    bandwidth: int = 200  # Gbit/s of one GPU
    speed: int = 100  # TFLOP/s that one GPU achieves
    overlap: str = "off"

    @property
    def overlapped(self) -> bool:
        """Whether sending runs beside computing."""
        return self.overlap == "on"


@dataclass(frozen=True)
class Pass:
    """One pass of a training step, in seconds: computing, and the collectives that belong to it."""

    computing: Fraction
    sending: Fraction

    def seconds(self, hidden: bool) -> Fraction:
        """How long the pass takes."""
        return max(self.computing, self.sending) if hidden else self.computing + self.sending


@dataclass(frozen=True)
class StepTime:
    """One training step of one GPU, the optimizer’s own work left out."""

    forward: Pass
    backward: Pass

    def seconds(self, hidden: bool) -> Fraction:
        """How long the step takes."""
        return self.forward.seconds(hidden) + self.backward.seconds(hidden)


def collective_seconds(run: TimedRun) -> Fraction:
    """One all-gather, or one reduce-scatter, of the whole model in fp32."""
    return Fraction(BITS * FP32_BYTES * collective_elements(run), run.bandwidth * 10**9)


def computing_seconds(run: TimedRun, operations: int) -> Fraction:
    """So many operations for each parameter and token of one GPU’s batch."""
    return Fraction(operations * run.params * run.batch * run.seq, run.speed * 10**12)


def data_parallel_time(run: TimedRun) -> StepTime:
    """Nothing is sent forward; backward sends an all-reduce of the gradients, two collectives."""
    return _step(run, 0, 2)


def fully_sharded_time(run: TimedRun) -> StepTime:
    """Forward gathers the parameters; backward gathers them again and reduces the gradients."""
    return _step(run, 1, 2)


def slowdown(run: TimedRun, hidden: bool) -> Fraction:
    """How much longer a step takes with FSDP, as a share of the step with data parallelism.

    Nothing hidden, it is c / (t + 2·c) with t for computing and c for one collective: less than a half, whatever the run.
    """
    plain = data_parallel_time(run).seconds(hidden)
    return fully_sharded_time(run).seconds(hidden) / plain - 1


def collective_share(slower: Fraction) -> Fraction:
    """How long one collective takes as a share of computing, where nothing is hidden and FSDP is so much slower: c / t = x / (1 − 2·x)."""
    return slower / (1 - 2 * slower)


def tokens_that_hide(run: TimedRun) -> int:
    """The least number of tokens on each GPU from which forward computes as long as one collective takes; then all of it can hide."""
    one = computing_seconds(run.but(batch=1, seq=1), FORWARD)
    return -(-collective_seconds(run) // one)


def _step(run: TimedRun, forward: int, backward: int) -> StepTime:
    each = collective_seconds(run)
    return StepTime(
        Pass(computing_seconds(run, FORWARD), forward * each),
        Pass(computing_seconds(run, BACKWARD), backward * each),
    )
