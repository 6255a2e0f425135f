"""What the sliders of a copy find in it: for each page and each preset one script with the presentation at every stop of every slider."""

import base64
import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic_core import to_json

from app.export.bases import LESSON, Base, settings_of, shown, stops
from app.figures.style import PAPER
from app.memory.catalog import GPUS, MODELS
from app.memory.field import Field
from app.memory.scenario import FIELDS, Scenario
from app.steps.catalog import BY_SLUG
from app.steps.checking import (
    ALIKE,
    BITS,
    CONFUSED,
    NOT_YET,
    OR,
    REVEALED,
    RIGHT,
    THOUSANDS,
    TOLERANCE_PERCENT,
    TOO_LARGE,
    TOO_SMALL,
    WITHHELD,
    slips,
    to_type,
)
from app.steps.difference import difference, restored
from app.steps.presets import MODEL_FIELDS, gpu_name, model_name, preset, values_of
from app.steps.questions import QUESTIONS
from app.steps.self_check import STEP as SELF_CHECK
from app.steps.step import Step
from app.web.citation import BRIEF
from app.web.picture_file import LICENCE
from app.web.query import LOOKS

Shown = dict[str, Any]
MARKING = {  # how a copy marks any answer, and what it says: see static/js/export/marking.js
    "tolerance": TOLERANCE_PERCENT / 100, "alike": ALIKE, "right": RIGHT, "not_yet": NOT_YET, "or": OR, "too_small": TOO_SMALL,
    "too_large": TOO_LARGE, "confused": CONFUSED, "thousands": THOUSANDS, "bits": BITS, "revealed": REVEALED, "withheld": WITHHELD,
}  # fmt: skip
UNITS = tuple(str(value) for value in FIELDS["units"].values)


@dataclass(frozen=True)
class Script:
    """One file: what a page shows from one preset, in one unit."""

    page: str
    base: Base
    units: str

    @property
    def name(self) -> str:
        """What the file is called, without its ending."""
        return f"{self.base.name}-{self.units}"


def scripts(step: Step, bases: tuple[Base, ...]) -> list[Script]:
    """The files that hold what the sliders of a page show."""
    return [Script(step.slug, base, units) for units in UNITS for base in bases]


def content(script: Script) -> bytes:
    """The file: a classic script that hands over JSON, deflated, so that it can be loaded from a disk too, where nothing can be fetched.

    What a preset shows is kept as differences from the lesson's run at the same stop, or from the preset itself, whichever is shorter.
    """
    lesson = _lesson(script.page, script.units)
    own = lesson if script.base.name == LESSON else _swept(BY_SLUG[script.page], script.base.run.but(units=script.units))
    packed = base64.b64encode(zlib.compress(to_json(_kept(own, lesson)), 9)).decode()
    return f'Walkthrough.loaded("{script.name}", "{packed}");\n'.encode()


def index(step: Step, bases: tuple[Base, ...]) -> bytes:
    """The script that tells a page which runs its copy holds, so that it loads no more of them than it needs."""
    fields, usual, settings = step.kind.FIELDS, step.kind(), settings_of(step)
    about = {
        "page": step.slug,
        "settings": {name: {"title": fields[name].title, "usual": usual.text(name), "unit": fields[name].unit} for name in settings},
        "stops": {over: [[fields[over].text(value), value] for value in stops(step, usual, over)] for over in _swept_over(step)},
        "bases": [{"name": base.name, "run": {name: step.of(base.run).text(name) for name in settings}} for base in bases],
        "presets": {
            "model": {model.slug: preset(model) for model in MODELS},
            "gpu": {gpu.slug: preset(gpu) for gpu in GPUS},
        },
        "usual": {name: usual.text(name) for name in fields},
        "fields": {name: _typed(field) for name, field in fields.items()},
        "looks": LOOKS,
        "names": _names(),
        "paper": PAPER,
        "cite": f"Cite this: {BRIEF} Licence: {LICENCE}.",
    } | ({"marking": MARKING} if step is SELF_CHECK else {})
    return b"Walkthrough.copy = " + to_json(about) + b";\n"


