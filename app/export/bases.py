"""The runs that a copy holds: every preset, and every stop of each slider from there."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from app.memory.catalog import GPUS, MODELS, Gpu, Model
from app.memory.field import Value
from app.memory.scenario import FIELDS, Scenario
from app.steps.catalog import BY_SLUG
from app.steps.presentation import present
from app.steps.presets import values_of
from app.steps.step import Step

LESSON = "lesson"
TRIED = 7  # rungs of a ladder that are tried to find out whether a page depends on a setting


@dataclass(frozen=True)
class Base:
    """A run from which each slider is live alone, and what it is called in the copy."""

    name: str
    run: Scenario


def bases(models: Iterable[Model] = MODELS, gpus: Iterable[Gpu] = GPUS) -> tuple[Base, ...]:
    """The lesson's own run first, then one for each model, on the lesson's GPU, and for each size of GPU, with the lesson's model."""
    lesson = Scenario()
    known = [Base(model.slug, lesson.but(**values_of(model))) for model in models]
    sizes = dict.fromkeys(gpu.memory for gpu in gpus)
    known += [Base(FIELDS["gpu_memory"].text(size).lower(), lesson.but(gpu_memory=size)) for size in sizes]
    return (Base(LESSON, lesson), *(base for base in known if base.run != lesson))


def own_bases(step: Step, among: tuple[Base, ...]) -> tuple[Base, ...]:
    """Those of the runs that differ in what the page depends on, the first of each."""
    runs: dict[tuple[str, ...], Base] = {}
    for base in among:
        runs.setdefault(tuple(step.of(base.run).text(name) for name in settings_of(step)), base)
    return tuple(runs.values())


def settings_of(step: Step) -> tuple[str, ...]:
    """The settings that a page shows, or depends on since another page may have moved them; in which units it speaks is not among them."""
    return _settings_of(step.slug)


@lru_cache
def _settings_of(page: str) -> tuple[str, ...]:
    step = BY_SLUG[page]
    return tuple(name for name in step.kind.FIELDS if name != "units" and (name in step.controls or _moves(step, name)))


def stops(step: Step, run: Scenario, over: str) -> tuple[Value, ...]:
    """The values that a copy holds of one setting: the slider's, and of the GPU's memory also what PyTorch reports on known cards."""
    values = step.rungs(over, run)
    reported = {gpu.reported for gpu in GPUS if gpu.reported} if over == "gpu_memory" else set()
    return tuple(sorted({*values, *reported})) if reported else values


def _moves(step: Step, name: str) -> bool:
    """Whether a setting changes what the page shows, tried at a few values from a small and a large model."""
    values = step.kind.FIELDS[name].values
    tried = values[:: max(1, len(values) // TRIED)]
    runs = (Scenario(), Scenario().but(**values_of(MODELS[-1])))
    return any(_seen(step, run.but(**{name: value})) != _seen(step, run) for run in map(step.of, runs) for value in tried)


def _seen(step: Step, run: Scenario) -> dict[str, object]:
    return shown(step, run) | {"notices": ()}  # of what was put right in settings that the page does not show


def shown(step: Step, run: Scenario) -> dict[str, object]:
    """The presentation without its address and the names of model and GPU, which a copy puts back itself, and what only a server asks."""
    presentation = present(step, run).as_json()
    return {name: part for name, part in presentation.items() if name not in ("address", "names", "guess")}
