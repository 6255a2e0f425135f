"""Which 16: four fp32 numbers for each parameter (arXiv:1910.02054, section 3.1, counts 2 + 2 + 12 and comes to the same sum)."""

import struct

from app.memory.precision import FP32_ADAM, FP32_BITS, FP32_BYTES, Precision


def test_an_fp32_number_is_one_sign_eight_exponent_and_twenty_three_fraction_bits_in_four_bytes() -> None:
    assert FP32_BITS == (1, 8, 23)
    assert FP32_BYTES == struct.calcsize("<f") == 4


def test_each_of_the_four_states_takes_four_bytes_and_together_sixteen() -> None:
    assert (FP32_ADAM.parameter, FP32_ADAM.gradient, FP32_ADAM.mean, FP32_ADAM.square, FP32_ADAM.gathered) == (4, 4, 4, 4, 4)
    assert FP32_ADAM.bytes_per_parameter == 16


def test_the_gathered_copy_is_not_kept() -> None:
    assert Precision(parameter=1, gradient=20, mean=300, square=4000, gathered=50_000).bytes_per_parameter == 4321
