"""How many and how much: what one process lets rooms have."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RoomLimits:
    """The settings of the same names say what they mean."""

    most_rooms: int = 200
    most_followers: int = 600
    guesses_per_second: int = 300
    room_seconds: int = 14_400
    room_idle_seconds: int = 3600


class Rate:
    """So many a second and no more, with a second's worth at once after a rest."""

    def __init__(self, per_second: float, at_once: float = 0) -> None:
        self.per_second = per_second
        self.most = at_once or per_second
        self.left = self.most
        self.last = 0.0

    def allows(self, now: float) -> bool:
        """Whether one more is allowed at a time in seconds; if so it is counted."""
        self.left = min(self.most, self.left + max(now - self.last, 0) * self.per_second)  # a clock may be set back
        self.last = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
