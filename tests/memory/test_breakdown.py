"""The items of one GPU add up to its total, each once."""

from app.memory.breakdown import Breakdown


def test_every_item_counts_once() -> None:
    memory = Breakdown(parameters=1, gradients=20, means=300, squares=4000, gathered=50_000, activations=600_000)
    assert memory.states == 4321
    assert memory.total == 654_321


def test_what_is_not_there_is_nothing() -> None:
    assert Breakdown().total == 0
