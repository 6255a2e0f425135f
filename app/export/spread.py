"""Work for several processes at once, whose results come in the order of what they were given."""

import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import TimeoutError as Late
from multiprocessing import active_children, get_context
from multiprocessing.pool import IMapIterator
from multiprocessing.process import BaseProcess
from typing import TypeVar

LOOK = 5.0  # seconds without a result after which it is seen to whether all processes are there

Task = TypeVar("Task")
Result = TypeVar("Result")


class Ended(Exception):
    """A process ended before its work was done."""


def spread(work: Callable[[Task], Result], tasks: Sequence[Task], workers: int) -> Iterator[Result]:
    """What a function of a module makes of each task; no process outlives it. Raises Ended."""
    if workers == 1:
        yield from map(work, tasks)
        return
    others = active_children()
    with get_context("spawn").Pool(workers, _leave_interrupts_alone) as pool:
        own = [each for each in active_children() if each not in others]
        results = pool.imap(work, tasks)
        for _ in tasks:
            yield _next(results, own)


def _next(results: "IMapIterator[Result]", processes: Sequence[BaseProcess]) -> Result:
    while True:
        try:
            return results.next(LOOK)
        except Late:
            if not all(each.is_alive() for each in processes):
                raise Ended from None


def _leave_interrupts_alone() -> None:
    """Ctrl+C reaches every process of a terminal: who gave out the work ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
