"""How long one plan takes: Llama 3.1 405B on 16,384 GPUs. Run by hand: python -m benchmarks.plan"""

from statistics import median
from time import perf_counter

from app.evidence.shapes import llama3_405b
from app.memory import Plan, account_of, recipe_of, smallest_gpus

RUNS = 200
LIMIT_MS = 5


def milliseconds() -> list[float]:
    """Time of each of many plans, the model's units built anew each time, so that nothing is remembered between them."""
    times = []
    for _ in range(RUNS):
        began = perf_counter()
        plan = Plan(llama3_405b(), gpus=16_384, seq=8192, recipe=recipe_of("fsdp2"), checkpointing="full")
        account_of(plan).peak  # noqa: B018
        times.append(1000 * (perf_counter() - began))
    return times


if __name__ == "__main__":
    times = milliseconds()
    print(f"one plan: median {median(times):.2f} ms, slowest {max(times):.2f} ms, wanted below {LIMIT_MS} ms")
    began = perf_counter()
    smallest_gpus(Plan(llama3_405b(), gpu_memory=10**11, seq=8192, recipe=recipe_of("fsdp2"), checkpointing="full"))
    print(f"the smallest N: {1000 * (perf_counter() - began):.1f} ms")
