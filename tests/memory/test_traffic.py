"""Elements that one GPU sends in a step (arXiv:1910.02054, section 7), by hand."""

from fractions import Fraction

from app.memory.scenario import Scenario
from app.memory.traffic import collective_elements, data_parallel_elements, fully_sharded_elements


def test_eight_parameters_on_four_gpus() -> None:
    run = Scenario(params=8, gpus=4)
    assert collective_elements(run) == 3 * 2  # each GPU passes on three pieces of two
    assert data_parallel_elements(run) == 12
    assert fully_sharded_elements(run) == 18


def test_padding_travels_too() -> None:
    assert collective_elements(Scenario(params=10, gpus=4)) == 3 * 3


def test_one_gpu_sends_nothing() -> None:
    assert data_parallel_elements(Scenario(gpus=1)) == fully_sharded_elements(Scenario(gpus=1)) == 0


def test_the_lesson_in_multiples_of_p() -> None:
    run = Scenario()
    assert Fraction(data_parallel_elements(run), run.params) == Fraction(2 * 3, 4)
    assert Fraction(fully_sharded_elements(run), run.params) == Fraction(3 * 3, 4)
    assert Fraction(fully_sharded_elements(run), data_parallel_elements(run)) == Fraction(3, 2)
