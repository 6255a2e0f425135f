"""The least N that fits and the N that needs least, against trying every number; padding makes some plans need more with more GPUs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.evidence.shapes import gpt
from app.memory import search
from app.memory.account import account_of
from app.memory.plan import CHOICES, Plan
from app.memory.recipe import RECIPES
from app.memory.run import Run
from app.memory.search import gpus_of_least_peak, lower_bound, smallest_gpus
from app.memory.strategy import STRATEGIES
from app.memory.training_step import highest
from app.memory.unit import Tensor, Unit, Units

TRIED = 300
NORM = Unit("norm", (Tensor(64),))
EXPERTS = Units(
    (Unit("dense", (Tensor(96, 64), Tensor(64, 96)), 1), Unit("experts", (Tensor(7, 640), Tensor(64, 64), Tensor(64), Tensor(12, 320)), 8)),
    Unit("embedding", (Tensor(1000, 64),)), Unit("head", (Tensor(1000, 64),)), NORM, 64, 9, 4, 1000, True, False, 96,
)  # fmt: skip

plans = st.builds(
    Plan, st.sampled_from([EXPERTS, gpt(64, 4, 2, 999, 32), gpt(64, 4, 8, 999, 32, tied=True)]), batch=st.integers(1, 2),
    seq=st.integers(1, 16), recipe=st.sampled_from(RECIPES), strategy=st.sampled_from(STRATEGIES), shard_group=st.integers(1, 64),
    prefetch=st.integers(0, 2), first_step=st.booleans(), bucket_view=st.booleans(),
    **{name: st.sampled_from(words) for name, words in CHOICES.items()},
)  # fmt: skip


def peaks(plan: Plan) -> list[int]:
    return [account_of(plan.but(gpus=gpus)).peak.total for gpus in range(1, TRIED + 1)]


@settings(max_examples=20)
@given(plans, st.data())
def test_they_are_what_trying_every_number_finds(plan: Plan, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "MOST_GPUS", TRIED)
        tried = peaks(plan)
        assert gpus_of_least_peak(plan) == 1 + tried.index(min(tried))
        for memory in (min(tried) - 1, min(tried), data.draw(st.sampled_from(tried)), data.draw(st.integers(min(tried), max(tried)))):
            fitting = (gpus for gpus, peak in enumerate(tried, 1) if peak <= memory)
            assert smallest_gpus(plan.but(gpu_memory=memory)) == next(fitting, None)


@given(plans, st.integers(2, 65_536), st.integers(2, 65_536), st.integers(2, 65_536))
def test_no_peak_lies_under_the_bound_of_its_interval(plan: Plan, one: int, two: int, three: int) -> None:
    fewest, gpus, most = sorted((one, two, three))
    peak = account_of(plan.but(gpus=gpus)).peak.total
    assert lower_bound(plan, fewest, most) <= peak == highest(plan.but(gpus=gpus))


def test_stacked_experts_fit_on_few_gpus_and_on_no_more() -> None:
    """Mixtral’s 8 experts are rows: 117 GB on 8 GPUs, 115 GB on 14, where the other tensors are thinner, and 232 GB on 64."""
    run = Run(model="mixtral-8x7b", gpus=14, recipe="fsdp2", batch=1, seq=512, checkpointing="full", gpu_memory=116 * 10**9)
    tried = peaks(run.plan)
    assert run.smallest == next(gpus for gpus, peak in enumerate(tried, 1) if peak <= run.gpu_memory) == 10
    assert tried.index(min(tried)) == 13
    assert run.but(gpu_memory=min(tried)).smallest == 14
    assert run.but(gpu_memory=min(tried) - 1).smallest is None


def test_a_number_between_two_that_do_not_fit_is_found() -> None:
    run = Run(model="llama-3-8b", gpus=205, batch=2, seq=512, recipe="mixed", wrapping="root", gpu_memory=40 * 10**9)
    assert run.account.peak.total <= run.gpu_memory
    assert run.smallest == next(gpus for gpus in range(1, 300) if highest(run.plan.but(gpus=gpus)) <= run.gpu_memory)


def test_a_fixed_group_and_plain_data_parallelism_need_no_search() -> None:
    hsdp, dp = (Plan(EXPERTS, seq=8, strategy=next(s for s in STRATEGIES if s.slug == slug)) for slug in ("hsdp", "dp"))
    assert search.intervals(hsdp) == [(1, 1), (2, 8)]
    assert search.intervals(dp) == [(1, 1), (2, 2)]
