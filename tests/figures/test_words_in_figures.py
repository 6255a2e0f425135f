"""Every word in every figure can be read: none is cut by the edge of the drawing, and none is written over another."""

import pytest

from app.drawing.fitting import fitted
from app.drawing.svg import draw
from app.steps.catalog import PAGES
from app.steps.presentation import present
from tests.drawing.written import cut_off, overprinted
from tests.scenarios import EDGES

FIGURES = [pytest.param(step, name, id=f"{step.slug}/{name}") for step in PAGES for name in step.figures]
# Of plots on windows of 320, 360, 1440, 720 and 1920 pixels, and of a saved picture 1,200 pixels wide.
SIZES = ((262, 221), (302, 252), (366, 306), (777, 306), (644, 221), (933, 367), (1200, 640))
SHORT = {"parameter-strip": 0.65}  # of the usual height


def runs(step):
    stages = {run.but(stage=stage) for run in EDGES for stage in (1, 2, 3, 4, 5)} if "stage" in step.controls else set(EDGES)
    return sorted(stages | {run.but(checkpointing="on") for run in EDGES}, key=repr)


@pytest.mark.parametrize("units", ["GB", "GiB"])
@pytest.mark.parametrize(("step", "name"), FIGURES)
def test_words_are_whole_and_apart(step, name, units):
    for run in runs(step):
        figure = present(step, run.but(units=units)).pictures[name].figure
        for width, full_height in SIZES:
            height = SHORT.get(name, 1) * full_height
            drawing = draw(fitted(figure, width, height), width, height)
            assert not cut_off(drawing, width, height), (run, width)
            assert not overprinted(drawing), (run, width)
