"""The note on tensor parallelism: parts join to the product, and bytes agree with the papers’ formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.figures.notes.matrix_split import matrix_split
from app.memory.activations import without_checkpointing
from app.memory.notes.tensor import (
    COLUMNS,
    ROWS,
    TensorRun,
    W,
    X,
    activations,
    held,
    joined,
    own_product,
    product,
    sent_bytes,
    sent_seconds,
    smallest_degree,
)
from app.memory.states import data_parallel

runs = st.builds(
    TensorRun, params=st.integers(1, 10**15), layer=st.just(1), degree=st.integers(1, 64), batch=st.integers(1, 4096),
    seq=st.integers(1, 10**6), hidden=st.integers(1, 100_000), layers=st.integers(1, 1024), gpu_memory=st.integers(10**9, 10**13),
    sequence_parallel=st.sampled_from(("off", "on")),
)  # fmt: skip


def test_the_product_by_hand():
    assert product(X, W) == ((13, 13, 15, 9),)


@given(st.sampled_from((COLUMNS, ROWS)), st.sampled_from((1, 2, 3, 6)), st.data())
def test_what_the_gpus_compute_joins_to_the_product(cut, parts, data):
    left, right = (matrix(data, rows, 6) for rows in (2, 6))
    entries = [[sum(left[i][k] * right[k][j] for k in range(6)) for j in range(6)] for i in range(2)]
    own = [own_product(left, right, cut, parts, rank) for rank in range(parts)]
    assert [list(row) for row in joined(own, cut)] == entries
    assert {len(part[0]) for part in own} == {6 // parts if cut == COLUMNS else 6}


@given(st.data())
def test_columns_then_rows_need_one_sum_and_nothing_before_it(data):
    """(X·A)·B with A cut by columns and B by rows, and a function of single entries in between: each GPU goes through alone."""
    left, first, second = (matrix(data, rows, 4) for rows in (2, 4, 4))
    kept = [tuple(tuple(max(entry, 0) for entry in row) for row in own_product(left, first, COLUMNS, 2, rank)) for rank in (0, 1)]
    addends = [product(part, second[2 * rank : 2 * rank + 2]) for rank, part in enumerate(kept)]
    between = tuple(tuple(max(entry, 0) for entry in row) for row in product(left, first))
    assert joined(addends, ROWS) == product(between, second)


@given(runs)
def test_degree_one_is_the_lesson(run):
    alone = run.but(degree=1)
    assert activations(alone) == without_checkpointing(alone)
    assert held(alone).states == data_parallel(alone).total
    assert sent_bytes(alone) == 0


@given(st.integers(1, 64), st.integers(1, 64))
def test_activations_are_those_of_the_paper_without_masks_and_scores(degree, size):
    """arXiv:2205.05198, equation 2: s·b·h·(10 + 24/t) in 16 bits, of which 2 are dropout masks; 34/t less 2/t with sequence parallelism."""
    run = TensorRun(degree=degree, batch=1, seq=degree, hidden=size, layers=1)
    entries = degree * size
    assert activations(run) == 2 * (8 * entries + 24 * entries // degree)
    assert activations(run.but(sequence_parallel="on")) == 2 * (34 - 2) * entries // degree


@given(runs)
def test_a_gpu_sends_what_the_paper_says(run):
    """arXiv:2104.04473, section 3.2: 8·b·s·h·(t − 1)/t numbers for each layer."""
    entries = run.degree * run.batch
    even = run.but(seq=run.degree, hidden=64)
    assert sent_bytes(even) == 4 * run.layers * 8 * entries * 64 * (run.degree - 1) // run.degree


@given(runs)
def test_more_gpus_never_hold_more_and_states_are_whole_together(run):
    if run.degree < 64:
        assert held(run.but(degree=run.degree + 1)).total <= held(run).total
    assert 0 <= held(run).states * run.degree - 16 * run.params < 16 * run.degree


@given(runs)
def test_the_smallest_degree_fits_and_the_one_before_does_not(run):
    least = smallest_degree(run)
    if least is None:
        assert held(run.but(degree=64)).total > run.gpu_memory
    else:
        assert held(run.but(degree=least)).total <= run.gpu_memory
        assert least == 1 or held(run.but(degree=least - 1)).total > run.gpu_memory


def test_the_story_by_hand():
    """112 GB and 68.7 GB at degree 1; at degree 4 a quarter of the one and 7/16 of the other; 128 all-reduces of 134 MB."""
    run = TensorRun()
    assert held(run).states == 28 * 10**9
    assert activations(run) == 68_719_476_736 * 7 // 16
    assert sent_bytes(run) == 128 * 2 * 3 * (134_217_728 // 4)
    assert float(sent_seconds(run)) == pytest.approx(sent_bytes(run) * 8 / 200e9)


@pytest.mark.parametrize("cut", [COLUMNS, ROWS])
@pytest.mark.parametrize("degree", [1, 2, 4, 64])
def test_the_boxes_show_the_parts_and_the_whole(cut, degree):
    for part in range(min(degree, 4)):
        run = TensorRun(cut=cut, degree=degree, part=part)
        drawn = [int(note["text"]) for note in matrix_split(run).figure["layout"]["annotations"] if note["text"].isdecimal()]
        own = own_product(X, W, cut, min(degree, 4), part)
        assert sorted(drawn) == sorted(entry for shown in (X, W, own, product(X, W)) for row in shown for entry in row)


def matrix(data, rows, columns):
    entries = st.integers(-9, 9)
    return data.draw(st.tuples(*[st.tuples(*[entries] * columns)] * rows))
