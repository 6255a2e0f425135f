"""How true the full account is, as a page of figures without settings: ours beside what was measured or published."""

from collections.abc import Callable

from app.evidence.groups import SLUGS, groups
from app.figures.picture import Picture
from app.figures.predicted_against_measured import predicted_against_measured
from app.memory.scenario import Scenario
from app.steps.step import Page


def figure_of(slug: str) -> Callable[[Scenario], Picture]:
    """What draws the comparisons of one group, whatever the run."""
    return lambda _: predicted_against_measured(next(group for group in groups() if group.slug == slug))


PAGE = Page[Scenario](
    slug="evidence",
    title="How true is this?",
    line="Every number of the full account beside what PyTorch, papers and people measured or printed, mismatches included.",
    controls=(),
    figures={slug: figure_of(slug) for slug in SLUGS},
    readouts=lambda _: {},
    sentence=lambda _: "",
    path="/evidence",
)
