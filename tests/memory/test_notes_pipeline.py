"""The note on pipelines: schedules that could really run, and waiting, length and activations that follow from them."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.figures.notes.pipeline_schedule import drawn_stages, pipeline_schedule
from app.memory.activations import without_checkpointing
from app.memory.notes.pipeline import (
    GPIPE,
    ONE_ONE,
    PipelineRun,
    bubble,
    held,
    in_flight,
    jobs,
    microbatches_for,
    step_length,
)
from app.memory.states import data_parallel

schedules = st.sampled_from((GPIPE, ONE_ONE))
runs = st.builds(
    PipelineRun, layers=st.just(64), schedule=schedules, depth=st.integers(1, 64), microbatches=st.integers(1, 64),
)  # fmt: skip


@pytest.mark.parametrize("schedule", [GPIPE, ONE_ONE])
def test_for_all_p_and_m_the_bubble_is_the_closed_formula(schedule):
    """Waiting counted on the first and the last stage of every schedule up to 64 by 64."""
    for depth, microbatches in product(range(1, 65), repeat=2):
        run = PipelineRun(schedule=schedule, depth=depth, microbatches=microbatches)
        first, last = ([(job.start, job.end) for job in jobs(run, stage)] for stage in (0, depth - 1))
        length = max(end for _, end in first)
        assert length == step_length(run) == 3 * (microbatches + depth - 1)
        assert min(start for start, _ in first) == 0
        for stage in (first, last):
            idle = length - sum(end - start for start, end in stage)
            assert Fraction(idle, length) == bubble(run) == Fraction(depth - 1, microbatches + depth - 1)


@given(runs)
def test_the_schedule_could_run(run):
    """No stage does two things at once; no forward begins before the stage in front is done, no backward before the one behind."""
    done = {(job.stage, job.microbatch, job.backward): job for stage in range(run.depth) for job in jobs(run, stage)}
    assert len(done) == 2 * run.depth * run.microbatches
    for stage in range(run.depth):
        ordered = sorted(jobs(run, stage), key=lambda job: job.start)
        assert all(before.end <= after.start for before, after in pairwise(ordered))
    for (stage, microbatch, backward), job in done.items():
        if backward:
            assert done[stage, microbatch, False].end <= job.start
        source = (stage + 1 if backward else stage - 1, microbatch, backward)
        assert source not in done or done[source].end <= job.start


@given(runs, st.data())
def test_in_flight_is_what_the_schedule_keeps_at_most(run, data):
    stage = data.draw(st.integers(0, run.depth - 1))
    changes = [(job.end, -1) if job.backward else (job.start, 1) for job in jobs(run, stage)]
    kept = most = 0
    for _, change in sorted(changes):
        kept += change
        most = max(most, kept)
    assert kept == 0
    assert most == in_flight(run, stage)


@given(st.integers(2, 64), st.integers(1, 99))
def test_the_micro_batches_told_are_enough_and_one_less_is_not(depth, share):
    limit = Fraction(share, 100)
    least = microbatches_for(depth, limit)
    assert Fraction(depth - 1, least + depth - 1) <= limit
    assert least == 1 or Fraction(depth - 1, least + depth - 2) > limit


def test_one_stage_is_one_gpu():
    run = PipelineRun(depth=1, microbatches=1)
    assert bubble(run) == 0
    assert held(run, 0).states == data_parallel(run).total
    assert held(run, 0).activations == without_checkpointing(run)


@given(st.sampled_from((1, 2, 4, 8, 16, 32)), st.integers(1, 64))
def test_the_first_stage_of_1f1b_keeps_no_more_than_one_gpu_with_all_layers(depth, microbatches):
    run = PipelineRun(schedule=ONE_ONE, depth=depth, microbatches=microbatches)
    assert held(run, 0).activations <= without_checkpointing(run)
    assert (held(run, 0).activations == without_checkpointing(run)) == (microbatches >= depth)


def test_a_stage_needs_a_layer():
    run, notices = PipelineRun(layers=2, depth=4).reconciled()
    assert run.depth == 2
    assert "4 to 2" in notices[0]


@given(runs)
def test_what_is_drawn_is_the_schedule_of_some_stages(run):
    stages = drawn_stages(run.depth)
    assert stages[0] == 0
    assert stages[-1] == run.depth - 1
    drawn = sum(len(trace["x"]) for trace in pipeline_schedule(run).figure["data"])
    assert drawn == 2 * len(stages) * run.microbatches
