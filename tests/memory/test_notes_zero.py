"""The note on ZeRO: Adam’s step against what its definition implies, the stages against the paper’s printed table."""

import csv
import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.notes.adam import descended, walked
from app.memory.notes.stages import PAPER_GPUS, PAPER_SIZES, STAGES, StagesRun, kept, never_less
from app.memory.states import data_parallel, persistent
from app.steps.notes.zero import cell_name, cells

PRINTED = Path(__file__).resolve().parents[2] / "app" / "evidence" / "data" / "published.csv"
SLUGS = {"Pos": "zero1", "Pos+g": "zero2", "Pos+g+p": "fsdp"}


@given(st.floats(1e-4, 1e4), st.integers(1, 50))
def test_a_steady_gradient_moves_one_learning_rate_a_step_whatever_its_size(gradient, steps):
    assert math.isclose(walked([gradient] * steps), steps, rel_tol=1e-3)
    assert math.isclose(descended([gradient] * steps), steps * gradient)


@given(st.lists(st.floats(-10, 10).filter(lambda g: abs(g) > 0.1), min_size=1, max_size=20), st.floats(0.5, 100))
def test_adam_does_not_see_the_scale_of_the_gradients(gradients, scale):
    assert math.isclose(walked(gradients), walked([scale * g for g in gradients]), rel_tol=1e-4, abs_tol=1e-4)


def test_two_steps_worked_by_hand():
    """Gradients 1, −1: m = 0.1, then −0.01, unbiased −0.01 / 0.19; v unbiased is 1 both times."""
    assert math.isclose(walked([1, -1]), 1 - 0.01 / 0.19, rel_tol=1e-6)


def test_the_ends_are_those_of_the_lesson():
    run = StagesRun(sixteen="fp32", params=7_000_000_001, gpus=3)
    assert kept(run, STAGES[0]).total == data_parallel(run).total
    assert kept(run, STAGES[-1]).total == persistent(run).total


@given(st.integers(1, 10**15), st.integers(1, 65_536), st.sampled_from(["mixed", "fp32"]))
def test_each_stage_keeps_no_more_than_the_one_before_and_never_less_than_its_floor(params, gpus, sixteen):
    run = StagesRun(params=params, layer=1, gpus=gpus, sixteen=sixteen)
    held = [kept(run, stage).total for stage in STAGES]
    assert held == sorted(held, reverse=True)
    assert held[0] == 16 * params
    assert all(never_less(run, stage) < total for stage, total in zip(STAGES[1:], held[1:], strict=True))


@pytest.mark.parametrize("sixteen", ["mixed", "fp32"])
def test_one_gpu_has_nobody_to_divide_with(sixteen):
    assert {kept(StagesRun(gpus=1, sixteen=sixteen), stage).total for stage in STAGES} == {112 * 10**9}


# Table 1’s middle column by stage and N, as printed; it cuts digits off and does not round.
OF_128B = {
    "zero1": (2048, 896, 608, 536, 518, 513), "zero2": (2048, 704, 368, 284, 263, 257), "fsdp": (2048, 512, 128, 32, 8, 2),
}  # fmt: skip


def test_every_cell_of_the_papers_table_is_what_the_note_counts():
    """Table 1 of arXiv:1910.02054, gigabytes on each GPU."""
    with PRINTED.open() as file:
        rows = [row for row in csv.DictReader(file) if row["id"].startswith("zero-t1-") and row["kind"] == "zero_table"]
    printed = {
        (round(inputs["P"]), SLUGS[inputs["stage"]], inputs["N"]): (float(row["value"]), float(row["tolerance"]))
        for row in rows
        for inputs in [json.loads(row["inputs"])]
    } | {(128 * 10**9, stage, gpus): (value, 1) for stage, of in OF_128B.items() for gpus, value in zip(PAPER_GPUS, of, strict=True)}
    assert len(printed) == len(PAPER_SIZES) * len(SLUGS) * len(PAPER_GPUS)
    by_slug = {stage.slug: stage for stage in STAGES}
    for (params, stage, gpus), (value, digit) in printed.items():
        assert abs(kept(StagesRun(params=params, layer=1, gpus=gpus), by_slug[stage]).total / 10**9 - value) < digit, (params, stage, gpus)


def test_what_fits_32_gb_is_what_the_paper_prints_bold():
    """Table 1 of arXiv:1910.02054 prints bold what fits a V100; the first such N of each line is among the published rows."""
    with PRINTED.open() as file:
        fits = [(json.loads(row["inputs"]), float(row["value"])) for row in csv.DictReader(file) if row["kind"] == "zero_fit"]
    assert fits
    shown = cells(StagesRun(gpu_memory=32 * 10**9))
    assert len(shown) == len(PAPER_SIZES) * 3 * len(PAPER_GPUS)
    for inputs, first in fits:
        for gpus in PAPER_GPUS:
            marked = shown[cell_name(round(inputs["P"]), SLUGS[inputs["stage"]], gpus)].endswith("✓")
            assert marked == (gpus >= first), (inputs, gpus)
