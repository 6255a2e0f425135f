"""What a projector shows of each page, part by part: `view=projector` in the address of a frame."""

from functools import lru_cache
from typing import Any

import jinja2
from starlette.datastructures import QueryParams

from app.steps.catalog import BY_SLUG, NOTES, OTHERS, STEPS
from app.steps.presentation import present
from app.steps.questions import FIXED, OWN, QUESTIONS
from app.steps.self_check import STEP as SELF_CHECK
from app.steps.step import Step
from app.web.drawn import STAGE_TYPE
from app.web.marked import result
from app.web.sheets import Part, Sheets
from app.web.typed import Query
from app.web.view import PROJECTOR, View

WALK: tuple[Step, ...] = (OTHERS[0], *STEPS, *OTHERS[1:])  # in the order of a lecture
CONTRASTS = ("normal", "high")


def projected(query: Query, step: Step) -> bool:
    """Whether an address asks for a page of the walk as a projector shows it."""
    return query.get("view") == PROJECTOR and step in WALK


def staged(env: jinja2.Environment, step: Step, query: Query) -> dict[str, Any]:
    """What the page’s template needs besides a page’s own to show the part that the query asks for."""
    return _stage(step, query, part_of(env, step, query))


def part_of(env: jinja2.Environment, step: Step, query: Query) -> str:
    """The name of the part that a query asks for; the page’s first where it has none of that name."""
    names = [part.name for part in parts_of(env, step.slug)]
    asked = query.get("part", "")
    return asked if asked in names else names[0]


def contrast_of(query: Query) -> str:
    """`normal` or `high`."""
    asked = query.get("contrast", "")
    return asked if asked in CONTRASTS else CONTRASTS[0]


@lru_cache(maxsize=64)
def parts_of(env: jinja2.Environment, slug: str) -> tuple[Part, ...]:
    """The parts of a page in their order, which are the same for every run."""
    step = BY_SLUG[slug]
    shown, view, stage = present(step, step.kind()), View(), _stage(step, QueryParams())
    usual = {
        "step": step, "number": 0, "shown": shown, "scenario": shown.scenario, "fields": step.kind.FIELDS, "notes": NOTES, "view": view,
        "roles": {role.key: role for role in step.roles}, "problems": (), "root": "", "carried": "", "afresh": "", "permalink": "",
    }  # fmt: skip
    env.get_template(step.template).render(usual | dict(step.given) | stage)
    return tuple(stage["sheets"].parts)


def _stage(step: Step, query: Query, showing: str = "") -> dict[str, Any]:
    """What a template needs to be a projector’s; its sheets collect the parts as it is rendered."""
    return {
        "frame": "stage.html",
        "staged": True,
        "embedded": True,
        "type_share": STAGE_TYPE,
        "sheets": Sheets(step.readouts(step.kind())),
        "showing": showing,
        "contrast": contrast_of(query),
        **(_answers(query) if step is SELF_CHECK else {}),
    }


def _answers(query: Query) -> dict[str, Any]:
    """The self-check’s questions, each with its answer for the run in the query."""
    revealing = QueryParams({**{name: query[name] for name in query}, "reveal": "1", "answer": ""})
    return {"results": {each.id: result(each, revealing) for each in QUESTIONS}, "own_questions": OWN, "fixed_questions": FIXED}
