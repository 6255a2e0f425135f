"""What one page of the walkthrough is made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from app.figures.picture import Picture
from app.figures.style import ROLES, Role
from app.memory.field import Value
from app.memory.scenario import Scenario
from app.memory.values import Values
from app.steps.guess import Guess

R = TypeVar("R", bound=Values)


@dataclass(frozen=True)
class Page(Generic[R]):
    """One page: its address, the settings it lets the reader move, its figures and the numbers in its prose, for a sort of run."""

    slug: str
    title: str
    line: str  # the whole page in one sentence, for lists of pages
    controls: tuple[str, ...]  # names of the run’s fields
    figures: Mapping[str, Callable[[R], Picture]]
    readouts: Callable[[R], Mapping[str, str]]  # every number and verdict that the page's prose shows
    sentence: Callable[[R], str]  # what the present settings come to, said after a change
    stops: Mapping[str, Callable[[R], tuple[int, ...]]] = field(default_factory=dict)  # of steppers whose stops depend on the run
    roles: tuple[Role, ...] = ROLES  # what its figures draw, in the order of their legends
    stated: tuple[str, ...] = ()  # controls that stand in the address even at their default; all of them where empty
    path: str = ""  # where the page is served; a step’s own place where empty
    names: Callable[[R], Mapping[str, str]] | None = None  # what the present model and GPU are called; by their sizes where None
    name: str = ""  # its short name in the navigation; the title where empty
    given: Mapping[str, Any] = field(default_factory=dict)  # what its template shows of the memory model whatever the run, by name
    headlines: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # of figures: the readout that sums one up, and what it is
    guess: Guess | None = None  # what it asks before one looks
    kind: type[Any] = Scenario  # the sort of run; a note has settings of its own beside those of the lesson

    def __post_init__(self) -> None:
        if not self.path:
            object.__setattr__(self, "path", f"/steps/{self.slug}")
        if not self.stated:
            object.__setattr__(self, "stated", self.controls)

    def rungs(self, name: str, scenario: R) -> tuple[Value, ...]:
        """The values that one of the page's sliders stops at."""
        return self.stops[name](scenario) if name in self.stops else scenario.rungs(name)

    def of(self, run: Values) -> R:
        """A run of the lesson as the page has it, with the page's own settings at their defaults; a run of the page itself as it is."""
        taken: R = run if isinstance(run, self.kind) else self.kind(**vars(run))
        return taken

    def within(self, scenario: R) -> R:
        """The run with every stepper that stands beyond its last stop moved back to it."""
        last = {name: stops(scenario)[-1] for name, stops in self.stops.items()}
        beyond = {name: stop for name, stop in last.items() if getattr(scenario, name) > stop}
        return scenario.but(**beyond) if beyond else scenario

    def settled(self, scenario: R) -> R:
        """The run as the page shows it: what contradicts itself is put right, and no stepper stands beyond its last stop."""
        return self.within(scenario.reconciled()[0])

    @property
    def template(self) -> str:
        """The template of the page's prose."""
        folder = self.path[1 : self.path.rindex("/") + 1]
        return f"{folder}{self.slug}.html"


Step = Page[Scenario]  # a page of the lesson
