"""Dash, the figure made on the server; with CLIENTSIDE set, in the browser."""

import os
import sys

from dash import Dash, Input, Output, dcc, html
from numbers_of import heights

SCRIPT = """(p, n) => {
  const whole = 16 * 10 ** (6 + p / 13.3), gpus = 2 ** n, x = [...Array(33).keys()];
  return {data: [{type: 'bar', x, y: x.map((i) => Math.log10(1 + whole / gpus / 2 ** (i / 4)))}], layout: {width: 760, height: 400}};
}"""
app = Dash(__name__)
app.layout = html.Div(
    [
        dcc.Graph(id="figure"),
        dcc.Slider(0, 80, 1, value=40, id="p", updatemode="drag"),
        dcc.Slider(0, 16, 1, value=2, id="n", updatemode="drag"),
    ]
)
wiring = (Output("figure", "figure"), Input("p", "value"), Input("n", "value"))
if os.environ.get("CLIENTSIDE"):
    app.clientside_callback(SCRIPT, *wiring)
else:

    @app.callback(*wiring)
    def draw(p, n):
        return {"data": [{"type": "bar", "x": list(range(33)), "y": heights(p, n)}], "layout": {"width": 760, "height": 400}}


app.run(port=int(sys.argv[1]), debug=False)
