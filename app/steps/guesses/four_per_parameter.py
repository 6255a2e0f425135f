"""Step 2: how high the real budget of another model stands."""

from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.steps.guess import Guess, doubled_or_halved
from app.steps.guesses.words import as_now, model_of
from app.steps.mistakes import NO_OPTIMIZER, SUM, THETA_ALONE, THREE_STACKS
from app.steps.practice.phrases import full_copy, product
from app.steps.question import Question
from app.steps.track import Spot


def _question(before: Scenario, after: Scenario) -> Question:
    return Question(
        "guess-budget", "The real budget", ("four-per-parameter",),
        lambda run: f"Take {model_of(before, after)}. How high is the column of all that training keeps of it?",
        full_copy,
        lambda run: product("16·P", SUM, run.params),
        (
            THETA_ALONE, NO_OPTIMIZER, THREE_STACKS, as_now(full_copy(before)),
            as_now(FP32_BYTES * before.params, "That is where the guessed budget stands now: θ only, and of the model on the page."),
        ),
        run=after,
    )  # fmt: skip


GUESS = Guess(doubled_or_halved("params"), (Spot("budget", room=2),), _question)
