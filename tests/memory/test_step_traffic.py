"""Elements and bytes one GPU sends in a step: worked by hand for a model of 1,024 parameters, and the limits of the papers."""

from dataclasses import replace

from app.evidence.shapes import llama2_7b
from app.memory.plan import Plan
from app.memory.recipe import recipe_of
from app.memory.step_traffic import traffic_of
from app.memory.strategy import strategy_of
from app.memory.unit import Tensor, Unit, Units

NONE = Unit("none", ())
THOUSAND = Units((Unit("block", (Tensor(256),), 4),), NONE, None, NONE, 1, 4, 1, 1, False, False, 1)


def sent(strategy: str, gpus: int = 4, recipe: str = "fsdp2", **settings: object) -> tuple[int, int]:
    traffic = traffic_of(Plan(THOUSAND, gpus=gpus, strategy=strategy_of(strategy), recipe=recipe_of(recipe), **settings))
    return traffic.elements, traffic.bytes


def test_by_hand_on_four_gpus() -> None:
    """One collective sends 3 × 256 = 768 elements; parameters take 2 bytes, gradients 4."""
    assert sent("dp") == (2 * 768, 2 * 768 * 4)
    assert sent("zero1") == sent("zero2") == (2 * 768, 768 * 2 + 768 * 4)
    assert sent("fsdp") == (3 * 768, 2 * 768 * 2 + 768 * 4)
    assert sent("fsdp", reshard="off") == (2 * 768, 768 * 2 + 768 * 4)


def test_hsdp_by_hand() -> None:
    """Four GPUs in groups of two: 512 for each of three collectives within, 2 × 256 between the two groups."""
    assert sent("hsdp", shard_group=2) == (3 * 512 + 2 * 256, 2 * 512 * 2 + 512 * 4 + 2 * 256 * 4)


def test_one_gpu_sends_nothing() -> None:
    assert all(sent(slug, gpus=1) == (0, 0) for slug in ("dp", "zero1", "zero2", "fsdp", "hsdp"))


def test_the_root_is_gathered_once_unless_it_is_resharded() -> None:
    units = llama2_7b()
    default, resharded = (traffic_of(Plan(units, gpus=8, reshard=reshard)).gathered for reshard in ("default", "all"))
    assert resharded - default == 7 * units.root_parameters // 8
    assert resharded == 2 * 7 * units.total // 8


def test_the_lessons_traffic_is_three_p() -> None:
    plan = Plan(llama2_7b(), gpus=8)
    bare = traffic_of(plan.but(terms=replace(plan.terms, root=False)))
    assert bare.elements == 3 * 7 * plan.units.total // 8
