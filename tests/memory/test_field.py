"""One setting: what it accepts, what it says when it does not, and how its value is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.field import Field, OutOfRange, doubling, ladder
from app.memory.scenario import FIELDS
from app.memory.units import Unreadable

NBSP = "\u00a0"


def counted(**changes: object) -> Field:
    settings = {"name": "things", "title": "Things", "symbol": "T", "unit": "tokens", "kind": "ladder", "default": 5, "help": "how many"}
    return Field(**(settings | {"example": "7", "low": 2, "high": 9} | changes))  # type: ignore[arg-type]


def test_the_bounds_themselves_are_accepted() -> None:
    assert (counted().read("2"), counted().read("9")) == (2, 9)


@pytest.mark.parametrize(("text", "reason", "nearest"), [("1", "too small", 2), ("10", "too large", 9), ("1e999", "too large", 9)])
def test_beyond_the_bounds_the_nearest_bound_is_used(text: str, reason: str, nearest: int) -> None:
    with pytest.raises(OutOfRange, match=reason) as caught:
        counted().read(text)
    assert caught.value.nearest == nearest
    value, problem = counted().check(text)
    assert value == nearest
    assert problem is not None
    assert (problem.field, problem.given, problem.used) == ("things", text, str(nearest))


def test_unreadable_text_falls_back_to_the_default_and_the_message_says_all_that_helps() -> None:
    value, problem = counted().check("many")
    assert value == 5
    assert problem is not None
    assert problem.message == "things “many” cannot be used: it is not a number. Accepted: 2 to 9, for example 7."
    assert problem.used == "5"


def test_a_good_value_has_no_problem() -> None:
    assert counted().check("7") == (7, None)


def test_a_long_text_is_cut_in_the_message() -> None:
    _, exact = counted().check("x" * 40)
    _, longer = counted().check("x" * 41)
    assert exact is not None
    assert longer is not None
    assert exact.given == "x" * 40
    assert longer.given == "x" * 40 + "…"


def test_a_choice_is_read_whatever_its_case_and_refused_otherwise() -> None:
    field = FIELDS["units"]
    assert [field.read(text) for text in ("GiB", " gib ", "GB")] == ["GiB", "GiB", "GB"]
    assert field.check("TB")[0] == "GB"
    assert field.accepted == "GB or GiB"
    with pytest.raises(Unreadable, match="choices"):
        field.read("")


def test_a_real_number_keeps_its_fraction_and_its_bounds() -> None:
    field = FIELDS["value"]
    assert field.read("-2.5e-3") == -0.0025
    assert field.check("1e39")[0] == 3e38
    assert field.check("-1e39")[0] == -3e38
    assert field.text(0.1) == "0.1"
    assert field.accepted == "-3e38 to 3e38"


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("params", 7 * 10**9, "7B"),
        ("params", 6_738_415_616, "6738415616"),
        ("gpus", 1024, "1024"),
        ("gpu_memory", 80 * 10**9, "80GB"),
        ("checkpointing", "on", "on"),
        ("seq", 2048, "2048"),
    ],
)
def test_the_text_of_a_value_is_exact(name: str, value: int, text: str) -> None:
    assert FIELDS[name].text(value) == text


@pytest.mark.parametrize("name", FIELDS)
def test_every_value_on_a_control_can_be_typed_as_it_is_written(name: str) -> None:
    field = FIELDS[name]
    for value in (*field.values, field.default):
        assert field.check(field.text(value)) == (value, None)


@given(st.sampled_from(sorted(FIELDS)), st.data())
def test_any_whole_value_within_the_bounds_survives_the_address(name: str, data: st.DataObject) -> None:
    field = FIELDS[name]
    if field.kind in ("ladder", "stepper"):
        value = data.draw(st.integers(int(field.low), int(field.high)))
        assert field.read(field.text(value)) == value


@given(st.sampled_from(sorted(FIELDS)), st.text(max_size=70))
def test_any_text_gives_a_value_within_the_bounds(name: str, text: str) -> None:
    field = FIELDS[name]
    value, _ = field.check(text)
    assert value in field.values if field.kind == "choice" else field.low <= value <= field.high


@pytest.mark.parametrize(
    ("name", "value", "spoken"),
    [
        ("params", 7 * 10**9, "7 billion parameters"),
        ("params", 1, "1 parameter"),
        ("layer", 202_000_000, "202 million parameters in the largest layer"),
        ("gpus", 1, "1 GPU"),
        ("gpus", 65_536, "65,536 GPUs"),
        ("hidden", 1, "1 entry"),
        ("batch", 1, "1 sequence"),
        ("gpu_memory", 80 * 10**9, f"80{NBSP}GB of memory on each GPU"),
        ("checkpointing", "on", "On"),
        ("stacks", "theta", "θ alone"),
        ("value", 0.1, "the value 0.1"),
        ("moment", 3, "Moment 3"),
        ("stage", 1, "Stage 1"),
        ("rank", -1, "none"),
    ],
)
def test_a_value_is_spoken_with_its_meaning(name: str, value: int, spoken: str) -> None:
    assert FIELDS[name].spoken(value) == spoken


def test_none_is_written_and_read_where_it_means_something() -> None:
    rank = FIELDS["rank"]
    assert (rank.text(-1), rank.text(0)) == ("none", "0")
    assert [rank.read(text) for text in ("none", " NONE ", "-1", "3")] == [-1, -1, -1, 3]
    with pytest.raises(Unreadable):
        FIELDS["gpus"].read("none")


@pytest.mark.parametrize(
    ("name", "value", "brief"),
    [
        ("params", 7 * 10**9, "7B"),
        ("params", 12_345_678, "12345678"),  # eight characters still fit
        ("params", 174_604_259_328, "≈174.6B"),
        ("gpu_memory", 80 * 10**9, "80GB"),
        ("gpu_memory", 84_986_665_370, "≈85GB"),
        ("value", 0.123456789, "0.123456789"),
        ("gpus", 65_536, "65536"),
    ],
)
def test_a_long_value_is_rounded_where_there_is_little_room_and_marked_so(name: str, value: int, brief: str) -> None:
    assert FIELDS[name].brief(value) == brief


@pytest.mark.parametrize(
    ("value", "brief"),
    [
        (80 * 2**30, "80GiB"),
        (80 * 10**9, "≈74.5GiB"),
        (10**9, "≈954MiB"),
        (10**13, "≈9.09TiB"),
        (3 * 2**40, "3TiB"),
        (84_986_665_370, "≈79.2GiB"),
    ],
)  # 80e9 / 2^30 is 74.506, 1e9 / 2^20 is 953.67, 1e13 / 2^40 is 9.0949
def test_memory_is_written_in_gib_where_that_is_chosen(value: int, brief: str) -> None:
    field = FIELDS["gpu_memory"]
    assert field.brief(value, binary=True) == field.used(value, binary=True) == brief
    assert field.used(value) == field.text(value)


def test_limits_in_gib_are_themselves_accepted() -> None:
    field = FIELDS["gpu_memory"]
    assert (field.limits(), field.limits(binary=True)) == ("1GB to 10TB", "0.932GiB to 9.09TiB")
    for text in field.limits(binary=True).split(" to "):
        assert field.check(text)[1] is None
    assert FIELDS["gpus"].limits(binary=True) == "1 to 65536"


def test_a_message_speaks_of_gib_where_that_is_chosen() -> None:
    _, problem = FIELDS["gpu_memory"].check("80", binary=True)
    assert problem is not None
    assert "Accepted: 0.932GiB to 9.09TiB, for example 80GiB." in problem.message
    assert problem.used == "≈74.5GiB"


def test_memory_is_spoken_in_gib_where_that_is_chosen() -> None:
    assert FIELDS["gpu_memory"].spoken(80 * 2**30, binary=True) == f"80{NBSP}GiB of memory on each GPU"


def test_a_ladder_repeats_its_steps_in_each_decade() -> None:
    assert ladder(1, 1000, (1, 2, 5)) == (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
    assert ladder(3, 60, (1, 2, 5)) == (3, 5, 10, 20, 50, 60)
    assert ladder(1, 20, (1, 1.5)) == (1, 2, 10, 15, 20)  # 1.5 is rounded to a whole number


def test_a_doubling_ladder_has_the_values_half_way_too() -> None:
    assert doubling(1, 16) == (1, 2, 3, 4, 6, 8, 12, 16)
    assert doubling(5, 100) == (5, 6, 8, 12, 16, 24, 32, 48, 64, 96, 100)
