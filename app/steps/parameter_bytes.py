"""Step 1. A parameter is a number, and a number costs bytes."""

from app.figures.float_bits import float_bits
from app.figures.parameter_strip import parameter_strip, parameters_per_box
from app.figures.theta_against_gpu import filling, theta_against_gpu
from app.memory.catalog import gpu
from app.memory.floats import fp32, number_text
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.states import stacks
from app.memory.units import bytes_text, count_in_words, factor
from app.steps.guesses.parameter_bytes import GUESS
from app.steps.step import Step
from app.steps.sums import come_to


def readouts(scenario: Scenario) -> dict[str, str]:
    """The numbers of step 1."""
    theta_bytes = stacks(scenario.params).parameters
    theta = bytes_text(theta_bytes, scenario.units)
    return {
        "params": f"{count_in_words(scenario.params)} parameter{'s' if scenario.params > 1 else ''}",
        "substitution": come_to(f"{FP32_BYTES} × {factor(scenario.params)}", (scenario.params,), theta_bytes, scenario.units),
        "theta": theta,
        "one": f"{FP32_BYTES} bytes",
        "a100": bytes_text(gpu("a100-80gb").memory, scenario.units),
        "capacity": bytes_text(scenario.gpu_memory, scenario.units),
        "strip": strip(scenario),
        "stored": stored(scenario),
        "verdict": verdict(scenario),
    }


def strip(scenario: Scenario) -> str:
    """What one drawn box of the strip stands for, in a sentence."""
    per_box = parameters_per_box(scenario.params)
    if per_box == 1:
        return "It is the whole model, and each box of it is one parameter."
    return (
        f"It is the whole model, but {count_in_words(scenario.params)} boxes are too many to draw: one drawn box stands for "
        f"{count_in_words(per_box)} parameters, and below the strip the first of them is opened."
    )


def stored(scenario: Scenario) -> str:
    """What becomes of the reader's value in 32 bits, in a sentence."""
    number, given = fp32(scenario.value), number_text(scenario.value, None)
    if number.value == scenario.value:
        return f"The box holds your {given} exactly."
    return f"Your {given} has no exact pattern, so the box holds the nearest number that has one: {number_text(number.value)}."


def verdict(scenario: Scenario) -> str:
    """How much of a GPU θ alone takes, in a sentence or two."""
    theta, capacity = stacks(scenario.params).parameters, scenario.gpu_memory
    if theta <= capacity:
        return f"θ alone {filling(theta, scenario)}: {bytes_text(theta, scenario.units)} of {bytes_text(capacity, scenario.units)}."
    return (
        f"Even θ alone does not fit on one GPU: it takes {bytes_text(theta, scenario.units)} and the GPU has "
        f"{bytes_text(capacity, scenario.units)}. θ {filling(theta, scenario)}."
    )


def sentence(scenario: Scenario) -> str:
    """How much of a GPU θ takes, and what becomes of the one value."""
    return f"{verdict(scenario)} {stored(scenario)}"


STEP = Step(
    slug="parameter-bytes",
    title="A parameter is a number, and a number costs bytes",
    line="A model is a pile of P numbers, and each of them takes 4 bytes.",
    controls=("params", "gpu_memory", "value"),
    figures={"parameter-strip": parameter_strip, "float-bits": float_bits, "theta-against-gpu": theta_against_gpu},
    readouts=readouts,
    sentence=sentence,
    headlines={
        "parameter-strip": ("theta", "all parameters together"),
        "float-bits": ("one", "one parameter"),
        "theta-against-gpu": ("theta", "θ alone"),
    },
    guess=GUESS,
)
