"""The lesson is the full account with its terms off, for any run; and the way between them is the sum of its steps."""

from hypothesis import given
from hypothesis import strategies as st

from app.evidence.shapes import llama2_7b
from app.memory.account import account_of
from app.memory.gathering import fully_sharded
from app.memory.gathering import smallest_gpus as smallest_gpus_of_the_lesson
from app.memory.lesson import ladder, lesson_of, lesson_plan
from app.memory.plan import Plan
from app.memory.recipe import recipe_of
from app.memory.scenario import MOST_GPUS, MOST_PARAMETERS, Scenario
from app.memory.search import smallest_gpus
from app.memory.states import data_parallel
from app.memory.terms import TITLES
from app.memory.verdict import verdict_of

scenarios = st.builds(
    lambda params, layer, gpus, memory: Scenario(params=params, layer=min(layer, params), gpus=gpus, gpu_memory=memory),
    st.integers(1, MOST_PARAMETERS), st.integers(1, MOST_PARAMETERS), st.integers(1, MOST_GPUS), st.integers(10**9, 10**13),
)  # fmt: skip


@given(scenarios)
def test_the_peak_is_16p_over_n_and_the_bubble(scenario: Scenario) -> None:
    held, lesson = account_of(lesson_plan(scenario)).peak.held, fully_sharded(scenario)
    assert held.total == lesson.total == 16 * -(-scenario.params // scenario.gpus) + 4 * scenario.layer
    assert (held.parameters, held.gradients, held.means, held.squares, held.gathered) == (
        lesson.parameters, lesson.gradients, lesson.means, lesson.squares, lesson.gathered,
    )  # fmt: skip


@given(scenarios)
def test_data_parallelism_is_16p(scenario: Scenario) -> None:
    assert account_of(lesson_plan(scenario, "dp")).peak.total == data_parallel(scenario).total == 16 * scenario.params


@given(scenarios)
def test_the_smallest_n_is_the_lessons(scenario: Scenario) -> None:
    lesson = smallest_gpus_of_the_lesson(scenario)
    assert smallest_gpus(lesson_plan(scenario)) == (lesson if lesson is not None and lesson <= MOST_GPUS else None)


@given(scenarios)
def test_the_floor_is_the_bubble(scenario: Scenario) -> None:
    assert verdict_of(lesson_plan(scenario)).floor == 4 * scenario.layer


def test_the_lesson_knows_no_first_step() -> None:
    plan = Plan(llama2_7b(), gpus=8, first_step=True)
    assert lesson_of(plan).peak.held.states == lesson_of(plan).phases[0].held.states == 16 * 6_738_415_616 // 8


def test_the_ladder_leads_from_the_lesson_to_the_whole() -> None:
    plan = Plan(llama2_7b(), gpus=8, seq=2048, recipe=recipe_of("fsdp2"), attention="masked")
    steps = ladder(plan)
    assert [title for title, _ in steps] == ["the lesson", *TITLES.values()]
    assert steps[0][1].peak.total == lesson_of(plan).peak.total == 16 * 6_738_415_616 // 8 + 2 * 202_383_360
    assert steps[-1][1] == account_of(plan)
