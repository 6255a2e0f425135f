"""The self-check: questions in words, and questions with a number for an answer. Nothing here gives an answer away."""

from app.memory.scenario import Scenario
from app.memory.units import factor
from app.steps.checking import examples
from app.steps.question import gpus_of, parameters_of
from app.steps.questions import QUESTIONS
from app.steps.step import Step


def readouts(scenario: Scenario) -> dict[str, str]:
    """The computed questions in words, and what can be typed for each sort of them."""
    typed = {f"like-{unit}": text for unit, text in examples(scenario.units).items()}
    return {question.id: question.asked(scenario) for question in QUESTIONS} | typed


def sentence(scenario: Scenario) -> str:
    """Which run the questions are about now."""
    return f"The questions now ask about {parameters_of(scenario)} on {gpus_of(scenario)}, the largest layer {factor(scenario.layer)}."


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
