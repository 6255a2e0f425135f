"""The note on activation checkpointing: closed formulas against the course of a step, the √L rule, and the lesson’s own bytes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.figures.notes.kept_over_step import drawn_layers, kept_over_step
from app.memory.activations import one_tensor, rule_of_thumb, without_checkpointing
from app.memory.notes.segments import (
    CheckpointedRun,
    best,
    best_in_theory,
    everything,
    full_set,
    in_segments,
    inputs,
    over_time,
    score_share,
    selective,
    ways,
)
from app.steps.notes.activation_checkpointing import verdict

runs = st.builds(
    CheckpointedRun, layers=st.integers(1, 200), every=st.integers(1, 200), batch=st.integers(1, 8), seq=st.integers(1, 4096),
    hidden=st.integers(1, 8192), scores=st.sampled_from(["fused", "plain"]),
)  # fmt: skip


@given(runs)
def test_the_formula_is_the_highest_moment_of_the_course(run):
    assert in_segments(run, run.every) == max(over_time(run, True))
    assert everything(run) == max(over_time(run, False))


@given(runs)
def test_what_comes_must_go(run):
    """Forward keeps one input for each segment, and before the first layer’s backward no more is there than that layer needs."""
    course = list(over_time(run, True))
    assert course[run.layers - 1] == -(-run.layers // run.span) * inputs(run)
    assert course[-1] == inputs(run) + full_set(run)


@given(runs)
def test_the_step_is_never_fuller_than_at_a_drawn_layer(run):
    course = [0, *over_time(run, True), 0]
    drawn = {at for layer in drawn_layers(run) for at in (layer, 2 * run.layers + 1 - layer)}
    assert max(course[at] for at in drawn) == max(course)


@given(st.integers(1, 32))
def test_it_is_the_square_root_where_a_set_is_one_tensor(root):
    """Chen et al.: L = k² layers of one tensor each keep 2·k tensors at k = √L, and no k keeps less."""
    layers = root * root
    kept = [-(-layers // k) + k for k in range(1, layers + 1)]
    assert min(kept) == 2 * root == kept[root - 1]


@given(runs)
def test_theory_is_near_the_best(run):
    """No whole k keeps less than the sum of both terms at the k of theory, but for the input that a last, shorter segment saves."""
    k = best_in_theory(run)
    assert in_segments(run, best(run)) >= (run.layers / k * inputs(run) + k * full_set(run)) * (1 - 1e-9) - inputs(run) - full_set(run)


def test_the_story():
    """32 layers, b = 4, s = 2,048, h = 4,096: a tensor is 134 MB, a layer keeps 16 of them, and statistics of its norms and scores."""
    run = CheckpointedRun()
    assert inputs(run) == one_tensor(run) == 4 * 4 * 2048 * 4096
    assert 1 < full_set(run) / (16 * inputs(run)) < 1.001
    assert 1 < everything(run) / without_checkpointing(run) < 1.001
    assert in_segments(run, 1) == rule_of_thumb(run) + full_set(run)
    assert best(run) == 1


def test_one_segment_for_all_keeps_more_than_no_checkpoint():
    run = CheckpointedRun(every=1024)
    assert in_segments(run, run.every) == everything(run) + inputs(run)


@pytest.mark.parametrize(("seq", "hidden", "share"), [(2048, 4096, 1 / 13), (6, 1, 1 / 2), (12_288, 4096, 1 / 3)])
def test_the_scores_are_the_share_of_computing_that_their_operations_are(seq, hidden, share):
    run = CheckpointedRun(seq=seq, hidden=hidden)
    assert math.isclose(score_share(run), share)
    assert math.isclose(score_share(run), 4 * seq**2 * hidden / (24 * seq * hidden**2 + 4 * seq**2 * hidden))


def test_selective_saves_the_scores_of_all_layers_but_one():
    """Plain attention keeps 4 bytes for each of a·s²·b scores: 32 heads, 2,048² pairs, 4 sequences."""
    run = CheckpointedRun(scores="plain")
    assert everything(run) - selective(run) == 31 * 4 * 32 * 2048**2 * 4


@given(runs)
def test_computing_all_again_costs_a_third_and_selective_less(run):
    off, scores, some, every = ways(run)
    assert (off.slower, some.slower, every.slower) == (0, 1 / 3, 1 / 3)
    assert 0 <= scores.slower < 1 / 3


def test_the_verdict_sees_what_fits():
    assert "38.5 GB, which fits" in verdict(CheckpointedRun()).replace("\u00a0", " ")
    assert "both fit" in verdict(CheckpointedRun(batch=1))
    assert "does not fit" in verdict(CheckpointedRun(gpus=1))


def test_n_does_not_touch_the_picture():
    assert kept_over_step(CheckpointedRun(gpus=4)) == kept_over_step(CheckpointedRun(gpus=64))
