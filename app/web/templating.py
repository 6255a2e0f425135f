"""Templates and the few functions they may call."""

import json
from typing import Any

import jinja2
from markupsafe import Markup

from app.figures import style
from app.memory import catalog
from app.memory.scenario import FIELDS
from app.steps.catalog import OTHERS, STEPS
from app.steps.presentation import ladder
from app.web.assets import Assets, folder
from app.web.mathematics import mathematics


def environment(assets: Assets) -> jinja2.Environment:
    """The template environment: strict about undefined names, so that a template cannot show an empty number."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder("templates")), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    env.globals.update(
        steps=STEPS, others=OTHERS, fields=FIELDS, roles={role.key: role for role in style.ROLES}, models=catalog.MODELS,
        gpus=catalog.GPUS, math=mathematics, asset=assets.path, legend=legend, ladder=ladder, dark=style.DARK,
    )  # fmt: skip
    env.filters["data"] = script_data
    return env


def script_data(value: Any) -> Markup:
    """JSON that may stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\u2028", "\\u2028"))


def legend(figure: Any) -> list[style.Role]:
    """The roles that a figure draws, in their fixed order."""
    names = {trace.get("name") for trace in figure["data"]}
    return [role for role in style.ROLES if role.name in names]
