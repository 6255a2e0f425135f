"""What a GPU keeps all the time, worked by hand for the run of the lesson."""

import pytest

from app.memory.breakdown import Breakdown
from app.memory.precision import Precision
from app.memory.scenario import Scenario
from app.memory.states import data_parallel, persistent, stacks

UNLIKE = Precision(parameter=1, gradient=20, mean=300, square=4000, gathered=50_000)


def test_seven_billion_parameters_take_112_gb_on_every_gpu_under_data_parallelism() -> None:
    memory = data_parallel(Scenario())
    assert memory.total == 112_000_000_000
    assert memory == Breakdown(parameters=28 * 10**9, gradients=28 * 10**9, means=28 * 10**9, squares=28 * 10**9)


def test_four_gpus_hold_28_gb_each_when_sharded() -> None:
    memory = persistent(Scenario())
    assert memory.total == 28_000_000_000
    assert memory == Breakdown(parameters=7 * 10**9, gradients=7 * 10**9, means=7 * 10**9, squares=7 * 10**9)


def test_padding_is_kept_too() -> None:
    assert persistent(Scenario(params=10, gpus=4)).total == 16 * 3


def test_each_stack_has_its_own_precision() -> None:
    assert stacks(2, UNLIKE) == Breakdown(parameters=2, gradients=40, means=600, squares=8000)
    assert data_parallel(Scenario(params=2, gpus=2), UNLIKE).total == 2 * 4321
    assert persistent(Scenario(params=2, gpus=2), UNLIKE).total == 4321


@pytest.mark.parametrize(
    ("params", "gpus", "measured"),
    [(37_881_856, 2, 606_112_244), (37_881_856, 4, 606_112_244), (12_642_816, 2, 202_287_516)],
)
def test_pytorch_ddp_holds_16_bytes_a_parameter_whatever_n(params: int, gpus: int, measured: int) -> None:
    # PyTorch 2.13, DDP with gradient_as_bucket_view on 2 and 4 processes, allocator total after a step; Adam's step counters make the rest.
    assert 0 <= measured - data_parallel(Scenario(params=params, gpus=gpus)).total < 4096
