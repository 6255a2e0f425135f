"""Panel with a Plotly pane."""

import panel as pn
from numbers_of import heights

pn.extension("plotly")
p, n = pn.widgets.IntSlider(start=0, end=80, value=40), pn.widgets.IntSlider(start=0, end=16, value=2)


def draw(p, n):
    return {"data": [{"type": "bar", "x": list(range(33)), "y": heights(p, n)}], "layout": {"width": 760, "height": 400}}


pn.Column(pn.pane.Plotly(pn.bind(draw, p, n)), p, n).servable()
