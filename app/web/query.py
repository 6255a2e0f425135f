"""From a query string to a run, and what could not be used in it.

Pages go on with the nearest bound or the default and say so; the API refuses. Names that are no settings are looked at in looks.py.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.memory import catalog
from app.memory.field import Field, Problem, Value
from app.memory.scenario import Scenario
from app.steps.catalog import FIELDS
from app.steps.presets import values_of
from app.steps.step import Step
from app.steps.variants import ACCEPTED, EXAMPLE, variant
from app.web.typed import Query, printable, repeated


@dataclass(frozen=True)
class Reading:
    """A run, the problems met while reading it, in the order of the fields, and the texts it was read from."""

    scenario: Scenario
    problems: tuple[Problem, ...]
    given: Mapping[str, str]  # the last of each name, unknown ones included


def read_scenario(query: Query, step: Step | None = None) -> Reading:
    """Read every field of the page, or of the lesson; a seed, a named model or GPU fills what is not given explicitly.

    What is used instead of something unusable is what the run has in the end, on the page `step`: nobody is told of a value in between.
    """
    given = last_of_each(query.multi_items())
    problems, unusable = _repeated(query), []
    values: dict[str, Value] = {}
    kind: type[Any] = step.kind if step else Scenario
    for name, lookup in PRESETS.items():
        if name in given:
            try:
                values |= lookup(given[name])
            except ValueError:
                problems.append(_unknown_preset(name, given[name]))
    binary = FIELDS["units"].check(given.get("units", ""))[0] == "GiB"
    for name, field in kind.FIELDS.items():
        if name in given:
            values[name], problem = field.check(given[name], binary)
            unusable += [problem] if problem else []
    asked = kind(**values)
    run, _ = asked.reconciled()
    used = asked.but(**{problem.field: getattr(step.within(run) if step else run, problem.field) for problem in unusable})
    return Reading(used, tuple(_with_use(problem, used) for problem in (*problems, *unusable)), given)


def _with_use(problem: Problem, run: Scenario) -> Problem:
    if problem.field not in FIELDS:
        return problem
    return replace(problem, used=FIELDS[problem.field].used(getattr(run, problem.field), run.units == "GiB"))


def last_of_each(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The last text of each name, as it may be shown."""
    return {name: printable(text) for name, text in pairs}


def _repeated(query: Query) -> list[Problem]:
    """Settings that are given with several different texts."""
    dropped = repeated(query, (*PRESETS, *FIELDS))
    return [
        Problem(name, text[:40], "it is given more than once", "one of each", f"{name}={example_of(name)}", printable(query[name])[:40])
        for name, text in dropped.items()
    ]


def example_of(name: str, fields: Mapping[str, Field] = FIELDS) -> str:
    """What a setting or a preset may be given."""
    return fields[name].example if name in fields else _slugs(name)[0]


def _slugs(name: str) -> Sequence[str]:
    """What a preset may name; of seeds an example."""
    entries: Mapping[str, Sequence[str]] = {
        "seed": (EXAMPLE,),
        "model": [entry.slug for entry in catalog.MODELS],
        "gpu": [entry.slug for entry in catalog.GPUS],
    }
    return entries[name]


def _unknown_preset(name: str, given: str) -> Problem:
    slugs = _slugs(name)
    if name == "seed":
        return Problem(name, given[:40], "it is no seed", ACCEPTED, slugs[0], "none")
    return Problem(name, given[:40], "it is not in the catalogue", ", ".join(slugs), slugs[0], "the default")


# What is named later counts more: a model and a GPU more than what a seed stands for.
PRESETS: Mapping[str, Callable[[str], Mapping[str, Value]]] = {
    "seed": variant,
    "model": lambda slug: values_of(catalog.model(slug)),
    "gpu": lambda slug: values_of(catalog.gpu(slug)),
}

# Names that a page reads besides the settings; see app/web/looks.py, app/web/self_check.py and app/web/embed.py.
LOOKS = ("theme", "hide", "lock", "answers", "room", "view", "part", "contrast", "page", "figure", "question", "answer", "reveal")
READ = " ".join(f'"{name}"' for name in (*FIELDS, *PRESETS, *LOOKS))
# A header for pages: caches that know it keep one page whatever the order of the names and whatever foreign names come along.
SAME_PAGE = {"No-Vary-Search": f"key-order, params, except=({READ})"}
