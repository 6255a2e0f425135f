"""Whether a plan fits, and what would make it: against trying every number."""

import pytest

from app.evidence.shapes import gpt, llama2_7b, llama3_8b
from app.memory.account import account_of
from app.memory.architecture.published import published
from app.memory.plan import Plan
from app.memory.recipe import recipe_of
from app.memory.search import smallest_gpus
from app.memory.strategy import strategy_of
from app.memory.verdict import changes, largest_batch, side_by_side, verdict_of

SMALL = gpt(256, 4, 9, 1024, 128)
PLAN = Plan(SMALL, gpus=1, seq=128, gpu_memory=60 * 10**6, optimizer="fused")


def fits(plan: Plan) -> bool:
    return account_of(plan).peak.total <= plan.gpu_memory


def test_the_smallest_n_by_trying_all() -> None:
    assert smallest_gpus(PLAN) == next(gpus for gpus in range(1, 65) if fits(PLAN.but(gpus=gpus)))


def test_the_largest_batch_by_trying_all() -> None:
    plan = PLAN.but(gpus=8)
    assert largest_batch(plan) == max(batch for batch in range(1, 65) if fits(plan.but(batch=batch)))


def test_no_number_of_gpus_is_enough_below_the_floor() -> None:
    floor = verdict_of(PLAN.but(gpus=64)).floor
    assert smallest_gpus(PLAN.but(gpu_memory=floor - 1)) is None
    assert largest_batch(PLAN.but(gpu_memory=floor // 4)) is None


def test_plain_data_parallelism_never_fits_what_one_gpu_cannot_hold() -> None:
    assert smallest_gpus(Plan(llama2_7b(), strategy=strategy_of("dp"), checkpointing="full")) is None


def test_7b_trains_on_two_a100_of_80_gb_and_not_on_one() -> None:
    """meta-llama/llama#342: full fine-tuning of LLaMA 7B, batch 4, 128 tokens; 16·P alone is 107.8 GB."""
    plan = Plan(llama2_7b(), gpus=1, batch=4, seq=128, gpu_memory=80 * 10**9, recipe=recipe_of("fsdp2"))
    assert not verdict_of(plan).fits
    assert smallest_gpus(plan) == 2


def test_room_is_what_is_left() -> None:
    verdict = verdict_of(PLAN)
    assert verdict.room == 60 * 10**6 - verdict.peak
    assert verdict.fits == (verdict.room >= 0)


def test_changes_save_what_they_say_and_the_most_saving_comes_first() -> None:
    plan = Plan(llama3_8b(), gpus=8, seq=8192, recipe=recipe_of("fsdp2"))
    made = changes(plan)
    assert [change.saves for change in made] == sorted((change.saves for change in made), reverse=True)
    for change in made:
        assert change.saves > 0
        assert account_of(change.plan).peak.total == account_of(plan).peak.total - change.saves
    assert made[0].title == "checkpoint every block"


def test_fewer_gpus_and_groups_are_offered_where_padding_costs_much_and_nowhere_else() -> None:
    experts = published("mixtral-8x7b").units
    padded = Plan(experts, gpus=1024, seq=512, recipe=recipe_of("fsdp2"), checkpointing="full")
    fewer, groups = changes(padded)[:2]
    assert (fewer.title, fewer.plan.gpus) == ("use only 14 GPUs", 14)
    assert (groups.plan.strategy.slug, groups.plan.gpus % groups.plan.shard_group) == ("hsdp", 0)
    sizes = (2**power for power in range(1, 10))
    assert account_of(groups.plan).peak.total == min(account_of(groups.plan.but(shard_group=size)).peak.total for size in sizes)
    for plan in (padded.but(gpus=14), Plan(llama3_8b(), gpus=1024), padded.but(strategy=strategy_of("dp"))):
        assert not any("use only" in change.title or "HSDP" in change.title for change in changes(plan))


def test_no_change_asks_for_more_gpus_than_there_can_be() -> None:
    made = changes(Plan(llama3_8b(), gpus=65_536, seq=8192))
    assert max(change.plan.gpus for change in made) == 65_536


@pytest.mark.parametrize("index", range(3))
def test_each_zero_stage_needs_less_than_the_one_before(index: int) -> None:
    totals = [verdict.peak for _, verdict in side_by_side(Plan(llama2_7b(), gpus=8, seq=128, recipe=recipe_of("mixed")))]
    assert totals[index] > totals[index + 1]
