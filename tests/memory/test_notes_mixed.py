"""The note on mixed precision: number formats against the machine’s own and the papers’ tables, recipes against the lesson."""

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.figures.notes.format_reach import format_reach
from app.figures.notes.number_formats import number_formats
from app.memory.activations import without_checkpointing
from app.memory.gathering import fully_sharded
from app.memory.notes.formats import BF16, E4M3, E5M2, FORMATS, FP16, FP32, flipped, pattern, stored, value_of
from app.memory.notes.mixed import MixedRun, least_scale, on_one_gpu, unscaled
from app.memory.recipe import recipe_of
from app.steps.notes.mixed_precision import NOTE, scale_verdict, turned

formats = st.sampled_from(FORMATS)
reals = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(("of", "code"), [(FP32, ">f"), (FP16, ">e")])
@given(value=reals | st.floats(-1e-3, 1e-3) | st.floats(-7e4, 7e4))
def test_the_formats_of_the_machine_agree_bit_for_bit(of, code, value):
    try:
        expected = struct.pack(code, value)
    except OverflowError:
        assert math.isinf(stored(value, of))
    else:
        assert pattern(value, of) == int.from_bytes(expected, "big")


@pytest.mark.parametrize(
    ("of", "largest", "normal", "smallest"),
    [
        (FP16, 65_504, 2**-14, 2**-24),
        (BF16, (2 - 2**-7) * 2.0**127, 2.0**-126, 2.0**-133),
        (E5M2, 57_344, 2**-14, 2**-16),  # arXiv:2209.05433, table 1
        (E4M3, 448, 2**-6, 2**-9),
    ],
)
def test_the_reach_is_the_published_one(of, largest, normal, smallest):
    assert (float(of.largest), float(of.smallest_normal), float(of.smallest)) == (largest, normal, smallest)


@given(formats, st.data())
def test_every_number_is_stored_as_itself(of, data):
    bits = data.draw(st.integers(0, (1 << of.width) - 1))
    value = value_of(bits, of)
    if math.isfinite(value):
        assert pattern(value, of) == bits


@given(formats, reals, reals)
def test_storing_keeps_the_order(of, one, other):
    low, high = sorted((one, other))
    assert stored(low, of) <= stored(high, of)


@given(st.integers(0, 0x7F7F))
def test_bf16_is_the_upper_half_of_fp32(upper):
    (value,) = struct.unpack(">f", struct.pack(">HH", upper, 0))
    assert pattern(value, BF16) == upper


def test_halfway_goes_to_the_even_neighbour():
    assert [stored(1 + steps / 256, BF16) for steps in (1, 3)] == [1, 1 + 4 / 256]


def test_e4m3_has_no_infinity_and_one_pattern_of_each_sign_that_is_no_number():
    assert stored(1e9, E4M3) == 448
    assert [math.isnan(value_of(bits, E4M3)) for bits in (0x7E, 0x7F, 0xFF)] == [False, True, True]


@given(formats, reals, st.data())
def test_a_bit_turned_over_twice_is_as_before(of, value, data):
    bits, place = pattern(value, of), data.draw(st.integers(0, of.width - 1))
    assert flipped(flipped(bits, place, of), place, of) == bits != flipped(bits, place, of)


def test_turning_the_sign_over_turns_the_sign():
    run = MixedRun(value=0.5, flip=0)
    assert "becomes −0.5" in turned(run)
    assert "fp16 −0.5" in number_formats(run).sentence
    assert "fp32 0.5" in number_formats(run).sentence


def test_a_bit_that_the_chosen_format_does_not_have_becomes_its_last():
    assert NOTE.within(MixedRun(number_format="e4m3", flip=20)).flip == 7


def test_the_scale_saves_what_fp16_loses():
    """2e-8 is under half of 2^-24, so it is stored as 0; times 4,096 it is 8.19e-5, over 2^-14."""
    assert stored(2e-8, FP16) == 0
    assert least_scale(MixedRun()) == 4096
    assert math.isclose(unscaled(MixedRun(loss_scale=4096)), 2e-8, rel_tol=2**-11)
    assert "all the digits" in scale_verdict(MixedRun(loss_scale=4096))
    assert "too large" in scale_verdict(MixedRun(gradient=1, loss_scale=1 << 24))
    assert "lost" in scale_verdict(MixedRun(loss_scale=1))


@given(st.floats(-3e38, 3e38), st.sampled_from([1 << power for power in range(25)]))
def test_any_gradient_and_scale_can_be_told(gradient, scale):
    run = MixedRun(gradient=gradient, loss_scale=scale)
    assert format_reach(run).sentence.endswith(".")
    assert scale_verdict(run)


@given(st.integers(1, 10**12), st.integers(1, 65_536))
def test_the_fp32_recipe_is_the_lesson_and_mixed_halves_what_is_not_a_state(params, gpus):
    run = MixedRun(params=params, layer=max(1, params // 7), gpus=gpus)
    lesson, mixed = (on_one_gpu(run, recipe_of(slug)) for slug in ("fp32", "mixed"))
    assert lesson.total == fully_sharded(run).total + without_checkpointing(run)
    assert mixed.states + mixed.master == lesson.states
    assert (2 * mixed.gathered, 2 * mixed.activations) == (lesson.gathered, lesson.activations)
