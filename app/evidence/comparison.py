"""One number of ours beside one that was measured or published."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Comparison:
    """`predicted` and `measured` are in the same unit. `reason` says why they differ, where we know it and it matters."""

    case: str
    quantity: str
    predicted: float
    measured: float
    source: str
    unit: str = "bytes"
    reason: str = ""

    @property
    def error(self) -> float:
        """How far ours lies above, as a share of what was measured; below, negative. Something beside nothing is infinitely far."""
        if not self.measured:
            return math.inf if self.predicted else 0.0
        return self.predicted / self.measured - 1


@dataclass(frozen=True)
class Group:
    """Comparisons of one kind, which are expected to agree within `tolerance`. `left_out` says what is not compared, and why."""

    slug: str
    title: str
    about: str
    comparisons: tuple[Comparison, ...]
    tolerance: float
    left_out: str = ""

    @property
    def missed(self) -> tuple[Comparison, ...]:
        """Those that do not agree, the farthest first."""
        beyond = (comparison for comparison in self.comparisons if abs(comparison.error) > self.tolerance)
        return tuple(sorted(beyond, key=lambda comparison: -abs(comparison.error)))

    @property
    def median_error(self) -> float:
        """The middle of all errors, signs apart."""
        return median(abs(comparison.error) for comparison in self.comparisons)

    @property
    def worst(self) -> Comparison:
        """The comparison that is farthest off."""
        return max(self.comparisons, key=lambda comparison: abs(comparison.error))


def compared(comparisons: Iterable[Comparison]) -> tuple[Comparison, ...]:
    """Those that can be compared: nothing divides by a measurement of nothing, and 0 beside 0 says nothing."""
    return tuple(comparison for comparison in comparisons if comparison.measured and comparison.predicted)
