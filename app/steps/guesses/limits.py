"""Step 7: how high the whole sum stands for another batch."""

from app.memory.activations import kept
from app.memory.gathering import fully_sharded
from app.memory.scenario import Scenario
from app.steps.guess import Guess, doubled_or_halved
from app.steps.guesses.words import as_now, changed
from app.steps.question import Mistake, Question, size_of
from app.steps.track import Spot

DIVIDED = "You divided the activations by N. They belong to the batch that a GPU works on, and FSDP does not shard them."


def _sum(run: Scenario) -> int:
    return fully_sharded(run).total + kept(run)


def _working(run: Scenario) -> str:
    return f"states and bubble, and the activations: {size_of(run, fully_sharded(run).total)} + {size_of(run, kept(run))}"


def _batch(before: Scenario, after: Scenario) -> str:
    return f"{changed(before, after, 'batch', 'half', 'twice', 'another size of')} the batch, b = {after.batch:,}"


def _question(before: Scenario, after: Scenario) -> Question:
    return Question(
        "guess-sum", "The whole sum", ("limits",),
        lambda run: f"Take {_batch(before, after)}. How high is the last column, the sum?",
        _sum,
        _working,
        (
            Mistake(lambda run: fully_sharded(run).total, "You forgot the activations. No formula with P and N has them in it."),
            Mistake(lambda run: fully_sharded(run).total + kept(run) / run.gpus, DIVIDED),
            Mistake(kept, "Those are the activations alone. States and bubble are there as well."),
            as_now(_sum(before)),
            as_now(_sum(before) * after.batch / before.batch, "You changed all of the sum. The batch is in the activations alone."),
        ),
        run=after,
    )  # fmt: skip


GUESS = Guess(doubled_or_halved("batch"), (Spot("activation-bar", room=2),), _question)
