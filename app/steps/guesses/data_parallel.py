"""Step 3: how high each column stands on another number of GPUs."""

from app.memory.scenario import Scenario
from app.steps.guess import Guess, doubled_or_halved
from app.steps.guesses.words import as_now, cluster_of
from app.steps.mistakes import NO_OPTIMIZER, SUM, THETA_ALONE, WHOLE_CLUSTER
from app.steps.practice.phrases import full_copy, per_share, product
from app.steps.question import Mistake, Question
from app.steps.track import Spot

MOVED = "You let the column change with N. N is not in 16·P: plain data parallelism gives every GPU a full copy, however many there are."


def _question(before: Scenario, after: Scenario) -> Question:
    return Question(
        "guess-copies", "Each column", ("data-parallel",),
        lambda run: f"Take {cluster_of(before, after)}. How high is the column of each GPU then?",
        full_copy,
        lambda run: f"{product('16·P', SUM, run.params)}, and N is not in it",
        (
            as_now(full_copy(before) * before.gpus / after.gpus, MOVED), as_now(full_copy(before) * after.gpus / before.gpus, MOVED),
            per_share(SUM, "That is a shard. Plain data parallelism divides nothing: each GPU has all four stacks whole."),
            THETA_ALONE, NO_OPTIMIZER, Mistake(lambda run: SUM * run.params * run.gpus, WHOLE_CLUSTER),
        ),
        run=after,
    )  # fmt: skip


GUESS = Guess(doubled_or_halved("gpus"), (Spot("dp-copies"),), _question)
