"""`/notes`: the list of companion notes. The notes themselves are pages like the steps, see pages.py."""

from typing import Any

import jinja2
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory.scenario import Scenario
from app.steps.catalog import NOTES
from app.steps.step import Page
from app.web.address import home_of, root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.drawn import inline
from app.web.embed_links import discovery
from app.web.looks import address_problems
from app.web.pages import redirect_to
from app.web.query import SAME_PAGE, read_scenario
from app.web.unframed import links_of_unframed
from app.web.view import read_view

PATH = "/notes"
GLANCE = (366, 198)  # pixels of a note's first figure on its card


def notes(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """The page. It has no settings of its own and hands those of the reader on."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        view, links = read_view(request.query_params), links_of_unframed(request, public_url)
        reading = read_scenario(request.query_params)
        run, _ = reading.scenario.reconciled()
        body = env.get_template("notes.html").render(
            root=root_of(request.scope), view=view, notes=NOTES, here="notes", links=links,
            unusable=address_problems(request.query_params, reading, view),
            glances={note.slug: glance(note, run) for note in NOTES},
            carried=view.address(run.address()),
            permalink=f"{home_of(request, public_url)}{PATH}",
        )  # fmt: skip
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE | discovery(links.oembed))

    return [Route(PATH, page), Route(f"{PATH}/", redirect_to(PATH))]


def glance(note: Page[Any], run: Scenario) -> Markup:
    """The first figure of a note for the reader’s run, small."""
    name, build = next(iter(note.figures.items()))
    return inline(build(note.of(run)).figure, *GLANCE, ids=f"{note.slug}-{name}")
