"""The projected window: a shell that fills the screen, with a frame for each page of the walk."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

import jinja2
from starlette.requests import Request

from app.memory.scenario import Scenario
from app.steps.catalog import STEPS
from app.steps.presentation import present
from app.steps.step import Step
from app.web.address import root_of
from app.web.embed_links import Links
from app.web.looks import address_problems
from app.web.query import read_scenario
from app.web.sheets import Part
from app.web.stage import CONTRASTS, WALK, contrast_of, part_of, parts_of
from app.web.stage_keys import KEYS, action_of_each
from app.web.view import PROJECTOR, read_view


def projector_page(env: jinja2.Environment, step: Step, request: Request, about: Links) -> str:
    """The HTML of the shell, the page’s frame at the part and the run that the query asks for."""
    query, root = request.query_params, root_of(request.scope)
    reading, view = read_scenario(query, step), read_view(query)
    shown, part, contrast = present(step, reading.scenario), part_of(env, step, query), contrast_of(query)

    carried = view.address(shown.scenario.address())

    def projecting(path: str, name: str) -> str:
        return f"{root}{path}{carried}{'&' if carried else '?'}{projection(name, contrast)}"

    return env.get_template("projector.html").render(
        step=step, shown=shown, view=view, showing=part, contrast=contrast, root=root, permalink=about.page, links=about,
        fields=step.kind.FIELDS, problems=address_problems(query, reading, view), carried=carried, place=place_of(step),
        frame_address=projecting(f"/embed/{step.slug}", part), **_neighbours(env, step, part, projecting), **hall(env),
    )  # fmt: skip


def projection(part: str, contrast: str) -> str:
    """The part of a query that says how a page is projected."""
    return urlencode({"view": PROJECTOR, "part": part} | ({"contrast": contrast} if contrast != CONTRASTS[0] else {}))


def _neighbours(env: jinja2.Environment, step: Step, part: str, projecting: Any) -> dict[str, str]:
    """Where back and next lead without scripts; empty at both ends of the walk."""
    places = [(each, one.name) for each in WALK for one in parts_of(env, each.slug)]
    here = places.index((step, part))
    before, after = (places[here - 1] if here else None), (places[here + 1] if here + 1 < len(places) else None)
    return {name: projecting(place[0].path, place[1]) if place else "" for name, place in (("before", before), ("after", after))}


def hall(env: jinja2.Environment) -> dict[str, Any]:
    """What the projected window and the presenter’s have in common: the walk with all its parts, the keys, and the usual settings."""
    usual = Scenario().address(tuple(Scenario.FIELDS))
    return {"walk": walk(env), "keys": KEYS, "keys_map": action_of_each(), "usual": usual}


def walk(env: jinja2.Environment) -> list[dict[str, Any]]:
    """Every page in order, with its parts."""
    return [
        {
            "slug": step.slug, "path": step.path, "title": step.title, "place": place_of(step),
            "parts": list(numbered(parts_of(env, step.slug))),
        }
        for step in WALK
    ]  # fmt: skip


def numbered(parts: Sequence[Part]) -> Iterator[dict[str, str]]:
    """Each part with its title, and its number where several have that title: 'What 2 of 3', in short '2' beside the one before."""
    titles = [part.title for part in parts]
    for place, part in enumerate(parts):
        number, many = titles[: place + 1].count(part.title), titles.count(part.title)
        beside = place > 0 and titles[place - 1] == part.title
        short = part.title if number == 1 else str(number) if beside else f"{part.title} {number}"
        title = f"{part.title} {number} of {many}" if many > 1 else part.title
        yield {"name": part.name, "kind": part.kind, "title": title, "short": short}


def place_of(step: Step) -> str:
    """Where a page stands in the walk: '3/7', or its name."""
    return f"{STEPS.index(step) + 1}/{len(STEPS)}" if step in STEPS else step.name or step.title
