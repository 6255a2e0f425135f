"""`/evidence`: every number of ours beside one that was measured or published, mismatches and all."""

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.evidence.comparison import Group
from app.evidence.groups import groups
from app.figures.predicted_against_measured import difference, predicted_against_measured
from app.web.address import origin_of, root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.query import SAME_PAGE, read_scenario
from app.web.view import read_view

PATH = "/evidence"


def evidence(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """The page. It has no settings of its own and hands those of the reader on."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        root, view = root_of(request.scope), read_view(request.query_params)
        pictures = {group.slug: predicted_against_measured(group) for group in groups()}
        body = env.get_template("evidence.html").render(
            root=root, view=view, groups=groups(), shown={"pictures": pictures}, difference=difference, here="evidence",
            sources={group.slug: sources(group) for group in groups()},
            carried=view.address(read_scenario(request.query_params).scenario.address()),
            permalink=f"{public_url or origin_of(request)}{root}{PATH}",
        )  # fmt: skip
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE)

    return [Route(PATH, page)]


def sources(group: Group) -> str:
    """Where the numbers of a group come from, each source once, without what is told of single cells."""
    return "; ".join(dict.fromkeys(each.source.split(" (")[0] for each in group.comparisons))
