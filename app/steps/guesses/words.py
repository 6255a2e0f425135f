"""Words that guesses of several steps have in common."""

from app.memory.scenario import Scenario
from app.memory.units import factor
from app.steps.question import Mistake


def changed(before: Scenario, after: Scenario, name: str, halved: str, doubled: str, other: str) -> str:
    """Which of three wordings fits the change of one setting; halves are rounded down."""
    was, now = getattr(before, name), getattr(after, name)
    return doubled if now == 2 * was else halved if now == was // 2 else other


def model_of(before: Scenario, after: Scenario) -> str:
    """'a model with twice as many parameters, 14B'."""
    now = factor(after.params)
    words = f"half as many parameters, {now}", f"twice as many parameters, {now}", f"{now} parameters"
    return f"a model with {changed(before, after, 'params', *words)}"


def cluster_of(before: Scenario, after: Scenario) -> str:
    """'twice as many GPUs, 8'."""
    size = changed(
        before, after, "gpus", "half as many", "twice as many", "three times as many" if after.gpus > before.gpus else "a third as many"
    )
    return f"{size} GPUs, {after.gpus:,}"


def as_now(value: float, words: str = "That is where it stands now.") -> Mistake:
    """The slip of an answer that is about the run on the page."""
    return Mistake(lambda run: value, words)
