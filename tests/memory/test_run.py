"""A run as the planner’s address has it: three ways to name a model, and nothing lost between address, run and plan."""

import pytest

from app.memory import account_of
from app.memory.architecture.published import PUBLISHED, published
from app.memory.catalog import model
from app.memory.plan import CHOICES, Plan
from app.memory.run import SAME_IN_PLAN, SWITCHES, WRAPPINGS, Run
from app.memory.run_fields import FIELDS, SIZE_FIELDS
from app.memory.scenario import FIELDS as LESSON
from app.memory.scenario import Scenario
from app.memory.sizes import from_sizes
from app.steps.plan_words import assumed
from tests.runs import LLAMA, PASTED, RUN_EDGES


def test_a_published_model_is_its_config() -> None:
    assert LLAMA.model_units == published("llama-3-8b").units
    assert LLAMA.model_units.total == 8_030_261_248


def test_the_keys_of_a_config_are_the_model_itself() -> None:
    assert PASTED.model_units == published("qwen3-0.6b").units
    assert account_of(PASTED.plan) == account_of(Run(model="qwen3-0.6b", gpus=3).plan)


def test_four_sizes_add_up_to_p() -> None:
    units = from_sizes(7_000_000_000, 202_000_000, 4096, 32)
    assert units.total == 7_000_000_000
    assert (units.layers, units.largest_block) == (32, 202_000_000)
    assert units.vocabulary == (7_000_000_000 - 32 * 202_000_000) // (2 * 4096) == 65_429
    assert units.root_parameters == 536_000_000


@pytest.mark.parametrize("params", [1, 5, 201_999_999, 202_000_000, 202_000_001, 10**9, 10**12, 10**15])
@pytest.mark.parametrize("layers", [1, 2, 1024])
def test_sizes_of_any_size_add_up(params: int, layers: int) -> None:
    units = from_sizes(params, min(params, 202_000_000), 4096, layers)
    assert units.total == params
    assert units.layers <= layers or units.layers == 1 + params // 202_000_000
    assert units.vocabulary <= 1 << 20


def test_sizes_that_contradict_each_other_are_put_right_and_said() -> None:
    run, notices = Run(params=10**9).reconciled()
    assert (run.layers, run.model_units.layers) == (5, 5)
    assert "room for 5 layers" in notices[0]
    assert Run(params=10, layer=20).reconciled()[0].layer == 10


def test_sizes_of_a_known_model_are_that_model() -> None:
    known = model("llama-2-7b")
    run, notices = Run(params=known.params, layer=known.layer, hidden=known.hidden, layers=known.layers).reconciled()
    assert run.model == "llama-2-7b"
    assert notices == ()
    assert Run(params=known.params + 1, layer=known.layer).reconciled()[0].model == "sizes"


def test_the_steps_get_the_model_in_the_sizes_they_know() -> None:
    assert LLAMA.lesson == Scenario(params=8_030_261_248, layer=218_112_000, gpus=8, checkpointing="on")
    assert Run().lesson == Scenario()


@pytest.mark.parametrize("run", RUN_EDGES)
def test_every_run_has_an_account(run: Run) -> None:
    settled, _ = run.reconciled()
    account = settled.account
    assert account.peak.total >= account.floor >= 0
    assert settled.over_gpus.peaks[settled.gpus] == account.peak.total
    assert len(settled.over_gpus.peaks) <= 20
    assert [each.plan.strategy.slug for each in settled.by_strategy] == ["dp", "zero1", "zero2", "fsdp", "hsdp"]
    if settled.smallest:
        assert account_of(settled.plan.but(gpus=settled.smallest)).peak.total <= settled.gpu_memory
    if settled.most_sequences:
        assert account_of(settled.plan.but(batch=settled.most_sequences)).peak.total <= settled.gpu_memory


