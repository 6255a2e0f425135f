"""`/evidence`: every number of ours beside one that was measured or published, mismatches and all; `/evidence/<variant>`: row by row."""

import jinja2
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.evidence.comparison import Comparison, Group
from app.evidence.groups import groups
from app.evidence.variants import Variant, variants
from app.figures.predicted_against_measured import difference, predicted_against_measured
from app.memory.units import percent
from app.web.address import home_of, root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.embed_links import discovery
from app.web.looks import address_problems
from app.web.query import SAME_PAGE, read_scenario
from app.web.unframed import links_of_unframed
from app.web.view import read_view

PATH = "/evidence"


def evidence(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """The pages. They have no settings of their own and hand those of the reader on."""

    def rendered(request: Request, template: str, path: str, **values: object) -> Response:
        view, links = read_view(request.query_params), links_of_unframed(request, public_url)
        reading = read_scenario(request.query_params)
        body = env.get_template(template).render(
            root=root_of(request.scope), view=view, difference=difference, median=median, here="evidence", links=links,
            unusable=address_problems(request.query_params, reading, view),
            carried=view.address(reading.scenario.address()),
            permalink=f"{home_of(request, public_url)}{path}", **values,
        )  # fmt: skip
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE | discovery(links.oembed))

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        pictures = {group.slug: predicted_against_measured(group) for group in groups()}
        return rendered(
            request, "evidence.html", PATH, groups=groups(), shown={"pictures": pictures}, variants=variants(),
            total=sum(len(variant.group.comparisons) for variant in variants()), exact=sum(variant.equal for variant in variants()),
            sources={group.slug: sources(group) for group in groups()},
        )  # fmt: skip

    async def row_by_row(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        slug = request.path_params["slug"]
        variant = next((variant for variant in variants() if variant.group.slug == slug), None)
        if variant is None:
            raise HTTPException(404)
        return rendered(
            request, "evidence-rows.html", f"{PATH}/{slug}", variant=variant, variants=variants(), sources=sources(variant.group),
            reasons=by_reason(variant), summary=summary(variant),
        )  # fmt: skip

    return [Route(PATH, page), Route(f"{PATH}/{{slug}}", row_by_row)]


def sources(group: Group) -> str:
    """Where the numbers of a group come from, each source once, without what is told of single cells."""
    return "; ".join(dict.fromkeys(each.source.split(" (")[0].rstrip(" ,;") for each in group.comparisons))


def median(group: Group) -> str:
    """The middle of all errors, as it is read."""
    return percent(group.median_error, 1) if group.median_error else "0"


def summary(variant: Variant) -> str:
    """How many rows there are and how near they come, in a few sentences."""
    group, rows = variant.group, len(variant.group.comparisons)
    if variant.equal == rows:
        return f"{rows:,} rows, all equal to the byte."
    middle = f" Half are within {median(group)}." if group.median_error else ""
    beyond = f"{len(group.missed) or 'None'} {'differs' if len(group.missed) < 2 else 'differ'} by more than {percent(group.tolerance, 1)}"
    return (
        f"{rows:,} rows, {variant.equal:,} of them equal to the byte.{middle} {beyond}; the farthest is off by {difference(group.worst)}."
    )


def by_reason(variant: Variant) -> dict[str, list[Comparison]]:
    """The rows beyond the tolerance by their reason, the farthest first."""
    return {why: [each for each in variant.group.missed if each.reason == why] for why in variant.reasons}
