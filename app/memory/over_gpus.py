"""The peak of one run over the number of GPUs: with padding and without it, the floor under both, and the numbers that stand out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from app.memory.account import account_of
from app.memory.plan import Plan
from app.memory.scenario import MOST_GPUS
from app.memory.search import gpus_of_least_peak, smallest_gpus
from app.memory.training_step import highest

NOTICEABLE = 0.05  # of the least peak; less is not worth a word


@dataclass(frozen=True)
class OverGpus:
    """A plan with any number of GPUs; its own number is one of those shown. All peaks are bytes."""

    plan: Plan

    @cached_property
    def peak(self) -> Callable[[int], int]:
        """The peak at any N, each played through once."""
        return cache(lambda gpus: highest(self.plan.but(gpus=gpus)))

    @cached_property
    def unpadded_peak(self) -> Callable[[int], int]:
        """The same, were nothing padded."""
        return cache(lambda gpus: highest(self.plan.unpadded.but(gpus=gpus)))

    @cached_property
    def smallest(self) -> int | None:
        """The least N that fits, None where none up to MOST_GPUS does."""
        return smallest_gpus(self.plan)

    @cached_property
    def least(self) -> int:
        """The N up to MOST_GPUS whose peak is least; MOST_GPUS, without a search, where padding is too little for a word."""
        return gpus_of_least_peak(self.plan) if self.padded else MOST_GPUS

    @cached_property
    def padded(self) -> bool:
        """Whether padding is noticeable at all, on MOST_GPUS or on the plan's own N."""
        return max(self.padding(MOST_GPUS), self.padding(self.plan.gpus)) > NOTICEABLE * self.floor

    @cached_property
    def floor(self) -> int:
        """Bytes that no number of GPUs takes away, padding apart; those of a single GPU, which gathers into no buffer, may be fewer."""
        return account_of(self.plan.but(gpus=MOST_GPUS)).floor

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """1, 2, 4, … MOST_GPUS, the plan's own N and those that stand out."""
        return tuple(sorted({1 << power for power in range(MOST_GPUS.bit_length())} | {self.plan.gpus, self.least, self.smallest or 1}))

    @cached_property
    def peaks(self) -> Mapping[int, int]:
        """The peak at each of the numbers."""
        return {gpus: self.peak(gpus) for gpus in self.numbers}

    @cached_property
    def unpadded(self) -> Mapping[int, int]:
        """The peak at each of the numbers, were nothing padded."""
        return {gpus: self.unpadded_peak(gpus) for gpus in self.numbers}

    @property
    def rises(self) -> bool:
        """Whether padding makes MOST_GPUS need noticeably more than `least` do."""
        return min(self.padding(MOST_GPUS), self.peaks[MOST_GPUS] - self.peaks[self.least]) > NOTICEABLE * self.peaks[self.least]

    @property
    def too_many(self) -> bool:
        """Whether padding makes the plan's own N need noticeably more than fewer GPUs do."""
        extra = min(self.padding(self.plan.gpus), self.peaks[self.plan.gpus] - self.peaks[self.least])
        return self.least < self.plan.gpus and extra > NOTICEABLE * self.peaks[self.least]

    def padding(self, gpus: int) -> int:
        """By how much padding raises the peak at any N."""
        return self.peak(gpus) - self.unpadded_peak(gpus)
