"""present(step, scenario): all that a page shows of the reader's settings. Page, live JSON and sweeps take it from here."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Generic

from app.figures.picture import Picture
from app.memory.field import Field, Value
from app.memory.scenario import Scenario
from app.memory.values import Values
from app.steps.difference import difference
from app.steps.guess import Asked
from app.steps.presets import gpu_name, model_name
from app.steps.step import Page, R


@dataclass(frozen=True)
class Presentation(Generic[R]):
    """Figures, readouts, one sentence and the settings as they came out, for one page and one run."""

    step: Page[R]
    scenario: R  # reconciled
    pictures: Mapping[str, Picture]
    readouts: Mapping[str, str]
    sentence: str
    notices: tuple[str, ...]  # what had to be changed in the settings

    def as_json(self) -> dict[str, Any]:
        """The same as plain mappings, for the live answer and the page's own data."""
        return {
            "step": self.step.slug,
            "address": self.scenario.address(self.step.stated),
            "controls": {name: self.control(name) for name in self.step.controls},
            "figures": {name: picture.as_json() for name, picture in self.pictures.items()},
            "readouts": self.readouts,
            "names": self.names,
            "sentence": self.sentence,
            "notices": self.notices,
        } | ({"guess": self.asked.as_json()} if self.asked else {})

    @property
    def names(self) -> Mapping[str, str]:
        """What the present model and GPU are called."""
        if isinstance(self.scenario, Scenario):
            return {"model": model_name(self.scenario), "gpu": gpu_name(self.scenario)}
        return self.step.names(self.scenario) if self.step.names else {}

    @cached_property
    def asked(self) -> Asked | None:
        """What is asked about the run before one looks."""
        return _asked(self.step, self.scenario, self.pictures.__getitem__)

    def control(self, name: str) -> dict[str, Any]:
        """One control's state; a page may say in a readout (`moment-spoken`) what its stepper's present stop means."""
        value = getattr(self.scenario, name)
        texts = (control_texts if isinstance(value, float) else _rung)(self.scenario.FIELDS[name], value, self.scenario.units)
        state: dict[str, Any] = dict(zip(("text", "spoken", "value", "brief"), texts, strict=True))
        if f"{name}-spoken" in self.readouts:
            state["spoken"] = self.readouts[f"{name}-spoken"]
        if (field := self.scenario.FIELDS[name]).unit == "bytes":
            state["accepted"] = field.limits(self.scenario.units == "GiB")
        return state | ({"rungs": ladder(self.step, name, self.scenario)} if name in self.step.stops else {})


def present(step: Page[R], scenario: Values) -> Presentation[R]:
    """All that one page shows for one run. Pure; what contradicts itself is put right first, with a notice."""
    run, notices = settled(step, scenario)
    return Presentation(
        step=step,
        scenario=run,
        pictures={name: build(run) for name, build in step.figures.items()},
        readouts=step.readouts(run),
        sentence=step.sentence(run),
        notices=notices,
    )


def asked(step: Page[R], run: R) -> Asked | None:
    """What one page asks about a settled run before one looks; of its figures, those alone are built that the question needs."""
    return _asked(step, run, lambda name: step.figures[name](run))


def _asked(step: Page[R], run: R, picture: Callable[[str], Picture]) -> Asked | None:
    return step.guess.asked(run, picture) if step.guess and isinstance(run, Scenario) else None


def settled(step: Page[R], scenario: Values) -> tuple[R, tuple[str, ...]]:
    """The run as one page shows it, and a sentence for each thing that had to be changed in the settings."""
    stated, notices = step.of(scenario).reconciled()
    run = step.within(stated)
    return run, (*notices, *_beyond(step, stated, run))


def _beyond(step: Page[R], asked: R, run: R) -> list[str]:
    """A sentence for each stepper that stood beyond its last stop."""
    moved = (name for name in step.stops if getattr(asked, name) != getattr(run, name))
    return [f"{run.FIELDS[name].title} {asked.text(name)} lies beyond the last one, which is shown: {run.text(name)}." for name in moved]


def control_texts(field: Field, value: Value, units: str) -> tuple[str, str, Value, str]:
    """One value of a setting as its control shows it: the exact text, the words a screen reader says, the value, and a brief text."""
    binary = units == "GiB"
    return field.text(value), field.spoken(value, binary), value, field.brief(value, binary)


def ladder(step: Page[R], name: str, scenario: R) -> list[list[Any]]:
    """Text, spoken words, value and brief text of every rung of one slider."""
    return [list(_rung(scenario.FIELDS[name], value, scenario.units)) for value in step.rungs(name, scenario)]


@lru_cache(maxsize=4096)  # the rungs of all sliders are some hundreds, and none is a real number, where 0.0 and -0.0 would be one
def _rung(field: Field, value: Value, units: str) -> tuple[str, str, Value, str]:
    return control_texts(field, value, units)


def sweep(step: Page[R], scenario: R, over: str) -> dict[str, Any]:
    """The presentation at every rung of one slider, by the rung's text, as differences from the present one."""
    base, rungs = rungs_of(step, scenario, over)
    return {"over": over, "base": base, "rungs": dict(rungs)}


def rungs_of(step: Page[R], scenario: R, over: str) -> tuple[dict[str, Any], Iterator[tuple[str, dict[str, Any]]]]:
    """The present presentation, and the text and the differences of each rung, worked out as they are asked for."""
    base = present(step, scenario).as_json()
    rungs = (
        (scenario.FIELDS[over].text(value), difference(base, present(step, scenario.but(**{over: value})).as_json()))
        for value in step.rungs(over, scenario)
    )
    return base, rungs
