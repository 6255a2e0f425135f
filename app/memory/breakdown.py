"""What one GPU holds at one time, item by item."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Breakdown:
    """Bytes on one GPU by what they are for. A component that is not there is 0."""

    parameters: int = 0  # θ
    gradients: int = 0  # ∇L
    means: int = 0  # m
    squares: int = 0  # v
    gathered: int = 0  # the largest layer's parameters, borrowed for a moment
    activations: int = 0  # kept for the backward pass

    @property
    def states(self) -> int:
        """Bytes of the four stacks together."""
        return self.parameters + self.gradients + self.means + self.squares

    @property
    def total(self) -> int:
        """All bytes of this GPU."""
        return self.states + self.gathered + self.activations
