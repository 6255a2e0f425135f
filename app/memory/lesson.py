"""The lesson as a case of the full account, and the way from one to the other, term by term."""

from dataclasses import replace

from app.memory.account import Account, account_of
from app.memory.plan import Plan
from app.memory.scenario import Scenario
from app.memory.strategy import strategy_of
from app.memory.terms import LESSON, TITLES
from app.memory.unit import Tensor, Unit, Units

NONE = Unit("none", ())


def lesson_plan(scenario: Scenario, strategy: str = "fsdp") -> Plan:
    """The run of the lesson as a plan with every term off: its peak is 16·⌈P/N⌉ + 4·ℓ, under `dp` 16·P."""
    return Plan(
        lesson_units(scenario), gpu_memory=scenario.gpu_memory, gpus=scenario.gpus, batch=scenario.batch, seq=scenario.seq,
        strategy=strategy_of(strategy), terms=LESSON,
    )  # fmt: skip


def lesson_units(scenario: Scenario) -> Units:
    """Units of ℓ parameters and a smaller last one that make up P, as the lesson's timeline takes them. Nothing outside the blocks."""
    whole, left = divmod(scenario.params, scenario.layer)
    blocks = [Unit("layer", (Tensor(scenario.layer),), whole)] if whole else []
    if left:
        blocks.append(Unit("last layer", (Tensor(left),)))
    return Units(tuple(blocks), NONE, None, NONE, scenario.hidden, whole + bool(left), 1, 1, False, False)


def lesson_of(plan: Plan) -> Account:
    """The account of the same run with every term off: the floor that the lesson teaches."""
    return account_of(plan.but(terms=LESSON))


def ladder(plan: Plan) -> tuple[tuple[str, Account], ...]:
    """From the lesson to the full account: each step puts in one term more, named by its title. The first is the lesson."""
    terms, steps = LESSON, [("the lesson", lesson_of(plan))]
    for name, title in TITLES.items():
        terms = replace(terms, **{name: getattr(plan.terms, name)})
        steps.append((title, account_of(plan.but(terms=terms))))
    return tuple(steps)
