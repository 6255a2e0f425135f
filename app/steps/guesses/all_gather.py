"""Step 6: how high the bubble rises for another layer."""

from collections.abc import Mapping
from typing import Any

from app.figures.broken_axis import BrokenAxis
from app.memory.gathering import fully_sharded, gathered_bytes
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.units import factor
from app.steps.guess import Guess, part, times
from app.steps.guesses.words import as_now, changed
from app.steps.mistakes import BUBBLE_MISTAKES
from app.steps.practice.phrases import product
from app.steps.question import Question
from app.steps.track import Knots, Spot

ROOM = 1.22  # times as far as usual reaches the axis: so that 16·ℓ of half the layer is on it


def _axis(run: Scenario) -> BrokenAxis:
    fullest = fully_sharded(run)
    return BrokenAxis(fullest.states, fullest.gathered)


def _on_the_floor(run: Scenario) -> Knots:
    """Bytes on top of the floor, up to the end of the wider axis."""
    axis = _axis(run)
    most = (ROOM * axis.top - axis.foot) / axis.factor
    return ((0, axis.foot), (most, axis.above(most)))


def _wider(run: Scenario, room: float) -> Mapping[str, Any]:
    return _axis(run).axis(run.units, room)


def _layer(before: Scenario, after: Scenario) -> str:
    size = changed(before, after, "layer", "half as large", "twice as large", "of another size")
    return f"a largest layer {size}, {factor(after.layer)} parameters"


def _question(before: Scenario, after: Scenario) -> Question:
    return Question(
        "guess-bubble", "The bubble", ("all-gather",),
        lambda run: f"Take {_layer(before, after)}. How high does the bubble rise over the floor?",
        lambda run: gathered_bytes(run.layer),
        lambda run: product("4·ℓ", FP32_BYTES, run.layer),
        (*BUBBLE_MISTAKES, as_now(gathered_bytes(before.layer))),
        run=after,
    )  # fmt: skip


GUESS = Guess((part(2, "layer"), times(2, "layer")), (Spot("training-step", room=ROOM, knots=_on_the_floor, axis=_wider),), _question)
