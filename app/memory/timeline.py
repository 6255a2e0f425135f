"""Memory of one GPU at each moment of one training step, at the depth of the lesson: a floor, and one bubble for each layer.

The model is taken as units of ℓ parameters, the last one smaller, so that the units add up to P. Long models are drawn in
part: the first units and the last ones. Times are schematic; prefetching, gradients in flight and the root unit are left out.
"""

from dataclasses import dataclass, replace
from typing import Literal

from app.memory.breakdown import Breakdown
from app.memory.gathering import gathered_bytes
from app.memory.scenario import Scenario
from app.memory.states import persistent

FIRST_UNITS, LAST_UNITS = 3, 2  # how many are drawn of a model that has more

Phase = Literal["start", "forward", "backward", "optimizer step"]
Action = Literal["wait", "gather", "discard", "update"]


@dataclass(frozen=True)
class Moment:
    """One GPU at one moment. `unit` counts from 1; 0 where no layer is at work."""

    index: int
    phase: Phase
    action: Action
    unit: int
    memory: Breakdown


def unit_count(scenario: Scenario) -> int:
    """The least number of units of at most ℓ parameters that make up the model: ⌈P/ℓ⌉."""
    return -(-scenario.params // scenario.layer)


def unit_parameters(scenario: Scenario, unit: int) -> int:
    """Parameters of one unit, counted from 1. All but the last have ℓ."""
    return min(scenario.layer, scenario.params - (unit - 1) * scenario.layer)


def drawn_units(scenario: Scenario) -> tuple[int, ...]:
    """The units that are drawn: all of a short model, the first three and the last two of a long one."""
    count = unit_count(scenario)
    if count <= FIRST_UNITS + LAST_UNITS:
        return tuple(range(1, count + 1))
    return (*range(1, FIRST_UNITS + 1), *range(count - LAST_UNITS + 1, count + 1))


def timeline(scenario: Scenario) -> tuple[Moment, ...]:
    """The moments of one step: gather and discard for each drawn unit, forward then backward, then the optimizer step."""
    units = drawn_units(scenario)
    floor = persistent(scenario)
    actions: list[tuple[Phase, Action, int]] = [("start", "wait", 0)]
    for phase, order in (("forward", units), ("backward", units[::-1])):
        actions += [(phase, action, unit) for unit in order for action in ("gather", "discard")]  # type: ignore[misc]
    actions.append(("optimizer step", "update", 0))
    return tuple(
        Moment(index, phase, action, unit, _holding(floor, scenario, unit if action == "gather" else 0))
        for index, (phase, action, unit) in enumerate(actions)
    )


def peak(scenario: Scenario) -> Moment:
    """The first moment at which the GPU holds most."""
    return max(timeline(scenario), key=lambda moment: moment.memory.total)


def moment_at(scenario: Scenario) -> Moment:
    """The moment that the run is set to; the last one where a short model has fewer."""
    moments = timeline(scenario)
    return moments[min(scenario.moment, len(moments) - 1)]


def _holding(floor: Breakdown, scenario: Scenario, unit: int) -> Breakdown:
    return replace(floor, gathered=gathered_bytes(unit_parameters(scenario, unit))) if unit else floor
