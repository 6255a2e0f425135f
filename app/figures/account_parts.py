"""The components of the full account in the ten parts that are drawn, with their look."""

from dataclasses import dataclass

from app.figures.style import ACTIVATIONS, GATHERED, GRADIENT, MASTER, MEAN, SQUARE, THETA, Role
from app.memory.breakdown import Breakdown
from app.memory.holding import Holding

REDUCED = Role("reduced", "∇", "whole gradients and reduce-scatter inputs", "whole gradients", "#e69a7e", "#ffbda6", "/")
LOGITS = Role("logits", "z", "logits and loss", "logits and loss", "#3f7f7f", "#7cc4c4", "|")
UPDATE = Role("update", "Δ", "the optimizer’s temporaries and counters", "optimizer temporaries", "#8c8c3c", "#c9c96a", "\\")

# From the bottom up: what stays, then what comes and goes.
PARTS = (THETA, MASTER, MEAN, SQUARE, GRADIENT, ACTIVATIONS, GATHERED, REDUCED, LOGITS, UPDATE)
OWN = (REDUCED, LOGITS, UPDATE)  # those that no other figure has


@dataclass(frozen=True)
class Parts(Breakdown):
    """Bytes on one GPU by part."""

    master: int = 0
    reduced: int = 0
    logits: int = 0
    update: int = 0

    @property
    def total(self) -> int:
        """All bytes of this GPU."""
        return super().total + self.master + self.reduced + self.logits + self.update


def largest_part(held: Holding) -> Role:
    """The part that takes most."""
    parts = parts_of(held)
    return max(PARTS, key=lambda role: getattr(parts, role.key))


def parts_of(held: Holding) -> Parts:
    """What one GPU holds, part by part; the parts add up to all of it."""
    return Parts(
        parameters=held.parameters,
        gradients=held.gradients + held.accumulated + held.buckets,
        means=held.means,
        squares=held.squares,
        gathered=held.gathered + held.all_gather,
        activations=held.activations + held.working,
        master=held.master,
        reduced=held.full_gradients + held.pieces + held.reduce_scatter,
        logits=held.logits,
        update=held.optimizer + held.counters,
    )
