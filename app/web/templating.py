"""Templates and the few functions they may call."""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

import jinja2
from markupsafe import Markup, escape

from app.figures import style
from app.memory import catalog
from app.memory.scenario import FIELDS, Scenario
from app.steps.catalog import OTHERS, STEPS
from app.steps.presentation import ladder
from app.steps.presets import gpu_name, model_name, preset
from app.web.assets import Assets, folder
from app.web.drawn import AS_ON_PAGE, drawn, drawn_large
from app.web.embed_links import KINDS, PREVIEW, preview_kind
from app.web.glossary import marked_terms
from app.web.mathematics import mathematics


def environment(assets: Assets, public_url: str = "") -> jinja2.Environment:
    """The template environment: strict about undefined names, so that a template cannot show an empty number.

    `public_url`: scheme and host that links for others begin with, where the site was told.
    """
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder("templates")), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    env.globals.update(
        lesson={step.slug: step for step in STEPS},
        steps=STEPS, others=OTHERS, fields=FIELDS, roles={role.key: role for role in style.ROLES}, models=catalog.MODELS,
        gpus=catalog.GPUS, math=mathematics, asset=assets.path, legend=legend, drawn=drawn, drawn_large=drawn_large, ladder=ladder,
        preset=preset,
        scenario_with=scenario_with, place=place, gib=gib, sentence_case=sentence_case, model_name=model_name, gpu_name=gpu_name,
        dark=style.DARK, colours=AS_ON_PAGE, origin=public_url,
        embedded=False, staged=False, frame="site.html", preview={**PREVIEW, "type": KINDS[preview_kind()]},
    )  # fmt: skip
    env.globals["terms_of"] = lru_cache(maxsize=64)(partial(marked_terms, env))
    env.globals["sheet"] = lru_cache(partial(sheet, assets))
    env.filters["data"] = script_data
    env.filters["subscripts"] = subscripts
    return env


def sheet(assets: Assets, name: str) -> Markup:
    """A style sheet of ours as an element of the page; the policy allows it by its hash."""
    return Markup(f"<style>{assets.content(name).decode()}</style>")  # our own file


def script_data(value: Any) -> Markup:
    """JSON that may stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\u2028", "\\u2028"))


def subscripts(symbol: str) -> Markup:
    """A symbol as it is set: 'L_max' with a subscript."""
    name, _, below = symbol.partition("_")
    return Markup("{}<sub>{}</sub>").format(name, below) if below else escape(symbol)


def legend(figure: Any, roles: Iterable[style.Role] = style.WITH_MASTER) -> list[style.Role]:
    """The roles that a figure draws, in their fixed order."""
    names = {trace.get("name") for trace in figure["data"]}
    return [role for role in roles if role.name in names]


def scenario_with(scenario: Scenario, texts: Mapping[str, str]) -> Scenario:
    """The run with some settings replaced, given as texts that are known to be right."""
    return scenario.but(**{name: FIELDS[name].read(text) for name, text in texts.items()})


def place(stops: list[list[Any]], name: str, scenario: Scenario) -> int:
    """Where the present value stands among a slider's stops; the nearest one below where it is none of them."""
    return max((index for index, stop in enumerate(stops) if stop[2] <= getattr(scenario, name)), default=0)


def gib(size: int) -> str:
    """Bytes in GiB, as PyTorch prints a card's memory: '79.15 GiB'."""
    return f"{size / 2**30:.4g} GiB"


def sentence_case(words: str) -> str:
    """Words with a capital at their start and nothing else changed."""
    return words[:1].upper() + words[1:]
