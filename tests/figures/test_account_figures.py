"""The figures of the full account: what is true of every figure, and that they draw the account’s own numbers."""

import json
import math

import plotly.graph_objects as go
import pytest

from app.drawing.svg import draw
from app.figures.account_parts import OWN, PARTS, parts_of
from app.figures.account_phases import fullest
from app.figures.style import DARK, ROLES
from app.memory.run import Run
from app.memory.units import whole
from app.steps.plan import PAGE
from app.steps.presentation import present
from tests.figures.test_every_figure import numbers
from tests.runs import LARGEST, LLAMA, RUN_EDGES, USUAL


@pytest.fixture(scope="module", params=range(len(RUN_EDGES)))
def shown(request):
    return present(PAGE, RUN_EDGES[request.param])


def test_plotly_and_our_drawing_accept_them(shown):
    for name, picture in shown.pictures.items():
        go.Figure(picture.figure)
        assert draw(picture.figure, 777, 360, colours={}, ids=name, classes="drawing").startswith("<svg")


def test_they_are_finite_and_small(shown):
    for picture in shown.pictures.values():
        assert all(math.isfinite(number) for number in numbers(picture.figure))
        assert len(json.dumps(picture.figure, allow_nan=False)) < 50_000


def test_they_have_a_title_a_sentence_and_a_table(shown):
    for picture in shown.pictures.values():
        assert picture.title
        assert picture.sentence.endswith(".")
        assert {len(row) for row in picture.table.rows} == {len(picture.table.columns)}


def test_nothing_without_height_is_drawn(shown):
    for picture in shown.pictures.values():
        assert all(height for trace in picture.figure["data"] if trace["type"] == "bar" for height in trace["y"])


@pytest.mark.parametrize("run", RUN_EDGES)
def test_parts_add_up_to_all_that_is_held(run):
    for phase in run.reconciled()[0].account.phases:
        assert parts_of(phase.held).total == phase.total


@pytest.mark.parametrize("run", [USUAL, LLAMA, LARGEST])
def test_the_columns_of_the_step_are_as_high_as_the_phases(run):
    account = run.account
    picture = present(PAGE, run).pictures["phases"]
    heights = {}
    for trace in picture.figure["data"]:
        for x, height in zip(trace["x"], trace["y"], strict=True):
            heights[x] = heights.get(x, 0) + height
    drawn = fullest(account.phases)
    assert [heights[x] for x in sorted(heights)] == [phase.total for phase in drawn]
    assert account.peak in drawn
    assert [row[-1] for row in picture.table.rows] == [whole(phase.total) for phase in drawn]


def test_the_step_goes_forward_and_back():
    stages = [phase.stage for phase in fullest(LLAMA.account.phases)]
    order = ["start", "forward", "loss", "backward", "optimizer step", "end"]
    assert [stage for index, stage in enumerate(stages) if index == 0 or stages[index - 1] != stage] == order


def test_each_strategy_stands_with_its_own_peak():
    table = present(PAGE, LLAMA).pictures["strategies"].table
    assert [row[-2] for row in table.rows] == [whole(account.peak.total) for account in LLAMA.by_strategy]
    assert table.rows[-1][0] == "HSDP, S = 8"


def test_the_line_over_n_never_falls_under_its_floor():
    data = present(PAGE, USUAL).pictures["against-n"].figure["data"]
    floor, peak = (next(trace for trace in data if trace["name"] == name) for name in ("what does not shrink", "peak of one GPU"))
    assert floor["x"] == peak["x"]
    assert all(low <= high for low, high in zip(floor["y"], peak["y"], strict=True))


def test_padding_is_a_gap_of_its_own_and_the_floor_stays_flat():
    run = Run(model="mixtral-8x7b", gpus=1024, recipe="fsdp2", batch=1, seq=512, checkpointing="full", gpu_memory=141 * 10**9)
    picture = present(PAGE, run).pictures["against-n"]
    drawn = {trace["name"]: trace for trace in picture.figure["data"]}
    floor, without, peak = (drawn[name]["y"] for name in ("what does not shrink", "peak without padding", "peak of one GPU"))
    assert set(floor) == {run.floor}
    assert without == sorted(without, reverse=True)
    assert all(low <= middle <= high for low, middle, high in zip(floor, without, peak, strict=True))
    assert (drawn["least peak: N = 14"]["x"], drawn["least peak: N = 14"]["y"]) == ([14], [min(peak)])
    assert "It is least on 14 GPUs, 115\u00a0GB, and rises beyond" in picture.sentence
    assert "At your N padding adds 1.5" in picture.sentence
    assert "without padding" in [note["text"] for note in picture.figure["layout"]["annotations"]]
    least = present(PAGE, run.but(gpus=14)).pictures["against-n"].sentence
    assert "No other N needs less; the peak rises beyond" in least
    assert "At your N" not in least


def test_where_padding_costs_nothing_to_speak_of_it_is_not_drawn():
    picture = present(PAGE, USUAL).pictures["against-n"]
    assert not any("padding" in trace["name"] or "least" in trace["name"] for trace in picture.figure["data"])
    assert "padded" not in picture.sentence


def test_the_smallest_n_is_marked_where_there_is_one():
    marked = [trace["x"] for trace in present(PAGE, USUAL).pictures["against-n"].figure["data"] if "smallest" in trace["name"]]
    assert marked == [[USUAL.smallest]]
    assert LARGEST.smallest is None or LARGEST.smallest > 0


def test_the_ladder_starts_at_the_lesson_and_ends_at_the_account():
    run = USUAL
    table = present(PAGE, run).pictures["terms"].table
    assert table.rows[0][1] == whole(16 * 1_750_000_000 + 4 * 202_000_000)
    assert table.rows[-1][1] == whole(run.account.peak.total)


def test_every_part_has_a_look_of_its_own():
    assert len({role.light for role in PARTS}) == len(PARTS)
    assert not {role.light for role in OWN} & ({role.light for role in ROLES} | set(DARK))
    assert len({role.name for role in PARTS}) == len({role.key for role in PARTS}) == len(PARTS)
