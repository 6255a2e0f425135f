"""Sets of problems: stable, varied, of one level."""

import pytest

from app.steps.practice.catalog import IN_A_SET, bank, next_seed, of_level, practice_set
from app.steps.variants import SEED


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_a_set_is_of_its_level_and_goes_round_the_steps(level):
    made = practice_set(level, "s1")
    assert [each.template for each in made] == [each.template for each in practice_set(level, "s1")]
    assert len({each.template.slug for each in made}) == IN_A_SET
    assert all(level in (0, each.template.level) for each in made)
    assert len({each.question.steps[0] for each in made}) >= 5


def test_other_series_bring_other_problems():
    assert len({tuple(each.template.slug for each in practice_set(1, str(series))) for series in range(20)}) > 10


def test_a_bank_has_every_template_so_many_times_and_no_name_twice():
    made = bank(1, "s1", 3)
    assert len(made) == 3 * len(of_level(1)) == len({each.id for each in made})
    assert all(SEED.fullmatch(each.seed) for each in made)


@pytest.mark.parametrize(
    ("seed", "following"), [("1", "2"), ("s9", "s10"), ("anna", "anna2"), ("x.r3", "x.r4"), ("9" * 12, "999" + "1000000000")]
)
def test_the_next_seed_counts_up(seed, following):
    assert next_seed(seed) == following
