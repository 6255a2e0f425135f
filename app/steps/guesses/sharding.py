"""Step 4: where the first cut of the strip comes on another number of GPUs."""

from app.figures.gpus import cluster
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.sharding import shard_parameters
from app.memory.units import equals, factor
from app.steps.guess import Guess, doubled_or_halved
from app.steps.guesses.words import as_now, cluster_of
from app.steps.question import Mistake, Question
from app.steps.sums import quotient
from app.steps.track import Knots, Spot


def _along(run: Scenario) -> Knots:
    """Entries of the strip, counted from its left end, on the places of the GPUs: pieces of one place each, many of them in a gap."""
    size, drawn = shard_parameters(run.params, run.gpus), cluster(run.gpus)
    left = [(0.0, -0.5)] + [(float(size * (rank + 1)), at + 0.5) for rank, at in zip(drawn.ranks, drawn.at, strict=True)]
    return left[:-1] + [(float(size * (run.gpus - 1)), drawn.last - 0.5), left[-1]] if drawn.hidden else left


def _question(before: Scenario, after: Scenario) -> Question:
    now = shard_parameters(before.params, before.gpus)
    return Question(
        "guess-cut", "The first cut", ("sharding",),
        lambda run: f"Take {cluster_of(before, after)}. How far from its left end is the first cut of the strip then?",
        lambda run: shard_parameters(run.params, run.gpus),
        lambda run: f"P/N {equals(run.params)} {quotient(run.params, run.gpus)}",
        (
            as_now(now, f"That is where the cut is now. With {factor(after.gpus)} pieces, each is of another length."),
            as_now(
                now * after.gpus / before.gpus,
                "You went the wrong way: P entries are shared out, so more GPUs mean shorter pieces, and fewer GPUs longer ones.",
            ),
            Mistake(lambda run: run.params, "That is the whole strip. Nobody keeps it whole: it is cut into N pieces."),
            Mistake(lambda run: run.params / (run.gpus + 1), "You cut N times. For N pieces it takes N − 1 cuts."),
            Mistake(
                lambda run: FP32_BYTES * run.params / run.gpus, "Those are bytes. The question asks for entries, of 4 bytes each.",
            ),
        ),
        unit="entries",
        run=after,
    )  # fmt: skip


GUESS = Guess(doubled_or_halved("gpus"), (Spot("sharded-slices", along="x", knots=_along),), _question)
