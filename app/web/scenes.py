"""Which figures of a page stand beside which controls, as its template has them."""

from functools import cache

import jinja2
from jinja2 import nodes

from app.steps.step import Step
from app.web.assets import folder

Scene = tuple[list[str], list[str]]  # names of figures and of controls


def controls_beside(step: Step, figure: str = "") -> tuple[str, ...]:
    """The controls that a frame shows beside a figure, or beside the first; all of the page where it has no figures."""
    found = scenes(step.template)
    return next((tuple(controls) for figures, controls in found if figure not in step.figures or figure in figures), step.controls)


@cache
def scenes(template: str) -> list[Scene]:
    """The scenes of a template in their order, read from its calls."""
    source = (folder("templates") / template).read_text(encoding="utf-8")
    calls = jinja2.Environment(autoescape=True).parse(source).find_all(nodes.Call)
    return [
        (call.args[0].as_const(), call.args[1].as_const())
        for call in calls
        if isinstance(call.node, nodes.Getattr) and call.node.attr == "scene"
    ]
