"""Step 2. Four things live per parameter."""

from app.figures.budget import budget, guessed
from app.figures.four_box_column import four_box_column
from app.memory.precision import FP32_ADAM
from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.units import bytes_text, factor
from app.steps.guesses.four_per_parameter import GUESS
from app.steps.step import Step
from app.steps.sums import come_to


def readouts(scenario: Scenario) -> dict[str, str]:
    """The numbers of step 2."""
    real = data_parallel(scenario)
    return {
        "substitution": come_to(f"16 × {factor(scenario.params)}", (scenario.params,), real.total, scenario.units),
        "each": f"{FP32_ADAM.bytes_per_parameter} bytes",
        "guess": bytes_text(guessed(real).total, scenario.units),
        "real": bytes_text(real.total, scenario.units),
        "without-optimizer": bytes_text(real.parameters + real.gradients, scenario.units),
        "optimizer": bytes_text(real.means + real.squares, scenario.units),
        "verdict": verdict(scenario),
    }


def verdict(scenario: Scenario) -> str:
    """Whether the guess and the real budget fit on one GPU, in a sentence."""
    real, capacity = data_parallel(scenario), scenario.gpu_memory
    guess_text, real_text = bytes_text(guessed(real).total, scenario.units), bytes_text(real.total, scenario.units)
    capacity_text = bytes_text(capacity, scenario.units)
    if real.total <= capacity:
        return f"The real budget {'just fits' if real.total == capacity else 'fits'}: 16·P is {real_text}, and the GPU has {capacity_text}."
    if guessed(real).total <= capacity:
        return f"Here is the trap: the guess of {guess_text} fits on a GPU of {capacity_text}, and the real {real_text} does not."
    return f"Neither fits: the guess is {guess_text}, the real budget {real_text}, and the GPU has {capacity_text}."


STEP = Step(
    slug="four-per-parameter",
    title="Four things live per parameter",
    line="Training keeps θ, its gradient ∇L and Adam’s m and v: 16 bytes for each parameter, not 4.",
    controls=("params", "gpu_memory"),
    figures={"four-box-column": four_box_column, "budget": budget},
    readouts=readouts,
    sentence=verdict,
    headlines={"four-box-column": ("each", "for each parameter"), "budget": ("real", "to train the model")},
    guess=GUESS,
)
