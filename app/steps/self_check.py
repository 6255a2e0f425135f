"""The self-check: questions in words, and questions with a number for an answer. Nothing here gives an answer away."""

from app.memory.scenario import Scenario
from app.memory.units import count, whole
from app.steps.questions import QUESTIONS
from app.steps.step import Step


def readouts(scenario: Scenario) -> dict[str, str]:
    """The computed questions in words."""
    return {question.id: question.asked(scenario) for question in QUESTIONS}


def sentence(scenario: Scenario) -> str:
    """Which run the questions are about now."""
    gpus = "one GPU" if scenario.gpus == 1 else f"{whole(scenario.gpus)} GPUs"
    return f"The questions now ask about {count(scenario.params)} parameters on {gpus}, the largest layer {count(scenario.layer)}."


STEP = Step(
    slug="self-check",
    title="Check yourself",
    line="Questions in words and in numbers; a wrong number is told what it probably forgot.",
    controls=("params", "gpus", "layer"),
    figures={},
    readouts=readouts,
    sentence=sentence,
    path="/self-check",
    name="Self-check",
)
