"""Several processes give what one gives, in the same order, and say when one of them is gone."""

import os

import pytest

from app.export import spread as module
from app.export.spread import Ended, spread


def test_results_come_in_the_order_of_their_tasks():
    assert list(spread(divmod_of_ten, range(1, 9), workers=2)) == [divmod(10, each) for each in range(1, 9)]


def test_a_process_that_is_gone_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(module, "LOOK", 0.2)
    with pytest.raises(Ended):
        list(spread(os._exit, [1], workers=2))


def divmod_of_ten(number):
    return divmod(10, number)
