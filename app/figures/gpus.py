"""Which GPUs of a cluster are drawn, and where: all of a few, or the first ones, a gap, and the last."""

from dataclasses import dataclass

from app.figures.style import MUTED, Mapped, note
from app.memory.units import count

MOST_DRAWN = 6
FIRST_DRAWN = 3


@dataclass(frozen=True)
class Cluster:
    """Drawn ranks with their places on the x axis; `hidden` GPUs stand in the gap at place `gap`."""

    ranks: tuple[int, ...]
    at: tuple[float, ...]
    gap: float
    hidden: int

    @property
    def names(self) -> tuple[str, ...]:
        """What each drawn GPU is called."""
        return tuple(f"GPU {rank:,}" for rank in self.ranks)

    @property
    def ticks(self) -> tuple[str, ...]:
        """The same, short enough for a narrow axis: the ranks, over the first of them what they are ranks of."""
        if self.ranks == (0,):
            return ("GPU 0",)
        return tuple(f"\u00a0<br>{rank:,}" if place else f"GPU<br>{rank:,}" for place, rank in enumerate(self.ranks))

    @property
    def last(self) -> float:
        """The place of the last GPU."""
        return self.at[-1]


def cluster(gpus: int) -> Cluster:
    """The GPUs to draw: every one up to six, else the first three and the last."""
    if gpus <= MOST_DRAWN:
        return Cluster(tuple(range(gpus)), tuple(float(rank) for rank in range(gpus)), 0, 0)
    ranks = (*range(FIRST_DRAWN), gpus - 1)
    return Cluster(ranks, (*(float(rank) for rank in range(FIRST_DRAWN)), FIRST_DRAWN + 1.2), FIRST_DRAWN + 0.1, gpus - len(ranks))


def gap_note(drawn: Cluster, height: float) -> list[Mapped]:
    """“and 1,020 more” in the gap, where there is one."""
    return [note(drawn.gap, height, f"and<br>{count(drawn.hidden)}<br>more", color=MUTED)] if drawn.hidden else []
