"""Pages that no frame shows: what other sites learn of them, a title and a picture, and as oEmbed the picture or a link."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request

from app.evidence.variants import variants
from app.steps.catalog import NOTES, PAGES, STEPS
from app.steps.evidence import PAGE as EVIDENCE
from app.steps.plan import PAGE as PLANNER
from app.steps.step import Page
from app.web.address import home_of, path_within
from app.web.embed_links import PREVIEW, START, Links, described_at, picture, settings_of, thumbnail
from app.web.picture_file import SIZES
from app.web.query import read_scenario
from app.web.run_query import read_run
from app.web.view import read_view


@dataclass(frozen=True)
class Unframed:
    """Its title, and the page and the figure that stand for it; the first of the page where none is named."""

    title: str
    pictured: Page[Any] = START
    figure: str = ""

    def picture(self, home: str, query: QueryParams, size: Mapping[str, int] = PREVIEW) -> str:
        """The address of the figure for a query."""
        return picture(home, self.pictured, self.run(query), read_view(query), self.figure, size)

    def run(self, query: QueryParams) -> Any:
        """The run that is pictured."""
        step = self.pictured
        return step.settled(read_run(query).run if step is PLANNER else read_scenario(query, step).scenario)

    def settings(self, query: QueryParams) -> str:
        """The settings of a query as the page’s address says them."""
        return self.run(query).address(PLANNER.stated) if self.pictured is PLANNER else settings_of(read_scenario(query, self.pictured))


UNFRAMED: Mapping[str, Unframed] = {
    PLANNER.path: Unframed(PLANNER.title, PLANNER),
    "/practice": Unframed("Practise with numbers"),
    "/notes": Unframed("Companion notes", NOTES[0]),
    "/glossary": Unframed("Glossary"),
    "/teach": Unframed("For teachers"),
    EVIDENCE.path: Unframed(EVIDENCE.title, EVIDENCE),
    "/rooms": Unframed("Rooms for a class"),
    "/about": Unframed("Cite, reuse, how to link"),
    "/embed": Unframed("Put it in your course"),
    "/key": Unframed("Key to the exam variants"),
    "/handout": Unframed("Handout: all steps"),
    **{f"/handout/{step.slug}": Unframed(f"Handout: {step.title}", step) for step in PAGES if step.figures},
    **{f"/predict/{step.slug}": Unframed(f"Guess first: {step.title}", STEPS[0], "float-bits") for step in STEPS},  # tells no answer
}
ROW_BY_ROW = f"{EVIDENCE.path}/"  # before the name of a variant


def unframed_at(path: str) -> Unframed | None:
    """The page at a path within the site; None where there is none, or one that has a frame."""
    if path.startswith(ROW_BY_ROW):
        titles = {variant.group.slug: variant.group.title for variant in variants()}
        title = titles.get(path.removeprefix(ROW_BY_ROW))
        return Unframed(f"{title}, row by row", EVIDENCE) if title else None
    return UNFRAMED.get(path)


def links_of_unframed(request: Request, public_url: str, own: str = "") -> Links:
    """The addresses of the page that a request asks for; `own` is the query of what it alone reads."""
    home, path, query = home_of(request, public_url), path_within(request.scope), request.query_params
    place = unframed_at(path)
    assert place is not None, path  # whoever asks serves one of them
    said = "&".join(part for part in (own, place.settings(query)) if part)
    page = f"{home}{path}{read_view(query).lasting.address(said)}"
    return Links(page, described_at(home, page), place.picture(home, query), place.pictured.title, place.title, framed=False)


def linked(home: str, place: Unframed, query: QueryParams, most: tuple[int, int]) -> dict[str, object]:
    """The answer to oEmbed: the planner’s picture where it may be large enough to be drawn, else a link with a picture beside it."""
    size = {name: min(PREVIEW[name], limit) for name, limit in zip(PREVIEW, most, strict=True)}
    about = {"title": place.title, **thumbnail(place.picture(home, query))}
    if place.pictured is PLANNER and all(pixels >= SIZES[name][1] for name, pixels in size.items()):
        return {"type": "photo", "url": place.picture(home, query, size), **size, **about}
    return {"type": "link", **about}
