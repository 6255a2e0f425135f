"""Laws of the full account: what depends on N and what does not, what every phase must obey, and the shared cases between strategies."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.evidence.shapes import gpt, llama2_7b, llama3_8b, llama3_405b
from app.memory.account import Account, account_of
from app.memory.holding import COMPONENTS, Holding
from app.memory.ledger import Phase
from app.memory.plan import CHOICES, Plan
from app.memory.recipe import RECIPES, recipe_of
from app.memory.step_traffic import Traffic
from app.memory.strategy import STRATEGIES, strategy_of
from app.memory.unit import Tensor, Unit, Units
from app.memory.verdict import Verdict

SMALL = gpt(256, 4, 9, 1024, 128)  # every first dimension divides by 64

plans = st.builds(
    Plan, st.sampled_from([SMALL, gpt(256, 4, 2, 1000, 128, tied=True), llama2_7b(4)]), gpus=st.integers(1, 4096), batch=st.integers(1, 8),
    seq=st.integers(1, 4096), recipe=st.sampled_from(RECIPES), strategy=st.sampled_from(STRATEGIES), shard_group=st.integers(1, 64),
    prefetch=st.integers(0, 3), first_step=st.booleans(), bucket_view=st.booleans(), dropout=st.booleans(),
    **{name: st.sampled_from(words) for name, words in CHOICES.items()},
)  # fmt: skip


@given(plans)
def test_nothing_is_ever_negative_and_all_is_given_back(plan: Plan) -> None:
    made = account_of(plan)
    assert all(getattr(phase.held, name) >= 0 for phase in made.phases for name in COMPONENTS)
    end = made.phases[-1].held
    assert end.total == end.states + end.buckets


@given(plans)
def test_the_floor_lies_under_the_peak(plan: Plan) -> None:
    made = account_of(plan)
    assert 0 <= made.floor <= made.peak.total
    assert getattr(made.peak.held, made.largest) == max(getattr(made.peak.held, name) for name in COMPONENTS)


@given(plans)
def test_a_larger_batch_never_needs_less(plan: Plan) -> None:
    assert account_of(plan.but(batch=plan.batch + 1)).peak.total >= account_of(plan).peak.total


@pytest.mark.parametrize("library", CHOICES["library"])
@pytest.mark.parametrize("wrapping", CHOICES["wrapping"])
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.slug)
def test_states_are_the_recipes_sum_over_n_where_rows_divide(recipe: object, wrapping: str, library: str) -> None:
    for gpus in (1, 2, 64):
        stored = account_of(Plan(SMALL, gpus=gpus, seq=16, recipe=recipe, wrapping=wrapping, library=library)).phases[-1].held
        assert stored.states - stored.counters == recipe.sum * SMALL.total // gpus


def borrowed(made: Account) -> list[tuple[int, ...]]:
    return [(p.held.gathered, p.held.all_gather, p.held.reduce_scatter, p.held.activations, p.held.logits) for p in made.phases]


@pytest.mark.parametrize("wrapping", CHOICES["wrapping"])
def test_what_is_borrowed_does_not_depend_on_n_where_rows_divide(wrapping: str) -> None:
    two, many = (account_of(Plan(SMALL, gpus=gpus, seq=64, wrapping=wrapping)) for gpus in (2, 64))
    assert borrowed(two) == borrowed(many)


def test_hsdp_of_groups_of_8_is_fsdp_on_8() -> None:
    """PyTorch's tracker: the same in every component on 64 ranks in groups of 8 as on 8."""
    hsdp = account_of(Plan(llama2_7b(), gpus=64, strategy=strategy_of("hsdp"), shard_group=8))
    assert hsdp.phases == account_of(Plan(llama2_7b(), gpus=8)).phases


