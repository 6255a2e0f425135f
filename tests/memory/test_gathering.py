"""The bubble, the total with it, and how many GPUs a run needs."""

import pytest

from app.memory.gathering import fully_sharded, gathered_bytes, smallest_gpus, smallest_gpus_for_bytes
from app.memory.precision import Precision
from app.memory.scenario import Scenario

UNLIKE = Precision(parameter=1, gradient=20, mean=300, square=4000, gathered=50_000)


def test_the_story_of_the_lesson_in_numbers() -> None:
    memory = fully_sharded(Scenario())
    assert memory.gathered == gathered_bytes(202_000_000) == 808_000_000
    assert memory.states == 28_000_000_000
    assert memory.total == 28_808_000_000
    assert memory.activations == 0


def test_the_bubble_has_the_precision_of_the_gathered_copy() -> None:
    assert gathered_bytes(3, UNLIKE) == 150_000
    assert fully_sharded(Scenario(params=8, gpus=4, layer=3), UNLIKE).total == 2 * 4321 + 150_000


def test_the_lesson_fits_from_two_gpus_of_80_gb() -> None:
    # 112 GB on one is too much; 56 + 0.808 GB on two is not.
    assert smallest_gpus(Scenario()) == 2


@pytest.mark.parametrize(
    ("params", "layer", "gpu_memory", "gpus"),
    [
        (1_000_000_000, 100_000_000, 16_400_000_000, 1),  # 16 GB + 0.4 GB: exactly full
        (1_000_000_000, 100_000_000, 16_399_999_999, 2),
        (1_000_000_001, 100_000_000, 16_400_000_000, 2),
        (10**15, 1, 10**10, 1_600_001),  # beyond the slider: (10^10 − 4)/16 = 624,999,999 entries on each
        (10**9, 10**9, 4_000_000_016, 10**9),  # room for a single entry on each
        (10**9, 10**9, 4_000_000_015, None),  # the bubble fits, not one entry beside it
        (10**9, 10**9, 4_000_000_000, None),  # the bubble alone fills the GPU
        (10**9, 10**9, 3_000_000_000, None),
    ],
)
def test_the_smallest_number_of_gpus_by_hand(params: int, layer: int, gpu_memory: int, gpus: int | None) -> None:
    assert smallest_gpus(Scenario(params=params, layer=layer, gpu_memory=gpu_memory)) == gpus


def test_the_smallest_number_of_gpus_follows_the_precision() -> None:
    # 4,321 bytes an entry, 50,000 for the bubble; 10^9 leaves room for ⌊999,950,000 / 4,321⌋ = 231,416 entries; 10^6 need five such pieces.
    assert smallest_gpus(Scenario(params=10**6, layer=1, gpu_memory=10**9), UNLIKE) == 5


@pytest.mark.parametrize(
    ("total", "capacity", "gpus"),
    [(28 * 10**9, 80 * 10**9, 1), (160 * 10**9, 80 * 10**9, 2), (160 * 10**9 + 1, 80 * 10**9, 3), (1, 80 * 10**9, 1)],
)
def test_how_many_gpus_some_bytes_fill(total: int, capacity: int, gpus: int) -> None:
    assert smallest_gpus_for_bytes(total, capacity) == gpus


def test_what_must_fit_besides_takes_its_room_from_the_shards() -> None:
    # GPT-3 in 80 GB: 7,248,396,288 bytes gathered and 45,097,156,608 besides leave 27.65 GB of 2,793.67 GB to each: 101.02 pieces.
    run = Scenario(params=174_604_259_328, layer=1_812_099_072)
    assert smallest_gpus(run, besides=45_097_156_608) == 102
    assert smallest_gpus(run, besides=80 * 10**9) is None
