"""What one page of the walkthrough is made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from app.figures.picture import Picture
from app.memory.scenario import Scenario


@dataclass(frozen=True)
class Step:
    """One page: its address, its words in a list, the settings it lets the reader move, its figures and its numbers in prose."""

    slug: str
    title: str
    line: str  # the whole page in one sentence, for the start page
    controls: tuple[str, ...]  # names of Scenario fields
    figures: Mapping[str, Callable[[Scenario], Picture]]
    readouts: Callable[[Scenario], Mapping[str, str]]  # every number and verdict that the page's prose shows
    sentence: Callable[[Scenario], str]  # what the present settings come to, in one sentence
    terms: Mapping[str, str] = field(default_factory=dict)  # further words of the page that its template looks up
