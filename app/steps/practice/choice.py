"""A question with a few answers to choose from, of which exactly one holds for the run it is about."""

from collections.abc import Callable
from dataclasses import dataclass

from app.memory.scenario import Scenario
from app.steps.checking import Marked
from app.steps.question import Words


@dataclass(frozen=True)
class Option:
    """One of the answers: whether it holds for a run, and what to tell those who take it where it does not."""

    slug: str
    text: Words
    holds: Callable[[Scenario], bool]
    slip: Words


@dataclass(frozen=True)
class Choice:
    """A question whose answer is one of its options. `unit` and `run` mean what they mean in a Question."""

    id: str
    title: str
    steps: tuple[str, ...]
    text: Words
    options: tuple[Option, ...]
    working: Words
    run: Scenario | None = None
    unit: str = "choice"

    def about(self, scenario: Scenario) -> Scenario:
        """The run that the question is about, in the reader's choice of units."""
        return self.run.but(units=scenario.units) if self.run else scenario

    def asked(self, scenario: Scenario) -> str:
        """The question in words."""
        return self.text(self.about(scenario))

    def holding(self, run: Scenario) -> list[Option]:
        """The options that hold for a run: one, or the run is none to ask about."""
        return [option for option in self.options if option.holds(run)]

    def right(self, scenario: Scenario) -> Option:
        """The answer."""
        return self.holding(self.about(scenario))[0]

    def answered(self, scenario: Scenario) -> str:
        """The answer, and how it comes about."""
        run = self.about(scenario)
        return f"{self.right(scenario).text(run)}: {self.working(run)}"


def mark_choice(choice: Choice, scenario: Scenario, slug: str) -> Marked:
    """Compare a chosen option, by its slug, with the one that holds. Never raises; never tells the answer."""
    run = choice.about(scenario)
    taken = next((option for option in choice.options if option.slug == slug.strip()), None)
    if taken is None:
        return Marked("", False, False, "Choose one of the answers.")
    if taken == choice.right(scenario):
        return Marked(taken.slug, True, True, "Right.")
    return Marked(taken.slug, True, False, f"Not yet. {taken.slip(run)}")