def test_experts_in_one_tensor_are_cut_no_finer_than_their_number() -> None:
    """Eight experts on 64 GPUs: each GPU stores a whole expert, eight times its share, and every gathered copy has 64 rows."""
    experts = Unit("experts", (Tensor(8, 1024),))
    units = replace(SMALL, blocks=(experts,), embedding=Unit("none", ()), head=None, root_rest=Unit("none", ()), layers=1)
    made = account_of(Plan(units, gpus=64, seq=1))
    assert made.padding == 16 * (1024 - 8 * 1024 // 64)
    assert made.phases[-1].held.parameters == 4 * 1024
    assert max(phase.held.gathered for phase in made.phases) == 4 * 64 * 1024


def test_a_tied_embedding_stays_with_the_root() -> None:
    tied = gpt(256, 4, 2, 1000, 128, tied=True)
    apart, together = (account_of(Plan(tied, wrapping=wrapping)).phases for wrapping in ("block+embedding+head", "block"))
    assert apart == together


def test_fsdp1s_forward_prefetch_ends_with_what_is_needed() -> None:
    """When the first block is differentiated nothing is left to gather ahead: the root and that block are there."""
    phases = account_of(Plan(SMALL, gpus=8, library="fsdp1", prefetch=1)).phases
    last = next(phase for phase in phases[::-1] if (phase.stage, phase.layer, phase.action) == ("backward", "block 1 of 9", "end"))
    assert last.held.gathered == 4 * (SMALL.root_parameters + SMALL.largest_block)


def test_ddp_holds_16p_with_views_and_20p_without() -> None:
    """PyTorch's DDP of a model of 12,642,816 parameters: 50,571,264 bytes of buckets."""
    units = gpt(256, 4, 8, 12_288, 128)
    plan = Plan(units, gpus=4, strategy=strategy_of("dp"))
    separate, views = (account_of(plan.but(bucket_view=view)).phases[-1].held for view in (False, True))
    assert separate.buckets == 50_571_264 == 4 * units.total
    assert views.total - views.counters == 16 * 12_642_816
    assert separate.total - separate.counters == 20 * 12_642_816


def test_the_strategies_divide_what_their_names_say() -> None:
    whole = 12_642_816
    mixed = [
        account_of(Plan(gpt(256, 4, 8, 12_288, 128), gpus=8, strategy=s, recipe=recipe_of("mixed"))).phases[-1].held for s in STRATEGIES
    ]
    stacks = [(held.parameters, held.gradients, held.master + held.means + held.squares) for held in mixed[:4]]
    assert stacks == [
        (2 * whole, 2 * whole, 12 * whole), (2 * whole, 2 * whole, 12 * whole // 8), (2 * whole, 2 * whole // 8, 12 * whole // 8),
        (2 * whole // 8, 2 * whole // 8, 12 * whole // 8),
    ]  # fmt: skip


def test_adams_states_appear_with_the_first_update() -> None:
    first, later = (account_of(Plan(SMALL, gpus=8, first_step=first)) for first in (True, False))
    assert first.phases[0].held.means == first.phases[0].held.squares == 0
    assert later.phases[0].total - first.phases[0].total == 8 * SMALL.total // 8 + later.phases[0].held.counters
    assert first.phases[-1] == later.phases[-1]


def test_gradients_are_gone_before_forward_and_all_there_after() -> None:
    made = account_of(Plan(SMALL, gpus=8))
    assert made.phases[0].held.gradients == 0
    assert made.phases[-1].held.gradients == 4 * SMALL.total // 8


@given(st.integers(1, 24), st.sampled_from(CHOICES["reshard"]), st.sampled_from(CHOICES["wrapping"]))
def test_playing_only_the_ends_of_a_run_of_equal_blocks_loses_nothing(layers: int, reshard: str, wrapping: str) -> None:
    """The same blocks written out one by one are played through in full."""
    run = gpt(64, 2, layers, 128, 32)
    single = replace(run, blocks=tuple(replace(run.blocks[0], count=1) for _ in range(layers)))
    plans_ = [Plan(units, gpus=4, seq=32, reshard=reshard, wrapping=wrapping, optimizer="fused") for units in (run, single)]
    short, full = (account_of(plan) for plan in plans_)
    assert short.peak.total == full.peak.total
    assert len(short.phases) <= len(full.phases)
    assert [short.temporary(stage) for stage in ("forward", "backward")] == [full.temporary(stage) for stage in ("forward", "backward")]


@pytest.mark.parametrize(
    ("units", "forward", "training"),
    [
        (gpt(768, 12, 12, 50_257, 1024), lambda r, h, u: 2 * r + 2 * u, lambda r, h, u: 2 * r + u),
        (gpt(2048, 16, 4, 1024, 256), lambda r, h, u: r + 3 * u, lambda r, h, u: r + h + 4 * u),
    ],
    ids=["the root is larger", "a block is larger"],
)
def test_the_temporaries_are_the_formulas_of_the_memory_model(units: Units, forward: object, training: object) -> None:
    """max(4·R + 3·4·U, 2·4·R + 2·4·U) in forward, max(4·R + 4·H + 4·4·U, 2·4·R + 4·U) in training, but for padding."""
    root, block = 4 * units.root_parameters, 4 * units.largest_block
    head = 4 * (units.head.parameters + units.root_rest.parameters)
    made = account_of(Plan(units, gpus=8))
    assert made.temporary("forward") == pytest.approx(forward(root, head, block), rel=0.001)
    assert made.temporary("backward") == pytest.approx(training(root, head, block), rel=0.001)


def test_a_405b_model_on_16384_gpus_takes_few_phases() -> None:
    """Its 126 blocks cost what a few cost, which keeps a plan below 5 ms; benchmarks/plan.py measures that."""
    made = account_of(Plan(llama3_405b(), gpus=16_384, seq=8192, recipe=recipe_of("fsdp2"), checkpointing="full"))
    assert made.plan.units.total == 405_853_388_800
    assert len(made.phases) < 60


def test_the_loss_of_a_large_vocabulary_is_the_peak() -> None:
    """12 bytes for each of s·b·V: 8,192 × 128,256 tokens and words."""
    made = account_of(Plan(llama3_8b(4), gpus=8, seq=8192, recipe=recipe_of("fsdp2"), checkpointing="full", first_step=True))
    assert made.peak.stage == "loss"
    assert made.largest == "logits"
    assert made.peak.held.logits == 12 * 8192 * 128_256


@pytest.mark.parametrize("optimizer", CHOICES["optimizer"])
def test_more_gpus_divide_the_optimizers_work_too(optimizer: str) -> None:
    """The floor stays what the model's own layers need, whichever optimizer runs."""
    floors = [account_of(Plan(SMALL, gpus=1, seq=1, optimizer=each)).floor for each in (optimizer, "fused")]
    assert floors[0] == floors[1]


def test_whole_gradients_of_earlier_micro_batches() -> None:
    """PyTorch's tracker, h = 512, six equal blocks, V = 1,000, 32 tokens on 8 GPUs, second of three micro-batches, before any update."""
    measured = {"fp32": 137_111_556, "fsdp2": 115_730_312}
    for slug, total in measured.items():
        plan = Plan(gpt(512, 8, 6, 1000, 32), gpus=8, seq=32, recipe=recipe_of(slug), accumulation="unsharded", first_step=True)
        phases = account_of(plan).phases
        peak = max(phase.total for phase in phases if phase.stage in ("forward", "loss", "backward"))
        assert peak == pytest.approx(total, rel=0.02)
    new = 2 * (plan.units.largest_block + 1000 * 512 + 2 * 512)  # in bf16, of the last block, the head and the last norm
    assert max(phase.held.full_gradients for phase in phases) == 4 * plan.units.total + new


def test_an_account_reads_well() -> None:
    made = account_of(Plan(llama2_7b(), gpus=8, recipe=recipe_of("fsdp2")))
    assert repr(made).startswith("Account(peak ")
    assert "gathered parameters" in str(made)
    assert repr(made.plan) == "Plan(Units(6,738,415,616 parameters, 32 blocks of up to 202,383,360), recipe='fsdp2')"


def test_what_an_account_leads_to_reads_well_in_a_notebook() -> None:
    assert repr(Holding(parameters=4 * 10**9, means=4 * 10**9)) == "Holding(8 GB: parameters θ 4 GB; Adam m 4 GB)"
    assert repr(Holding()) == "Holding(0 B)"
    assert repr(Phase("backward", "head", "differentiate", Holding(gathered=10**6))) == "Phase(backward, head, differentiate: 1 MB)"
    assert repr(Verdict(90 * 10**9, 80 * 10**9, 5 * 10**9)) == "Verdict(does not fit, 10 GB short: 90 GB of 80 GB, 5 GB do not shrink)"
    assert repr(Verdict(60 * 10**9, 80 * 10**9, 5 * 10**9)) == "Verdict(fits, 20 GB to spare: 60 GB of 80 GB, 5 GB do not shrink)"
    assert repr(Traffic(2, 1, 0, 2 * 10**9, 10**9, 0)) == "Traffic(3 GB a step on each GPU: gathered 2 GB, reduced 1 GB)"
