"""The rectangles that words cover."""

from dataclasses import dataclass

CAPITAL, BELOW = 0.74, 0.22  # of the font size: how far letters reach above and below their baseline
ROOMY = 1.18  # times as wide as we reckon words come out in the widest of usual faces
BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # the share of words that stands before the place they are anchored at


@dataclass(frozen=True)
class Box:
    """A rectangle by its sides, in pixels from the upper left corner of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def moved(self, across: float, down: float) -> "Box":
        """The same rectangle elsewhere."""
        return Box(self.left + across, self.top + down, self.right + across, self.bottom + down)

    def grown(self, above: float, below: float) -> "Box":
        """A higher rectangle."""
        return Box(self.left, self.top - above, self.right, self.bottom + below)


def covered(x: float, anchor: str, wide: float, baseline: float, more: float, size: float) -> Box:
    """What words cover in a wide face: `wide` as we reckon, anchored at x, with `more` pixels from the first baseline to the last."""
    left = x - BEFORE[anchor] * ROOMY * wide
    return Box(left, baseline - CAPITAL * size, left + ROOMY * wide, baseline + more + BELOW * size)
