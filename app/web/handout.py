"""Handouts: each page with figures as one sheet of paper, with the reader's settings, the exact numbers, and a code that leads back."""

import io

import jinja2
import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.drawing.sheet import sheet
from app.figures.picture import Picture
from app.figures.style import PAPER
from app.memory.scenario import Scenario
from app.steps.catalog import PAGES, STEPS
from app.steps.presentation import Presentation, present
from app.steps.step import Step
from app.web.address import home_of, root_of
from app.web.answers import PAGE_CACHE, Answers, Endpoint
from app.web.citation import WORK
from app.web.embed_links import discovery
from app.web.picture_file import LICENCE, legend_of, permalink
from app.web.query import SAME_PAGE, read_scenario
from app.web.unframed import links_of_unframed

SHEETS = tuple(step for step in PAGES if step.figures)
ALONE, BESIDE = (760, 430), (600, 300)  # pixels of a figure that has the sheet to itself, and of one of several
BORDER = 2  # modules of white round a code: the figure stands on white paper


def handouts(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/handout/<page>`, one sheet, and `/handout`, one for each step."""
    return [
        Route("/handout", _page(answers, env, public_url, STEPS)),
        *(Route(f"/handout/{step.slug}", _page(answers, env, public_url, (step,))) for step in SHEETS),
    ]


def _page(answers: Answers, env: jinja2.Environment, public_url: str, steps: tuple[Step, ...]) -> Endpoint:
    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        home = home_of(request, public_url)
        sheets = [_sheet(step, request, home) for step in steps]
        problems = read_scenario(request.query_params, steps[0]).problems
        links = links_of_unframed(request, public_url)
        body = env.get_template("handout.html").render(
            root=root_of(request.scope),
            links=links,
            sheets=sheets,
            problems=problems,
            licence=LICENCE,
            work=WORK,
            drawn=drawn,
            steps_in_all=len(STEPS),
        )
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, SAME_PAGE | discovery(links.oembed))

    return page


def _sheet(step: Step, request: Request, home: str) -> dict[str, object]:
    shown = present(step, read_scenario(request.query_params, step).scenario)
    link = permalink(step, shown.scenario, home)
    return {
        "step": step,
        "number": STEPS.index(step) + 1 if step in STEPS else 0,
        "shown": shown,
        "settings": settings(shown),
        "link": link,
        "code": code(link),
    }


def settings(shown: Presentation[Scenario]) -> list[tuple[str, str]]:
    """Title and value of each setting of the page."""
    fields = shown.scenario.FIELDS
    return [(f"{fields[name].title} {fields[name].symbol}".strip(), shown.scenario.text(name)) for name in shown.step.controls]


def drawn(step: Step, name: str, picture: Picture) -> Markup:
    """A figure with its title and legend, in the colours of paper."""
    width, height = ALONE if len(step.figures) == 1 else BESIDE
    return Markup(
        sheet(
            picture.figure, width, height, paper=PAPER, title=picture.title, description=picture.sentence, legend=legend_of(step, picture),
            ids=f"{step.slug}-{name}",
        )
    )  # fmt: skip


def code(address: str) -> Markup:
    """An address as a QR code: dark on white, and as an SVG for a page."""
    out = io.BytesIO()
    made = segno.make(address, error="m", micro=False)
    made.save(out, kind="svg", border=BORDER, xmldecl=False, omitsize=True, svgclass="code", lineclass=None, light="#fff", dark="#000")
    return Markup(out.getvalue().decode().strip())
