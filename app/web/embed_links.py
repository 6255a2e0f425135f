"""The absolute addresses of one view of a page: itself, its frame, what describes it to other sites, and a picture of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote, urlencode

from starlette.requests import Request

from app.memory.scenario import Scenario
from app.steps.catalog import OTHERS
from app.steps.step import Page, R, Step
from app.web.address import home_of
from app.web.query import PRESETS, Reading, read_scenario
from app.web.raster import available
from app.web.view import View, read_view

PREVIEW = {"width": 1200, "height": 630}  # pixels, the size that other sites show
KINDS = {"svg": "image/svg+xml", "png": "image/png"}
START = next(step for step in OTHERS if step.path == "/")


@dataclass(frozen=True)
class Links:
    """Addresses that begin with scheme and host. `oembed` describes the page as JSON; `pictured` is the title of what is pictured, `title`
    that of the page, and `framed` whether a frame can show it."""

    page: str
    oembed: str
    picture: str
    pictured: str
    title: str
    framed: bool = True


def links(home: str, step: Step, run: Scenario, view: View, figure: str = "", framed: str = "") -> Links:
    """The addresses of a page as it is shown, or as it is framed at the address `framed` within the site."""
    page = f"{home}{quote(step.path)}{view.lasting.address(run.address(step.controls))}"
    drawn = step if step.figures else START
    described = described_at(home, f"{home}{framed}" if framed else page)
    return Links(page, described, picture(home, drawn, run, view, figure), drawn.title, step.title)


def described_at(home: str, page: str) -> str:
    """The address that describes a page to other sites."""
    return f"{home}/oembed?{urlencode({'url': page, 'format': 'json'})}"


def links_of(request: Request, step: Step, public_url: str) -> Links:
    """The addresses of the page that a request asks for."""
    run = step.settled(read_scenario(request.query_params, step).scenario)
    return links(home_of(request, public_url), step, run, read_view(request.query_params))


def discovery(address: str) -> dict[str, str]:
    """The header by which other sites find what describes a page."""
    return {"Link": f'<{address}>; rel="alternate"; type="application/json+oembed"'}


@cache
def preview_kind() -> str:
    """What most sites can show, where this installation can make it."""
    return "png" if available() else "svg"


def picture(home: str, step: Page[R], run: R, view: View, figure: str = "", size: Mapping[str, int] = PREVIEW) -> str:
    """The address of a picture of a page's first figure, or of the one named, for that run."""
    name = figure if figure in step.figures else next(iter(step.figures))
    look = {"theme": "dark"} if view.theme == "dark" else {}
    settings = "&".join(part for part in (run.address(step.stated), urlencode({**look, **size})) if part)
    return f"{home}/figures/{step.slug}/{name}.{preview_kind()}?{settings}"


def thumbnail(address: str) -> dict[str, object]:
    """A picture in the words of oEmbed, with its size."""
    return {"thumbnail_url": address, **{f"thumbnail_{name}": length for name, length in PREVIEW.items()}}


def settings_of(reading: Reading) -> str:
    """The settings that were given, each as the site writes it; what cannot be used is not among them, and nothing is echoed."""
    unusable = {problem.field for problem in reading.problems}
    pairs = [(name, reading.given[name]) for name in PRESETS if name in reading.given and name not in unusable]
    pairs += [(name, reading.scenario.text(name)) for name in reading.scenario.FIELDS if name in reading.given]
    return "&".join(f"{name}={text}" for name, text in pairs)
