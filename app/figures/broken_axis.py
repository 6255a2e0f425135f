"""An upright axis for a small thing on a large floor: broken where the small thing would not be seen, and drawn higher above the break."""

from dataclasses import dataclass

from app.figures.axes import byte_axis, byte_ticks
from app.figures.style import Mapped
from app.memory.units import bytes_text

BREAK = 0.28  # of the floor’s height: the empty band in which the scale changes
SMALLEST_BREAK = 1.5  # an enlargement below this is not worth a break in the axis
HEADROOM = 1.22  # the axis ends this far above the peak, so that two labels fit


@dataclass(frozen=True)
class BrokenAxis:
    """The upright axis. A bubble much smaller than the floor is drawn as high as the floor, above a break where the scale changes."""

    floor: int
    bubble: int

    @property
    def factor(self) -> float:
        """How many times higher a byte is drawn above the floor than below it; 1 where the axis is not broken."""
        return self.floor / self.bubble if self.broken else 1

    @property
    def broken(self) -> bool:
        """Whether the bubble would be too small to be seen at the scale of the floor."""
        return self.floor > SMALLEST_BREAK * self.bubble

    @property
    def foot(self) -> float:
        """Where the bubbles start on the axis."""
        return self.floor * (1 + BREAK) if self.broken else self.floor

    def above(self, size: float) -> float:
        """The place of so many bytes on top of the floor."""
        return self.foot + self.factor * size

    def holding(self, extra: int) -> float:
        """The place of the floor alone, or of the floor and so many bytes on top of it."""
        return self.above(extra) if extra else self.floor

    @property
    def top(self) -> float:
        """Where the axis ends."""
        return HEADROOM * self.above(self.bubble)

    def axis(self, units: str, room: float = 1) -> Mapped:
        """Ticks in bytes up to the floor, and above a break in bytes on top of it; it reaches `room` times as far as the drawing needs."""
        top = room * self.top
        if not self.broken:
            return byte_axis(top, units)
        reach = 1.02 * self.bubble if room == 1 else (top - self.foot) / self.factor
        above = [tick for tick in byte_ticks(reach, units) if tick][1::2]
        names = ["0", bytes_text(self.floor, units), *(f"+{bytes_text(tick, units)}" for tick in above)]
        ticks = [0, self.floor, *(self.above(tick) for tick in above)]
        return byte_axis(top, units) | {"tickvals": ticks, "ticktext": names}
