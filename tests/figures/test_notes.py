"""Figures of the notes at the edges of the settings that only notes have: drawn, whole, and alike on the server and in the page."""

import json

import plotly.graph_objects as go
import pytest

from app.drawing.fitting import fitted
from app.drawing.svg import draw
from app.memory.notes.collectives import OPERATIONS, CollectiveRun
from app.memory.notes.mixed import MixedRun
from app.memory.notes.pipeline import PipelineRun
from app.memory.notes.segments import CheckpointedRun
from app.memory.notes.stages import StagesRun
from app.memory.notes.step_time import TimedRun
from app.memory.notes.tensor import TensorRun
from app.steps.catalog import NOTES
from app.steps.presentation import present
from tests.drawing.written import cut_off, overprinted
from tests.figures.test_words_in_figures import SIZES

EDGES = (
    *(TimedRun(cycle=cycle) for cycle in range(1, 10)),
    TimedRun(cycle=6, gpus=65_536, bandwidth=1, speed=10_000, overlap="on"),
    TimedRun(params=1, layer=1, gpus=2, batch=1, seq=1, bandwidth=100_000, speed=10_000),
    TimedRun(params=10**15, batch=4096, seq=1_048_576, speed=1, overlap="on"),
    StagesRun(sixteen="fp32", smaller=1),
    StagesRun(smaller=1000, gpus=1, units="GiB"),
    *(MixedRun(value=-0.1, number_format=name, flip=flip)
      for name, flip in (("fp32", 31), ("bf16", 1), ("fp16", 0), ("e5m2", 1), ("e4m3", 7))),
    MixedRun(value=3e38, number_format="e5m2", flip=1, gradient=-3e38, loss_scale=1 << 24),
    MixedRun(value=1e-300, gradient=0.0, loss_scale=1),
    MixedRun(gradient=1e-300),
    *(CheckpointedRun(every=every, scores="plain") for every in (1, 5, 32, 1024)),
    CheckpointedRun(layers=1, every=1),
    CheckpointedRun(layers=1024, every=7, batch=4096, seq=1_048_576, hidden=131_072),
    CheckpointedRun(layers=1000, every=600, seq=1_048_576, scores="plain", units="GiB"),
    *(CollectiveRun(operation=name, ring=ring, hop=hop) for name in OPERATIONS for ring, hop in ((2, 1), (4, 0), (5, 3), (5, 8))),
    *(CollectiveRun(layer=1, gpus=number, bandwidth=100_000, latency=10_000) for number in (1, 2, 65_536)),
    CollectiveRun(params=10**15, layer=10**15, gpus=500, bandwidth=1, latency=1, units="GiB"),
    *(TensorRun(cut=cut, degree=degree, part=part) for cut in ("columns", "rows") for degree, part in ((1, 0), (2, 1), (3, 0), (64, 3))),
    TensorRun(params=1, layer=1, degree=64, batch=1, seq=1, hidden=1, layers=1, sequence_parallel="on"),
    TensorRun(params=10**15, degree=63, batch=4096, seq=1_048_576, hidden=131_072, layers=1024, units="GiB"),
    TensorRun(gpu_memory=10**13, degree=64),
    *(PipelineRun(schedule=name, depth=depth, microbatches=m, layers=64) for name in ("gpipe", "1f1b")
      for depth, m in ((1, 1), (1, 64), (2, 3), (4, 4), (4, 11), (8, 1), (8, 7), (9, 20), (64, 1), (64, 64))),
    PipelineRun(params=1, layer=1, layers=1, batch=1, seq=1, hidden=1),
    PipelineRun(params=10**15, layers=1000, depth=3, batch=4096, seq=1_048_576, hidden=131_072, units="GiB"),
)  # fmt: skip
BY_KIND = {note.kind: note for note in NOTES}


@pytest.mark.parametrize("run", EDGES)
def test_every_figure_is_drawn_and_its_words_are_whole_and_apart(run):
    for picture in present(BY_KIND[type(run)], run).pictures.values():
        go.Figure(picture.figure)
        assert len(json.dumps(picture.figure, allow_nan=False)) < 50_000
        for width, height in SIZES:
            drawing = draw(fitted(picture.figure, width, height), width, height)
            assert not cut_off(drawing, width, height), (picture.title, width)
            assert not overprinted(drawing), (picture.title, width)


@pytest.mark.parametrize("run", EDGES)
def test_no_bar_is_without_height_or_width(run):
    for picture in present(BY_KIND[type(run)], run).pictures.values():
        for trace in picture.figure["data"]:
            if trace["type"] == "bar":
                assert all(height > 0 for height in trace["y"])
                assert all(width > 0 for width in (trace["width"] if isinstance(trace["width"], list) else [trace["width"]]))
