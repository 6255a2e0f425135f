"""Gradio with a Plotly plot."""

import sys

import gradio as gr
import plotly.graph_objects as go
from numbers_of import heights


def draw(p, n):
    return go.Figure(go.Bar(x=list(range(33)), y=heights(p, n)), layout={"width": 760, "height": 400})


with gr.Blocks(analytics_enabled=False) as app:
    plot = gr.Plot(draw(40, 2))
    p, n = gr.Slider(0, 80, 40, step=1, label="P"), gr.Slider(0, 16, 2, step=1, label="N")
    for slider in (p, n):
        slider.input(draw, [p, n], plot, show_progress="hidden", trigger_mode="always_last")
app.launch(server_port=int(sys.argv[1]), quiet=True)
