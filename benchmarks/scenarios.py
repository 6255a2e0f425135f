"""Random runs through every page: `python benchmarks/scenarios.py --runs 10000`.

Each presentation must be finite, small, the same when asked for again, and hold the exact integers of the lesson's own formulas, which are
written out here a second time. Prints one table and ends with 1 where something was wrong. tests/steps/test_random_runs.py does a few.
"""

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.memory.scenario import FIELDS, Scenario
from app.steps.catalog import PAGES
from app.steps.presentation import present

LARGEST = 50_000  # bytes of JSON

# What the tables of a page must hold, from P, N and the layer as it was lowered; bytes.
EXACT = {
    "data-parallel": lambda p, n, layer: [16 * p],
    "persistent-memory": lambda p, n, layer: [16 * -(-p // n)],
    "all-gather": lambda p, n, layer: [16 * -(-p // n) + 4 * layer],
}


def main():
    """Try all pages and tell."""
    parser = argparse.ArgumentParser(description="Random runs through every page.")
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", nargs="*", default=[step.slug for step in PAGES])
    chosen = parser.parse_args()
    print("| page | runs | µs each | largest JSON, bytes | at | faults |\n| --- | --- | --- | --- | --- | --- |")
    sound = True
    for step in (step for step in PAGES if step.slug in chosen.pages):
        chance, began = random.Random(f"{chosen.seed} {step.slug}"), time.process_time()
        tried = [tried_once(step, some_run(chance)) for _ in range(chosen.runs)]
        each = 1e6 * (time.process_time() - began) / chosen.runs
        largest = max(tried, key=lambda each: each[1])
        wrong = [fault for faults, _, _ in tried for fault in faults]
        print(
            f"| {step.slug} | {chosen.runs:,} | {each:,.0f} | {largest[1]:,} | {largest[2]} | {len(wrong)} |",
            *wrong[:5],
            sep="\n",
            flush=True,
        )
        sound = sound and not wrong
    sys.exit(0 if sound else 1)


def some_run(chance):
    """A run whose settings are rungs, bounds, or anything between, small and large alike."""
    changes = {}
    for name, field in FIELDS.items():
        lot = chance.random()
        if lot < 0.3:
            continue
        if field.values and (lot < 0.6 or field.kind == "choice"):
            changes[name] = chance.choice(field.values)
        elif field.kind == "real":
            changes[name] = chance.choice((-1, 1)) * 10 ** chance.uniform(-45, 38)
        elif lot < 0.7:
            changes[name] = int(chance.choice((field.low, field.high)))
        else:
            low, high = max(field.low, 1), field.high
            changes[name] = min(int(high), round(math.exp(chance.uniform(math.log(low), math.log(high)))))
    return Scenario(**changes)


def tried_once(step, run):
    """What is wrong with one presentation, its size in bytes, and its address."""
    address = run.address()
    try:
        shown = present(step, run)
        content = shown.as_json()
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except Exception as error:
        return [f"{step.slug}?{address}: {error!r}"], 0, address
    size = len(text.encode())
    faults = [f"{step.slug}?{address}: {what}" for what in wrong(step, shown.scenario, content)]
    if size > LARGEST:
        faults.append(f"{step.slug}?{address}: {size:,} bytes of JSON")
    if present(step, run).as_json() != content:
        faults.append(f"{step.slug}?{address}: another answer the second time")
    return faults, size, address


def wrong(step, run, content):
    """What is not finite, empty or not the number of the formula."""
    yield from (f"{place} is not finite" for place in infinite(content, ""))
    if not content["sentence"].strip():
        yield "no sentence"
    cells = {cell for figure in content["figures"].values() for row in figure["table"]["rows"] for cell in row}
    for exact in EXACT.get(step.slug, lambda *_: [])(run.params, run.gpus, min(run.layer, run.params)):
        if f"{exact:,}" not in cells:
            yield f"{exact:,} is in no table"


def infinite(value, place):
    """The places of numbers that are none, and of texts that say so."""
    if isinstance(value, float) and not math.isfinite(value):
        yield place
    elif isinstance(value, str):
        if value in ("nan", "inf", "-inf") or "None" in value:
            yield f"{place} says {value!r}:"
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from infinite(inner, f"{place}.{name}")
    elif isinstance(value, Sequence):
        for index, inner in enumerate(value):
            yield from infinite(inner, f"{place}[{index}]")


if __name__ == "__main__":
    main()
