"""The numbers of GPUs at which a plan fits or holds least, searched without the supposition that more GPUs never need more.

They may: FSDP2 cuts a tensor of d rows into N shards of ⌈d/N⌉ rows, so 8 stacked experts on 64 GPUs are gathered as 64. What holds for
every N from `fewest` to `most`, 2 or more: a shard is at least its size at `most`, and a gathered copy N·⌈d/N⌉ at least
max(d, fewest·⌈d/most⌉). A phase only adds such sizes up, so one account with these in their place is a lower bound of the peak over the
whole interval; where `fewest` = `most` it is the peak itself. An interval whose bound is too high is ruled out as a whole, any other is
halved. So what is found is the least of all N from 1 to MOST_GPUS, and None says of every single one that it does not fit.
"""

from heapq import heappop, heappush

from app.memory.plan import Plan
from app.memory.scenario import MOST_GPUS
from app.memory.training_step import highest

Interval = tuple[int, int]


def lower_bound(plan: Plan, fewest: int, most: int) -> int:
    """Bytes below which the peak lies for no number of GPUs from `fewest` to `most`. An interval that starts at 1 must end there."""
    return highest(plan.but(gpus=most), plan.strategy.degree(fewest, plan.shard_group))


def smallest_gpus(plan: Plan) -> int | None:
    """The least N at which the plan fits; None where no N up to MOST_GPUS is enough, which is proven for each of them."""
    waiting = intervals(plan)[::-1]
    while waiting:
        fewest, most = waiting.pop()
        if lower_bound(plan, fewest, most) > plan.gpu_memory:
            continue
        if fewest == most:
            return fewest
        waiting += halves(fewest, most)[::-1]
    return None


def gpus_of_least_peak(plan: Plan) -> int:
    """The N up to MOST_GPUS at which the peak is least; the smallest of them where there are several."""
    waiting: list[tuple[int, Interval]] = []
    for interval in intervals(plan):
        heappush(waiting, (lower_bound(plan, *interval), interval))
    while True:
        _, (fewest, most) = heappop(waiting)
        if fewest == most:
            return fewest
        for half in halves(fewest, most):
            heappush(waiting, (lower_bound(plan, *half), half))


def intervals(plan: Plan) -> list[Interval]:
    """1, and the numbers from 2 up to where the account changes no longer: the shard group under HSDP, 2 where nothing is divided."""
    strategy = plan.strategy
    most = min(plan.shard_group, MOST_GPUS) if strategy.groups else MOST_GPUS if strategy.optimizer else 2
    return [(1, 1), (2, max(2, most))]


def halves(fewest: int, most: int) -> list[Interval]:
    """An interval of two numbers or more in two."""
    middle = (fewest + most) // 2
    return [(fewest, middle), (middle + 1, most)]
