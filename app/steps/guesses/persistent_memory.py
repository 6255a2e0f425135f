"""Step 5: how high the short column stands on another number of GPUs."""

from app.memory.scenario import Scenario
from app.memory.states import persistent
from app.steps.guess import Guess, part, times
from app.steps.guesses.words import as_now, cluster_of
from app.steps.mistakes import FULL_COLUMN, NO_OPTIMIZER_SHARD, THETA_SHARD
from app.steps.own_questions import shard_working
from app.steps.question import Question
from app.steps.track import Spot

CONSTANT = "That is where the column is now. What is shared out gets smaller on each GPU the more of them share it."
WRONG_WAY = "You went the wrong way: N stands below the line in 16·P/N, so more GPUs mean shorter columns."


def _question(before: Scenario, after: Scenario) -> Question:
    now = persistent(before).total
    return Question(
        "guess-kept", "The short column", ("persistent-memory",),
        lambda run: f"Take {cluster_of(before, after)}. How high is the column that stays on each of them?",
        lambda run: persistent(run).total,
        shard_working,
        (
            as_now(now, CONSTANT), as_now(now * after.gpus / before.gpus, WRONG_WAY), FULL_COLUMN, THETA_SHARD, NO_OPTIMIZER_SHARD,
        ),
        run=after,
    )  # fmt: skip


GUESS = Guess(
    (times(3, "gpus"), part(3, "gpus")),  # powers of two stand in the figure’s table
    (Spot("short-columns"), Spot("memory-against-n")),
    _question,
)
