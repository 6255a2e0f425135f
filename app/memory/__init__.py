"""What is true: the memory of one GPU in sharded training, as pure functions of a plan. Standard library only.

    from app.memory import Plan, account_of, recipe_of, verdict_of
    from app.memory.architecture import architecture_of

    units = architecture_of(open("config.json").read()).units
    plan = Plan(units, gpus=8, seq=2048, recipe=recipe_of("fsdp2"), checkpointing="full")
    print(account_of(plan))  # the peak, component by component
    verdict_of(plan).room  # bytes left over, or lacking

Bytes and counts are whole numbers. Every result is frozen, and the same plan always gives the same account.
"""

from app.memory.account import Account, account_of
from app.memory.holding import COMPONENTS, Holding
from app.memory.ledger import Phase
from app.memory.lesson import ladder, lesson_of, lesson_plan
from app.memory.plan import Plan
from app.memory.recipe import RECIPES, Recipe, recipe_of
from app.memory.search import smallest_gpus
from app.memory.step_traffic import Traffic, traffic_of
from app.memory.strategy import STRATEGIES, Strategy, strategy_of
from app.memory.terms import Terms
from app.memory.unit import Tensor, Unit, Units
from app.memory.verdict import Verdict, changes, largest_batch, side_by_side, verdict_of

__all__ = [
    "COMPONENTS", "RECIPES", "STRATEGIES", "Account", "Holding", "Phase", "Plan", "Recipe", "Strategy", "Tensor", "Terms", "Traffic",
    "Unit", "Units", "Verdict", "account_of", "changes", "ladder", "largest_batch", "lesson_of", "lesson_plan", "recipe_of",
    "side_by_side", "smallest_gpus", "strategy_of", "traffic_of", "verdict_of",
]  # fmt: skip
