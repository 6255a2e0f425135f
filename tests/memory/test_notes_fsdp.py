"""The note on FSDP: seconds against sums done by hand and closed formulas, the layer’s cycle against the lesson’s bytes."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.figures.notes.layer_gpus import layer_gpus, ranks
from app.figures.notes.seconds import seconds_text
from app.figures.notes.step_lanes import _passes, scheduled, step_lanes
from app.figures.style import GATHERED, GRADIENT, THETA
from app.memory.notes.layer_cycle import PHASES, held
from app.memory.notes.step_time import (
    LAST_PHASE,
    REPORTED,
    TimedRun,
    collective_seconds,
    collective_share,
    computing_seconds,
    data_parallel_time,
    fully_sharded_time,
    slowdown,
    tokens_that_hide,
)
from app.memory.states import stacks

STORY = TimedRun()
runs = st.builds(
    TimedRun, params=st.integers(1, 10**15), layer=st.just(1), gpus=st.integers(1, 65_536), batch=st.integers(1, 4096),
    seq=st.integers(1, 10**6), bandwidth=st.integers(1, 100_000), speed=st.integers(1, 10_000),
)  # fmt: skip


def test_the_story_by_hand():
    """6 · 7e9 · 4 · 2,048 operations at 1e14 a second; 3 · 1.75e9 numbers of 32 bits at 2e11 bits a second."""
    assert computing_seconds(STORY, 6) == Fraction(344_064, 100_000)
    assert collective_seconds(STORY) == Fraction(84, 100)
    assert fully_sharded_time(STORY).seconds(False) == Fraction(344_064, 100_000) + 3 * Fraction(84, 100)
    assert data_parallel_time(STORY).seconds(True) == Fraction(344_064, 100_000)  # 2.29 s of backward hide 1.68 s


@given(runs)
def test_with_nothing_hidden_it_is_the_closed_formula(run):
    computing, collective = computing_seconds(run, 6), collective_seconds(run)
    assert slowdown(run, False) == collective / (computing + 2 * collective)


@given(runs)
def test_hiding_never_makes_it_worse_and_half_is_never_reached(run):
    assert 0 <= slowdown(run, True) <= slowdown(run, False) < Fraction(1, 2)


@given(runs.filter(lambda run: run.batch < 4096))
def test_more_work_hides_more(run):
    more = run.but(batch=run.batch + 1)
    assert all(slowdown(more, hidden) <= slowdown(run, hidden) for hidden in (False, True))


@given(runs)
def test_all_hides_from_the_tokens_told_on_and_not_before(run):
    need = tokens_that_hide(run)
    assert slowdown(run.but(batch=1, seq=min(max(need, 1), 1_048_576)), True) == 0 or need > 1_048_576
    if 1 < need <= 1_048_576:
        assert slowdown(run.but(batch=1, seq=need - 1), True) > 0


@pytest.mark.parametrize("reported", REPORTED)
def test_the_share_that_explains_what_is_reported_gives_it_back(reported):
    share = collective_share(reported)
    assert share / (1 + 2 * share) == reported


def test_one_gpu_sends_nothing():
    assert slowdown(TimedRun(gpus=1), False) == 0
    assert len(list(scheduled(_passes("FSDP", fully_sharded_time(TimedRun(gpus=1))), False))) == 2


@given(runs, st.booleans())
def test_what_is_drawn_ends_when_the_step_does_and_no_lane_is_used_twice(run, overlapped):
    for name, step in (("data parallelism", data_parallel_time(run)), ("FSDP", fully_sharded_time(run))):
        placed = list(scheduled(_passes(name, step), overlapped))
        assert max(start + part.seconds for part, start in placed) == step.seconds(overlapped)
        for lane in (True, False):
            spans = sorted((start, start + part.seconds) for part, start in placed if part.sends is lane)
            assert all(end <= following for (_, end), (following, _) in pairwise(spans))


@given(st.integers(1, 10**15), st.integers(1, 65_536))
def test_a_layer_at_its_last_phase_costs_the_lessons_sixteen_bytes(layer, gpus):
    run = TimedRun(params=layer, layer=layer, gpus=gpus)
    shard = -(-layer // gpus)
    assert len(PHASES) == LAST_PHASE
    assert held(run, PHASES[-1]) == stacks(shard)
    assert held(run, PHASES[0]).total == 12 * shard
    assert max(held(run, phase).total for phase in PHASES) == 12 * shard + 8 * layer


def pieces(cycle, role, gpus=4):
    traces = [trace for trace in layer_gpus(TimedRun(cycle=cycle, gpus=gpus)).figure["data"] if trace["name"] == role.name]
    return sum(len(trace["x"]) for trace in traces)


@pytest.mark.parametrize(
    ("cycle", "own", "borrowed", "gradient"),
    [(1, 4, 0, 0), (2, 4, 12, 0), (3, 4, 12, 0), (4, 4, 0, 0), (6, 4, 12, 16), (7, 4, 0, 16), (8, 4, 0, 4), (9, 4, 0, 4)],
)
def test_the_pieces_on_four_gpus(cycle, own, borrowed, gradient):
    """Every GPU has one piece of four; gathered, it has all four; before the reduce-scatter a gradient for all four, after it for one."""
    assert [pieces(cycle, role) for role in (THETA, GATHERED, GRADIENT)] == [own, borrowed, gradient]


def test_of_many_gpus_the_first_and_the_last_are_drawn():
    assert ranks(4) == (0, 1, 2, 3)
    assert ranks(65_536) == (0, 1, 2, 65_535)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0 s"), (5.1206, "5.12 s"), (0.84, "840 ms"), (7200, "2 h"), (1e16, "317M years"), (3e-10, "0.3 ns")]
)
def test_seconds_are_told_in_a_fitting_unit(seconds, text):
    assert seconds_text(seconds) == text


def test_the_sentence_tells_both_steps():
    assert "5.12 s with data parallelism and 5.96 s with FSDP" in step_lanes(STORY).sentence
    assert "3.44 s with data parallelism and 3.44 s with FSDP" in step_lanes(STORY.but(overlap="on")).sentence
