"""The run on the page: bounds, ladders, what is put right, and the address."""

from dataclasses import FrozenInstanceError, fields
from itertools import pairwise
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.breakdown import Breakdown
from app.memory.catalog import GPUS, MODELS
from app.memory.precision import FP32_ADAM
from app.memory.scenario import FIELDS, Scenario
from app.memory.sharding import shard
from app.memory.timeline import timeline

LADDERS = [name for name, field in FIELDS.items() if field.kind == "ladder"]


def test_the_default_run_is_the_story_of_the_lesson() -> None:
    run = Scenario()
    assert (run.params, run.gpus, run.layer, run.gpu_memory) == (7_000_000_000, 4, 202_000_000, 80_000_000_000)


def test_the_fields_and_the_scenario_name_the_same_settings_with_the_same_defaults() -> None:
    assert [(field.name, field.default) for field in fields(Scenario)] == [(name, field.default) for name, field in FIELDS.items()]


def test_the_bounds_are_those_that_the_lesson_promises() -> None:
    assert (FIELDS["params"].low, FIELDS["params"].high) == (1, 10**15)
    assert (FIELDS["gpus"].low, FIELDS["gpus"].high) == (1, 65_536)
    assert (FIELDS["layer"].low, FIELDS["layer"].high) == (1, 10**15)


@pytest.mark.parametrize("name", LADDERS)
def test_a_ladder_runs_from_bound_to_bound_and_never_more_than_doubles(name: str) -> None:
    field = FIELDS[name]
    values = field.values
    assert (values[0], values[-1]) == (field.low, field.high)
    assert all(before < after <= 2 * before for before, after in pairwise(values))
    assert len(values) <= 120
    assert all(isinstance(value, int) for value in values)


@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if field.kind == "choice"])
def test_every_choice_has_a_label(name: str) -> None:
    field = FIELDS[name]
    assert len(field.labels) == len(field.values) >= 2
    assert field.default in field.values
    assert [field.label(value) for value in field.values] == list(field.labels)


@pytest.mark.parametrize("name", FIELDS)
def test_the_example_of_a_field_is_accepted(name: str) -> None:
    assert FIELDS[name].check(FIELDS[name].example)[1] is None


def test_every_marketed_size_is_a_rung() -> None:
    assert {card.memory for card in GPUS} <= set(FIELDS["gpu_memory"].values)


@pytest.mark.parametrize("entry", MODELS, ids=lambda entry: entry.slug)
def test_every_model_lies_within_the_bounds(entry) -> None:  # type: ignore[no-untyped-def]
    run = Scenario(params=entry.params, layer=entry.layer, hidden=entry.hidden, layers=entry.layers)
    assert run.reconciled() == (run, ())


@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if field.kind != "choice"])
def test_the_bounds_are_allowed_and_nothing_beyond_them(name: str) -> None:
    field = FIELDS[name]
    low, high = (field.low, field.high) if field.kind == "real" else (int(field.low), int(field.high))
    for value in (low, high):
        assert getattr(Scenario().but(**{name: value}), name) == value
    for value in (low - max(1, abs(low) * 0.1), high + max(1, high * 0.1), float("nan")):
        with pytest.raises(ValueError, match=f"{name} must lie within"):
            Scenario().but(**{name: value})


def test_a_choice_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="units must be GB or GiB, not 'TB'"):
        Scenario(units="TB")


def test_a_layer_larger_than_the_model_is_lowered_and_said() -> None:
    run, notices = Scenario(params=1000, layer=202_000_000).reconciled()
    assert run.layer == 1000
    assert notices == ("The largest layer was lowered from 202M to 1K parameters: a layer cannot be larger than the model.",)
    assert "to 1 parameter:" in Scenario(params=1).reconciled()[1][0]


def test_a_layer_as_large_as_the_model_is_left_alone() -> None:
    run = Scenario(params=1000, layer=1000)
    assert run.reconciled() == (run, ())


def test_the_gpu_lit_up_exists_after_n_has_shrunk() -> None:
    assert Scenario(gpus=2, rank=3).reconciled()[0].rank == 1
    assert Scenario(gpus=2, rank=2).reconciled()[0].rank == 1
    assert Scenario(gpus=2, rank=1).reconciled()[0].rank == 1
    assert Scenario(gpus=1, rank=-1).reconciled()[0].rank == -1


def test_the_address_names_what_is_shown_and_what_differs() -> None:
    assert Scenario().address() == ""
    assert Scenario().address(("gpus", "params")) == "params=7B&gpus=4"
    assert Scenario(gpus=64, gpu_memory=40 * 10**9).address() == "gpus=64&gpu_memory=40GB"
    assert Scenario(value=1e20).address() == "value=1e20"


def test_the_text_of_one_setting_is_exact() -> None:
    assert Scenario().text("params") == "7B"
    assert Scenario(params=6_738_415_616).text("params") == "6738415616"


@given(st.data())
def test_an_address_brings_back_the_same_run(data: st.DataObject) -> None:
    changes = {}
    for name, field in FIELDS.items():
        if field.kind == "choice":
            changes[name] = data.draw(st.sampled_from(field.values))
        elif field.kind == "real":
            changes[name] = data.draw(st.floats(field.low, field.high))
        else:
            changes[name] = data.draw(st.integers(int(field.low), int(field.high)))
    run = Scenario().but(**changes)
    again = {name: FIELDS[name].read(text) for name, text in parse_qsl(run.address(), keep_blank_values=True)}
    assert Scenario().but(**again) == run


def test_the_rungs_hold_the_present_value_in_its_place() -> None:
    assert Scenario().rungs("gpus") == FIELDS["gpus"].values
    with_five = Scenario(gpus=5).rungs("gpus")
    assert set(with_five) - set(FIELDS["gpus"].values) == {5}
    assert list(with_five) == sorted(with_five)


@pytest.mark.parametrize(
    "result",
    [
        Scenario(),
        FIELDS["gpus"],
        FIELDS["gpus"].check("x")[1],
        Breakdown(),
        FP32_ADAM,
        shard(10, 4, 0),
        timeline(Scenario())[0],
        MODELS[0],
        GPUS[0],
    ],
    ids=lambda result: type(result).__name__,
)
def test_what_has_been_worked_out_cannot_be_changed(result: object) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(result, fields(result)[0].name, 1)  # type: ignore[arg-type]


def test_the_last_moment_is_that_of_the_longest_training_step_drawn() -> None:
    longest = max(len(timeline(Scenario(params=units, layer=1))) for units in range(1, 30))
    assert FIELDS["moment"].high == longest - 1
    assert FIELDS["moment"].values == tuple(range(longest))
