"""From a query string, or a config.json, to a run of the full account, and what could not be used in it.

The model is a published one (`model=`), else the keys of a config where `model_type` is given, else four sizes. What belongs to another
way of naming the model is not read. Pages go on with the default and say so; the API refuses.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.memory.architecture import BadConfig, architecture_of
from app.memory.architecture.bad_config import shown
from app.memory.architecture.document import WHOLE, text_of, value_of
from app.memory.architecture.published import PUBLISHED
from app.memory.field import Problem
from app.memory.run import Run
from app.memory.run_fields import CONFIG, FIELDS, SIZE_FIELDS, SIZES
from app.web.query import LOOKS, PRESETS, last_of_each
from app.web.typed import Query, repeated

FAMILY = "model_type"
ALSO = {("checkpointing", "on"): "full", ("strategy", "zero3"): "fsdp", ("strategy", "ddp"): "dp"}  # other words for a choice
NOT_KEYS = {*FIELDS, *PRESETS, *LOOKS}
EXAMPLE = '{"model_type": "llama", "hidden_size": 4096, …}'


@dataclass(frozen=True)
class ConfigProblem(Problem):
    """A key of a config that cannot be used, or is missing."""

    @property
    def message(self) -> str:
        """The same sentence as of any other problem; the reason says already what was given."""
        return f"{self.field} cannot be used: {self.reason}. Accepted: {self.accepted}, for example {self.example}."


@dataclass(frozen=True)
class RunReading:
    """A run, the problems met while reading it, and the names that were given and used."""

    run: Run
    problems: tuple[Problem, ...]
    given: tuple[str, ...]
    contradictions: tuple[Problem, ...] = ()  # what a program may not leave standing: sizes, or another model, beside the model

    @property
    def canonical(self) -> str:
        """The one query that says the same."""
        return self.run.address(self.given)


def read_run(query: Query, config: object = None) -> RunReading:
    """Read every known field of the query; a config given beside it is the model."""
    given = last_of_each(query.multi_items())
    problems = [_twice(name, text, given[name]) for name, text in repeated(query, tuple(FIELDS)).items()]
    given = {name: ALSO.get((name, text.strip().lower()), text) for name, text in given.items()}
    values: dict[str, Any] = {}
    if "gpu" in given and "gpu_memory" not in given:
        try:
            values |= PRESETS["gpu"](given["gpu"])
        except ValueError as error:
            problems.append(Problem("gpu", given["gpu"][:40], "it is not in the catalogue", str(error), "h100-80gb", "the default"))
    for name, field in FIELDS.items():
        if name in given and name != "model":
            values[name], problem = field.check(given[name])
            problems += [problem] if problem else []
    model, keys, problem = _model(given, config)
    problems += [problem] if problem else []
    idle = [name for name in SIZE_FIELDS if name in given and model != SIZES]
    for name in idle:
        del values[name]
    if config is not None and given.get("model", CONFIG) != CONFIG:
        idle.append("model")
    names = tuple(name for name in FIELDS if name in values or name == "model")
    contradictions = [*(_idle(name, given[name]) for name in idle), *_other_family(given, model)]
    return RunReading(Run(model=model, keys=keys, **values), tuple(problems), names, tuple(contradictions))


def _idle(name: str, text: str) -> Problem:
    example = "model=config" if name == "model" else f"model=sizes&{name}={FIELDS[name].example}"
    return Problem(name, text[:40], "the model is named already", "one way to name the model", example, "")


def _other_family(given: Mapping[str, str], model: str) -> list[Problem]:
    """A family beside a model that is not of it. Pages say nothing: their form without scripts sends the keys of the config before it."""
    family = PUBLISHED[model].keys[FAMILY] if model in PUBLISHED else model
    named = given.get("model", "").strip().lower() == model != CONFIG
    if not named or given.get(FAMILY, family) == family:
        return []
    reason = f"it contradicts model, which is {model}"
    return [Problem(FAMILY, given[FAMILY][:40], reason, "one way to name the model", f"model=config&{FAMILY}=llama", "")]


def _twice(name: str, dropped: str, last: str) -> Problem:
    field = FIELDS[name]
    used, _ = field.check(last)
    return Problem(name, dropped[:40], "it is given more than once", "one of each", field.example, field.text(used))


def _model(given: Mapping[str, str], config: object) -> tuple[str, tuple[tuple[str, object], ...], Problem | None]:
    """Which model it is, with its keys where it is a config."""
    named = given.get("model", "").strip().lower()
    if config is None and named and named != CONFIG:
        slug, problem = FIELDS["model"].check(named)
        return str(slug), (), problem
    if config is None and FAMILY not in given:
        wrong = BadConfig(FAMILY, "it is missing", "the family of the config") if named else None
        return SIZES, (), refused(wrong, given) if wrong else None
    document = {name: value_of(text) for name, text in given.items() if name not in NOT_KEYS} if config is None else config
    try:
        return CONFIG, tuple(architecture_of(document).keys.items()), None
    except BadConfig as error:
        return SIZES, (), refused(error, given)


def refused(error: BadConfig, given: Mapping[str, str]) -> Problem:
    """What is wrong with a config, as a problem of one field."""
    example = error.example or example_of(error.field)
    return ConfigProblem(error.field, given.get(error.field, "")[:40], error.wrong, error.accepted, example, "sizes of your own")


def example_of(key: str) -> str:
    """The value of a key in the first published config that has it."""
    if key == WHOLE:
        return EXAMPLE
    value = next((entry.keys[key] for entry in PUBLISHED.values() if key in entry.keys), None)
    return text_of(value) if value is not None else shown(None)
