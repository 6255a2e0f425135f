"""`/glossary`: all terms with their sentences; and the terms that a page marks, for its script."""

import jinja2
from jinja2 import meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.steps.glossary import IN_ORDER, terms_in
from app.web.address import home_of, root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.embed_links import discovery
from app.web.looks import address_problems
from app.web.query import SAME_PAGE, read_scenario
from app.web.unframed import links_of_unframed
from app.web.view import read_view

PATH = "/glossary"
FRAMES = ("site.html", "base.html", "step.html", "macros/page.html")  # what all pages share, and no page’s own words


def glossary(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """The one page."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        view, links = read_view(request.query_params), links_of_unframed(request, public_url)
        reading = read_scenario(request.query_params)
        body = env.get_template("glossary.html").render(
            root=root_of(request.scope), view=view, here="glossary", links=links, terms=IN_ORDER,
            unusable=address_problems(request.query_params, reading, view),
            carried=view.address(reading.scenario.address()), home=home_of(request, public_url),
        )  # fmt: skip
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE | discovery(links.oembed))

    return [Route(PATH, page)]


def marked_terms(env: jinja2.Environment, template: str) -> list[tuple[str, tuple[str, ...], str]]:
    """Slug, spellings and sentence of every term in a template’s own words."""
    return [(term.slug, term.written, term.sentence) for term in terms_in("\n".join(_sources(env, template)))]


def _sources(env: jinja2.Environment, template: str) -> list[str]:
    assert env.loader is not None  # set where the environment is made
    source = env.loader.get_source(env, template)[0]
    included = meta.find_referenced_templates(env.parse(source))
    return [source, *(text for name in included if name and name not in FRAMES for text in _sources(env, name))]
