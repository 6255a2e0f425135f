"""How to cite the walkthrough, on what terms it may be reused, and how to link to a view of it."""

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.steps.catalog import NOTES
from app.web.address import origin_of, root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.citation import bibtex, plain
from app.web.query import SAME_PAGE, read_scenario
from app.web.view import THEMES, read_view


def about(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/about`."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        root, view = root_of(request.scope), read_view(request.query_params)
        parts = (read_scenario(request.query_params).scenario.address(), view.query)
        carried = "&".join(part for part in parts if part)
        home = f"{public_url or origin_of(request)}{root}/"
        body = env.get_template("about.html").render(
            root=root,
            view=view,
            themes=THEMES,
            notes=NOTES,
            carried=f"?{carried}" if carried else "",
            home=home,
            citation=plain(home),
            bibtex=bibtex(home),
        )
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE)

    return [Route("/about", page)]
