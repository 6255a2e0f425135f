"""`/embed/self-test`: a frame that says what the site around it allows."""

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory.scenario import Scenario
from app.web.address import home_of, root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.embed_links import START, Links, described_at, discovery, picture
from app.web.embed_snippets import Framed
from app.web.typed import Query
from app.web.view import View, read_view

PATH = "/embed/self-test"
TITLE = "What this site lets frames do"
HEIGHTS = ((560, 640), (0, 840))  # pixels of height that are enough from so many pixels of width on


def self_test(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """The page, which other sites find described as every other."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        framed = framed_self_test(home_of(request, public_url), request.query_params)
        links = Links(framed.page, described_at(framed.home, framed.source), framed.picture, START.title, framed.title)
        body = env.get_template("embed-self-test.html").render(
            root=root_of(request.scope), view=read_view(request.query_params), links=links
        )
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, discovery(links.oembed))

    return [Route(PATH, page)]


def framed_self_test(home: str, query: Query, width: int = HEIGHTS[0][0]) -> Framed:
    """It in a frame so wide, in the colours that a query asks for."""
    look = View(theme=read_view(query).theme)
    source = f"{home}{PATH}{look.address('')}"
    height = next(height for least, height in HEIGHTS if width >= least)
    return Framed(source, source, picture(home, START, START.within(Scenario()), look), TITLE, height, home)
