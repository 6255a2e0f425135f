"""A figure as a file of its own, whatever serves it: with legend, permalink, licence and how to cite it inside."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from app.drawing.sheet import sheet
from app.figures.account_parts import OWN
from app.figures.picture import Picture
from app.figures.style import DARK, PAPER
from app.memory.field import Problem
from app.steps.step import Page, R
from app.web.citation import BRIEF
from app.web.typed import printable

SIZES = {"width": (960, 480, 2400), "height": (540, 360, 1600), "scale": (1, 1, 3)}  # usual, least, most
MOST_PIXELS = 8_000_000  # of a PNG
LICENCE = "Apache-2.0"
THEMES: Mapping[str, Mapping[str, str]] = {"light": {}, "dark": {**DARK, **{role.light: role.dark for role in OWN}}}


@dataclass(frozen=True)
class Look:
    """Theme and size of a picture, in pixels of the drawing; each of them is `scale` pixels of a PNG wide."""

    theme: str
    width: int
    height: int
    scale: int

    def given(self, query: Mapping[str, str]) -> dict[str, str]:
        """The parts of the look that a query names, each in its one spelling."""
        return {name: str(getattr(self, name)) for name in ("theme", *SIZES) if name in query}


def look_of(query: Mapping[str, str]) -> tuple[Look, list[Problem]]:
    """Theme and size that a query asks for, and what could not be used of it."""
    problems = []
    theme = query.get("theme", "light")
    if theme not in THEMES:
        problems.append(Problem("theme", printable(theme)[:40], "there is no such theme", " or ".join(THEMES), "dark", "light"))
    sides = []
    for name, (usual, least, most) in SIZES.items():
        given = query.get(name, str(usual))
        side = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0
        if not least <= side <= most:
            accepted = f"a whole number {'of pixels ' if name != 'scale' else ''}from {least} to {most}"
            problems.append(Problem(name, printable(given)[:40], "it is no such size", accepted, str(usual), str(usual)))
        sides.append(side)
    width, height, scale = sides
    if not problems and width * height * scale**2 > MOST_PIXELS:
        accepted = f"at most {MOST_PIXELS:,} pixels in all"
        problems.append(Problem("scale", str(scale), "the picture would be too large", accepted, "1", "1"))
    return Look(theme, width, height, scale), problems


def svg_of(step: Page[R], name: str, scenario: R, look: Look, home: str) -> str:
    """The SVG document of one figure for a run; `home` is the address of the site, to which its permalink leads."""
    link = permalink(step, scenario, home)
    picture = step.figures[name](step.settled(scenario))
    mark = sha256(f"{link} {look.theme} {look.width} {look.height}".encode()).hexdigest()[:8]  # so that several can be put into one page
    return sheet(
        picture.figure, look.width, look.height, paper=PAPER, colours=THEMES[look.theme], title=picture.title,
        description=picture.sentence, legend=legend_of(step, picture), ids=f"{step.slug}-{name}-{mark}",
        footer=(f"Cite this: {BRIEF} Licence: {LICENCE}.", link),
    )  # fmt: skip


def permalink(step: Page[R], scenario: R, home: str) -> str:
    """The address of the page that shows a run as a picture shows it."""
    query = step.settled(scenario).address(step.stated)
    return f"{home}{quote(step.path)}{'?' + query if query else ''}"


def legend_of(step: Page[R], picture: Picture) -> list[tuple[Mapping[str, Any], str]]:
    """The look and the words of every role that the figure draws, in their fixed order."""
    markers = {trace["name"]: trace["marker"] for trace in picture.figure["data"] if trace["type"] == "bar"}  # what is grey comes first
    return [(markers[role.name], f"{role.symbol} {role.short}") for role in step.roles if role.name in markers]