def _typed(field: Field) -> Shown:
    """What may be typed for a setting, and what is said where something else is, in GB and in GiB."""
    ends = {"usual": field.default} | ({} if field.kind == "choice" else {"low": field.lowest, "high": field.highest})
    return {
        "kind": field.kind,
        "unit": field.unit,
        "choices": field.values if field.kind == "choice" else None,
        "none": field.none is not None,
        "low": field.low,
        "high": field.high,
        "exact": {name: field.text(value) for name, value in ends.items()},
        "said": [
            {"accepted": field.limits(binary), "example": field.example_in(binary)}
            | {name: field.used(value, binary) for name, value in ends.items()}
            for binary in (False, True)
        ],
    }


def _names() -> Shown:
    """What models and GPUs are called, by the texts of their settings; under "" what all others are called."""
    usual = Scenario()
    models = [usual.but(**values_of(model)) for model in MODELS]
    sizes = sorted({size for gpu in GPUS for size in (gpu.memory, gpu.reported) if size})
    return {
        "model": {"": model_name(usual.but(params=1)), **{_key(run, MODEL_FIELDS): model_name(run) for run in (usual, *models)}},
        "gpu": {
            "": gpu_name(usual.but(gpu_memory=10**9)),
            **{FIELDS["gpu_memory"].text(size): gpu_name(usual.but(gpu_memory=size)) for size in sizes},
        },
        "fields": {"model": MODEL_FIELDS, "gpu": ("gpu_memory",)},
    }


def _key(run: Scenario, names: tuple[str, ...]) -> str:
    return " ".join(run.text(name) for name in names)


@lru_cache(maxsize=1)
def _lesson(page: str, units: str) -> Shown:
    return _swept(BY_SLUG[page], Scenario(units=units))


def _swept_over(step: Step) -> tuple[str, ...]:
    return tuple(name for name in settings_of(step) if step.kind.FIELDS[name].values)


def _swept(step: Step, run: Scenario) -> Shown:
    """The presentation of a run, and at each stop of each slider its difference from that."""
    run = step.of(run)
    point = _held(step, run)
    return {
        "point": point,
        "sweeps": {
            over: {
                run.FIELDS[over].text(value): difference(point, _held(step, run.but(**{over: value}))) for value in stops(step, run, over)
            }
            for over in _swept_over(step)
        },
    }


def _held(step: Step, run: Scenario) -> Shown:
    asked, _ = run.reconciled()
    settled = {name: asked.text(name) for name in run.FIELDS if getattr(asked, name) != getattr(run, name)}
    return shown(step, run) | {"settled": settled} | ({"marks": _marks(asked)} if step is SELF_CHECK else {})


def _marks(run: Scenario) -> Shown:
    """What a copy marks the answers to each question with, since it has no server to ask."""
    return {
        question.id: {
            "unit": question.unit,
            "answer": question.answer(question.about(run)),
            "answered": question.answered(run),
            "to_type": to_type(question, run.units),
            "slips": [[slip.value(question.about(run)), slip.words] for slip in slips(question, question.about(run))],
        }
        for question in QUESTIONS
    }


def _kept(own: Shown, lesson: Shown) -> Shown:
    """The runs of a preset as its script holds them; those of the lesson as differences within themselves."""
    if own is lesson:
        return {"point": own["point"], "sweeps": {over: {"against": "own", "stops": changes} for over, changes in own["sweeps"].items()}}
    kept = {}
    for over, changes in own["sweeps"].items():
        against = {text: difference(_at(lesson, over, text), _at(own, over, text)) for text in changes}
        shorter = len(to_json(against)) < len(to_json(changes))
        kept[over] = {"against": "lesson", "stops": against} if shorter else {"against": "own", "stops": changes}
    return {"point": difference(lesson["point"], own["point"]), "sweeps": kept}


def _at(held: Shown, over: str, text: str) -> Shown:
    """One stop of a slider; where the slider does not stop there, the run itself."""
    return restored(held["point"], held["sweeps"][over].get(text, {}))
