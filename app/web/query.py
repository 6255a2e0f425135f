"""From a query string to a run, and what could not be used in it.

Pages go on with the nearest bound or the default and say so; the API refuses. Unknown names are ignored.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from starlette.datastructures import QueryParams

from app.memory import catalog
from app.memory.field import Field, Problem, Value
from app.memory.scenario import FIELDS, Scenario
from app.steps.presets import MODEL_FIELDS

# Control characters but tab and line ends, the other half of a pair, and what Unicode calls noncharacters.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(f"{chr(0x10000 * p + 0xFFFE)}{chr(0x10000 * p + 0xFFFF)}" for p in range(17))
    + "]"
)


@dataclass(frozen=True)
class Reading:
    """A run, the problems met while reading it, in the order of the fields, and the texts it was read from."""

    scenario: Scenario
    problems: tuple[Problem, ...]
    given: Mapping[str, str]  # the last of each name, unknown ones included


def read_scenario(query: QueryParams) -> Reading:
    """Read every known field of the query; a named model or GPU fills what is not given explicitly."""
    given, problems = _last_of_each(query.multi_items())
    values: dict[str, Value] = {}
    for name, lookup in PRESETS.items():
        if name in given:
            try:
                values |= lookup(given[name])
            except ValueError as error:
                problems.append(_unknown_preset(name, given[name], str(error)))
    for name, field in FIELDS.items():
        if name in given:
            values[name], problem = field.check(given[name])
            problems += [problem] if problem else []
    return Reading(Scenario(**values), tuple(problems), given)  # type: ignore[arg-type]


def _last_of_each(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, str], list[Problem]]:
    given: dict[str, str] = {}
    dropped: dict[str, str] = {}  # the first of several different texts
    for name, written in pairs:
        text = printable(written)
        if name in FIELDS and given.get(name, text) != text:
            dropped.setdefault(name, given[name])
        given[name] = text
    return given, [_repeated(FIELDS[name], text, given[name]) for name, text in dropped.items()]


def printable(text: str) -> str:
    """The text with a mark for each character that may not stand in a page, such as a control character."""
    return _UNPRINTABLE.sub("\ufffd", text)


def _repeated(field: Field, dropped: str, last: str) -> Problem:
    used, _ = field.check(last)
    return Problem(field.name, dropped[:40], "it is given more than once", field.accepted, field.example, field.text(used))


def _model_values(slug: str) -> dict[str, Value]:
    model = catalog.model(slug)
    return {name: getattr(model, name) for name in MODEL_FIELDS}


def _gpu_values(slug: str) -> dict[str, Value]:
    return {"gpu_memory": catalog.gpu(slug).memory}


def _unknown_preset(name: str, given: str, accepted: str) -> Problem:
    entries = catalog.MODELS if name == "model" else catalog.GPUS
    names = ", ".join(entry.slug for entry in entries)
    return Problem(name, given[:40], "it is not in the catalogue", names, entries[0].slug, "the default")


PRESETS: Mapping[str, Callable[[str], dict[str, Value]]] = {"model": _model_values, "gpu": _gpu_values}

# Names that a page reads besides the settings; see app/web/view.py and app/web/self_check.py.
LOOKS = ("theme", "hide", "lock", "answers", "question", "answer", "reveal")
READ = " ".join(f'"{name}"' for name in (*FIELDS, *PRESETS, *LOOKS))
# A header for pages: caches that know it keep one page whatever the order of the names and whatever foreign names come along.
SAME_PAGE = {"No-Vary-Search": f"key-order, params, except=({READ})"}
