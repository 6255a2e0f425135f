"""The embed builder: choose a page, a figure, what the reader may move, and see the frame and what to paste where."""

from collections.abc import Collection
from dataclasses import replace
from urllib.parse import quote, urlencode

import jinja2
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory.field import Problem
from app.steps.catalog import BY_SLUG, FIELDS, PAGES, STEPS
from app.steps.step import Step
from app.web.address import home_of, root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.assets import folder
from app.web.embed import EmbedView, embed_path, no_figure, read_embed_view
from app.web.embed_key import same_for_all
from app.web.embed_links import START, discovery, picture, settings_of
from app.web.embed_size import WIDTH, frame_height
from app.web.embed_snippets import Framed, snippets
from app.web.looks import address_problems
from app.web.query import Reading, read_scenario
from app.web.scenes import controls_beside
from app.web.typed import printable
from app.web.unframed import links_of_unframed
from app.web.view import THEMES, read_view

STATES = {"": "movable", "lock": "shown", "hide": "hidden"}
STATE = "state-"  # before the name of a control, in the builder’s own form
FIRST = STEPS[0]
PLACEHOLDER = "https://walkthrough.example"


def embed_builder(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/embed?page=`, with all that an address of that page may hold, and `state-<control>` as the form writes it."""
    listener = (folder("static") / "js" / "embed-host.js").read_text(encoding="utf-8")

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        home, step = home_of(request, public_url), BY_SLUG.get(request.query_params.get("page", ""), FIRST)
        beside = controls_beside(step, request.query_params.get("figure", ""))
        query = written(request.query_params, beside)
        view, reading = read_embed_view(query, step), read_scenario(query, step)
        framed, run = framed_as(home, step, view, reading), step.settled(reading.scenario)
        root, links = root_of(request.scope), links_of_unframed(request, public_url, urlencode({"page": step.slug}))
        body = env.get_template("embed-builder.html").render(
            root=root, links=links, view=replace(view, hide=(), lock=(), figure=""), chosen=view, page_step=step, pages=PAGES,
            figures={name: build(run).title for name, build in step.figures.items()}, beside=beside,
            elsewhere=tuple(name for name in step.controls if name not in beside), reading=reading, fields=step.kind.FIELDS,
            run=run, framed=framed, variant=variant_of(query, reading), themes=THEMES, states=STATES, state_of=state_of,
            preview_source=f"{root}{framed.source.removeprefix(home)}",
            snippets=snippets(framed, listener.replace(PLACEHOLDER, origin(home))),
            problems=(*form_problems(request.query_params, step), *address_problems(query, reading, read_view(query))),
        )  # fmt: skip
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, discovery(links.oembed))

    return [Route("/embed", page)]


def written(query: QueryParams, beside: Collection[str] = FIELDS) -> QueryParams:
    """The query as an address of the page would say it: without what was left empty or as usual, with the states of the controls that
    stand beside the figure as `hide` and `lock`."""
    usual = {name: field.default for name, field in FIELDS.items() if field.kind == "choice"}
    pairs = [(name, text) for name, text in query.multi_items() if text.strip() and not name.startswith(STATE) and text != usual.get(name)]
    states = {name.removeprefix(STATE): text for name, text in query.items() if name.startswith(STATE)}
    if states:
        pairs = [(name, text) for name, text in pairs if name not in ("hide", "lock")]
        names = {look: ",".join(name for name in FIELDS if name in beside and states.get(name) == look) for look in ("hide", "lock")}
        pairs += [(look, text) for look, text in names.items() if text]
    return QueryParams(pairs)


def form_problems(query: QueryParams, step: Step) -> tuple[Problem, ...]:
    """What cannot be used of the builder’s own form: page, figure and states of controls."""
    page, slugs = printable(query.get("page", "")), list(BY_SLUG)
    pages = (Problem("page", page[:40], "it is no page", " or ".join(slugs), slugs[0], step.slug),) if page and page not in BY_SLUG else ()
    states = [(printable(name), printable(text)) for name, text in query.items() if name.startswith(STATE)]
    return (*pages, *no_figure(query, step), *(_state_problem(*state) for state in states if _wrong(*state)))


def _wrong(name: str, text: str) -> bool:
    return text not in STATES or name.removeprefix(STATE) not in FIELDS


def _state_problem(name: str, text: str) -> Problem:
    if name.removeprefix(STATE) not in FIELDS:
        return Problem(name[:40], text[:40], "there is no such setting", ", ".join(FIELDS), f"{STATE}gpus=lock", "nothing")
    return Problem(name, text[:40], "it is not one of the choices", "lock or hide", f"{name}=lock", STATES[""])


def variant_of(query: QueryParams, reading: Reading) -> dict[str, str]:
    """The seed that is chosen, if it can be used, the settings that stand whatever the seed, and the query of the key to both."""
    seed = "" if "seed" in {problem.field for problem in reading.problems} else query.get("seed", "")
    fixed = settings_of(read_scenario(same_for_all(query)))
    return {"seed": seed, "fixed": fixed, "query": "&".join(part for part in (urlencode({"seeds": seed}), fixed) if part)}


def state_of(view: EmbedView, name: str) -> str:
    """How a control is shown: '', 'lock' or 'hide'."""
    return "hide" if name in view.hide else "lock" if name in view.lock else ""


def framed_as(home: str, step: Step, view: EmbedView, reading: Reading, width: int = WIDTH) -> Framed:
    """The view with all its addresses, built anew from what was understood, in a frame so wide."""
    settings, plain = settings_of(reading), replace(view, figure="", hide=(), lock=())
    return Framed(
        source=f"{home}{embed_path(step)}{view.address(settings)}",
        page=f"{home}{quote(step.path)}{plain.address(settings)}",
        picture=picture(home, step if step.figures else START, step.settled(reading.scenario), view, view.figure),
        title=step.title,
        height=frame_height(step, width, len(set(view.hide) & set(controls_beside(step, view.figure)))),
        home=home,
    )


def origin(home: str) -> str:
    """Scheme and host of the site."""
    return "/".join(home.split("/")[:3])
