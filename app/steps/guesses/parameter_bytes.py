"""Step 1: how high θ stands for another model."""

from app.memory.precision import FP32_BYTES
from app.memory.scenario import FIELDS, Scenario
from app.steps.guess import Guess, doubled_or_halved
from app.steps.guesses.words import as_now, model_of
from app.steps.mistakes import parameters_alone
from app.steps.practice.parameter_bytes import COUNTED, HALF, STATES_TOO
from app.steps.practice.phrases import per_parameter, product
from app.steps.question import Question
from app.steps.track import Spot

FILLED = 0.6  # of one GPU, by a model that can be seen on it
BITS = "You took bits for bytes. An fp32 number has 32 bits, and a byte has 8 of them."


def _fitting(run: Scenario) -> dict[str, int]:
    """A model whose θ can be seen on one GPU."""
    ladder = [int(params) for params in FIELDS["params"].values if FP32_BYTES * int(params) <= FILLED * run.gpu_memory]
    return {"params": max(ladder)}


def _question(before: Scenario, after: Scenario) -> Question:
    return Question(
        "guess-theta", "The weight of θ", ("parameter-bytes",),
        lambda run: f"Take {model_of(before, after)}. How high does its θ stand on a GPU?",
        lambda run: FP32_BYTES * run.params,
        lambda run: product("4·P", FP32_BYTES, run.params),
        (
            per_parameter(2, HALF), per_parameter(32, BITS), per_parameter(16, STATES_TOO), per_parameter(1, COUNTED),
            as_now(parameters_alone(before)),
        ),
        run=after,
    )  # fmt: skip


GUESS = Guess((*doubled_or_halved("params"), _fitting), (Spot("theta-against-gpu", room=2),), _question)
