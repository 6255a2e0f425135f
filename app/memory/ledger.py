"""The running balance of one GPU while a training step is played through, and the phases written down on the way."""

from dataclasses import dataclass
from typing import Literal

from app.memory.holding import COMPONENTS, Holding
from app.memory.units import plain_bytes

Stage = Literal["start", "forward", "loss", "backward", "optimizer step", "end"]


@dataclass(frozen=True, slots=True)
class Phase:
    """One GPU at one moment: the stage of the step, the layer at work, what it is doing, and what the GPU holds."""

    stage: Stage
    layer: str  # "" where no layer is at work
    action: str
    held: Holding

    @property
    def total(self) -> int:
        """Bytes held."""
        return self.held.total

    @property
    def name(self) -> str:
        """Stage, layer and action in words."""
        return ", ".join(part for part in (self.stage, self.layer, self.action) if part)

    def __repr__(self) -> str:
        return f"Phase({self.name}: {plain_bytes(self.total)})"


class Ledger:
    """A balance that is changed and written down. It lives within the making of one account and never leaves it."""

    def __init__(self, opening: Holding) -> None:
        self._bytes: dict[str, int] = {name: getattr(opening, name) for name in COMPONENTS}
        self.phases: list[Phase] = []

    def __getitem__(self, component: str) -> int:
        return self._bytes[component]

    def add(self, **changes: int) -> None:
        """Take on, or with a negative number give back, bytes of the components named."""
        for name, change in changes.items():
            self._bytes[name] += change

    def set(self, **values: int) -> None:
        """Give the components named these bytes."""
        self._bytes.update(values)

    def record(self, stage: Stage, layer: str, action: str, **besides: int) -> None:
        """Write down this moment, with what is held besides for this moment alone."""
        held = dict(self._bytes)
        for name, bytes_ in besides.items():
            held[name] += bytes_
        self.phases.append(Phase(stage, layer, action, Holding(*held.values())))


class Gauge(Ledger):
    """A balance of which only the highest total is remembered, for searches that play a step through many times."""

    def __init__(self, opening: Holding) -> None:
        super().__init__(opening)
        self.highest = 0

    def record(self, stage: Stage, layer: str, action: str, **besides: int) -> None:
        """Compare this moment with the highest so far."""
        self.highest = max(self.highest, sum(self._bytes.values()) + sum(besides.values()))
