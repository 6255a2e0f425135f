"""How to cite the walkthrough, on what terms it may be reused, and how to link to a view of it."""

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.steps.catalog import NOTES
from app.web.address import home_of, root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.citation import bibtex, plain
from app.web.embed_links import discovery
from app.web.looks import address_problems
from app.web.query import SAME_PAGE, read_scenario
from app.web.unframed import links_of_unframed
from app.web.view import THEMES, read_view


def about(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/about`."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        view, home = read_view(request.query_params), f"{home_of(request, public_url)}/"
        links = links_of_unframed(request, public_url)
        reading = read_scenario(request.query_params)
        body = env.get_template("about.html").render(
            root=root_of(request.scope),
            links=links,
            view=view,
            unusable=address_problems(request.query_params, reading, view),
            themes=THEMES,
            notes=NOTES,
            carried=view.address(reading.scenario.address()),
            home=home,
            citation=plain(home),
            bibtex=bibtex(home),
        )
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE | discovery(links.oembed))

    return [Route("/about", page)]