def test_each_setting_reaches_the_plan() -> None:
    plan = Run(
        model="gpt2", gpu_memory=10**9, gpus=3, batch=5, seq=7, recipe="mixed", strategy="hsdp", group=2, wrapping="ends",
        checkpointing="full", attention="plain", dropout="on", reshard="off", prefetch=2, accumulation="sharded", optimizer="loop",
        first_step="on", library="fsdp1", bucket_view="on",
    ).plan  # fmt: skip
    assert (plan.gpu_memory, plan.gpus, plan.batch, plan.seq, plan.prefetch, plan.shard_group) == (10**9, 3, 5, 7, 2, 2)
    assert (plan.recipe.slug, plan.strategy.slug, plan.wrapping, plan.checkpointing) == ("mixed", "hsdp", "block+embedding+head", "full")
    assert (plan.attention, plan.reshard, plan.accumulation, plan.optimizer, plan.library) == ("plain", "off", "sharded", "loop", "fsdp1")
    assert plan.dropout
    assert plan.first_step
    assert plan.bucket_view
    assert {*SAME_IN_PLAN, *SWITCHES} <= {*FIELDS}


def test_the_planner_offers_every_choice_that_a_plan_has() -> None:
    offered = {name: set(FIELDS[name].values) for name in CHOICES if name != "wrapping"}
    assert offered == {name: set(words) for name, words in CHOICES.items() if name != "wrapping"}
    assert set(WRAPPINGS.values()) == set(CHOICES["wrapping"])
    assert set(FIELDS["wrapping"].values) == set(WRAPPINGS)


def test_defaults_are_those_of_the_lesson_and_of_the_fields() -> None:
    run = Run()
    for name, field in FIELDS.items():
        assert getattr(run, name) == field.default
        if name in LESSON:
            assert field.default == LESSON[name].default
    assert Plan(run.model_units).strategy == run.plan.strategy


def test_the_address_says_what_differs_and_nothing_twice() -> None:
    assert Run().address() == ""
    assert LLAMA.address() == "model=llama-3-8b&gpus=8&recipe=fsdp2&checkpointing=full"
    assert Run(gpus=8).address(("gpus", "batch")) == "gpus=8&batch=4"
    assert LLAMA.reconciled()[0].address(SIZE_FIELDS) == LLAMA.address()
    assert PASTED.address().startswith("model_type=qwen3&hidden_size=1024&")
    assert "model=config" not in PASTED.address()


@pytest.mark.parametrize("slug", PUBLISHED)
def test_a_config_in_the_address_is_short_and_needs_no_escapes(slug: str) -> None:
    address = Run(model="config", keys=tuple(PUBLISHED[slug].keys.items())).address()
    assert len(address) < 600
    assert not set(address) & set(' "<>#%{}+')
    assert not {pair.split("=")[0] for pair in address.split("&")} & set(FIELDS)


def test_padding_does_not_count_as_what_no_number_of_gpus_takes_away() -> None:
    """DeepSeek-V3’s experts have 256 rows: on 2,048 GPUs FSDP2 gathers eight times as much of them as there is."""
    run = Run(model="deepseek-v3", gpus=2048, recipe="fsdp2", checkpointing="full", batch=1)
    assert run.floor == run.but(gpus=64).account.floor == run.account.floor
    assert run.floor < run.over_gpus.unpadded[2048] < run.over_gpus.peaks[2048] / 5


def test_blocks_that_alternate_a_thousand_times_take_no_longer() -> None:
    keys = dict(PUBLISHED["qwen3-235b-a22b"].keys) | {"num_hidden_layers": 1024, "decoder_sparse_step": 2, "intermediate_size": 6144}
    run = Run(model="config", keys=tuple(keys.items()), gpus=8)
    assert run.architecture is not None
    as_it_is, here = run.architecture.units, run.model_units
    assert len(as_it_is.blocks) == 1024
    assert [(block.name, block.count) for block in here.blocks] == [("dense block", 512), ("expert block", 512)]
    assert (here.total, here.largest_block, here.layers) == (as_it_is.total, as_it_is.largest_block, 1024)
    assert len(run.account.phases) < 200
    assert "alternate" in assumed(run)


@pytest.mark.parametrize("slug", PUBLISHED)
def test_published_models_are_played_through_as_they_are(slug: str) -> None:
    assert Run(model=slug).model_units is published(slug).units
