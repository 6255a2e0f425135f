"""Step 5. What stays on each GPU: 16·P/N bytes."""

from app.figures.memory_against_n import sharded_against_n
from app.figures.short_columns import short_columns
from app.memory.gathering import gathered_bytes, smallest_gpus
from app.memory.scenario import MOST_GPUS, Scenario
from app.memory.sharding import padding_parameters, shard_parameters
from app.memory.states import data_parallel, persistent, stacks
from app.memory.units import bytes_text, count, times, whole
from app.steps.step import Step


def readouts(scenario: Scenario) -> dict[str, str]:
    """The numbers of step 5."""
    full, each = data_parallel(scenario).total, persistent(scenario).total
    return {
        "substitution": _substitution(scenario),
        "all-gpus": "your one GPU" if scenario.gpus == 1 else f"your {whole(scenario.gpus)} GPUs",
        "full": bytes_text(full, scenario.units),
        "each": bytes_text(each, scenario.units),
        "less": _less(full, each),
        "together": _together(scenario),
        "twice": whole(2 * scenario.gpus),
        "twice-each": bytes_text(stacks(shard_parameters(scenario.params, 2 * scenario.gpus)).total, scenario.units),
        "gathered": bytes_text(gathered_bytes(scenario.layer), scenario.units),
        "smallest": smallest_words(scenario),
        "verdict": verdict(scenario),
    }


def verdict(scenario: Scenario) -> str:
    """Whether what stays fits on one GPU, in a sentence."""
    each, capacity = persistent(scenario).total, scenario.gpu_memory
    size, room = bytes_text(each, scenario.units), bytes_text(capacity, scenario.units)
    if each > capacity:
        return f"Not enough GPUs yet: {size} stay on each, and it has {room}."
    return f"What stays takes {size} of the {room} on each GPU and leaves {bytes_text(capacity - each, scenario.units)} for the rest."


def smallest_words(scenario: Scenario) -> str:
    """From how many GPUs on the run fits, the gathered layer counted, in a sentence."""
    smallest, capacity = smallest_gpus(scenario), bytes_text(scenario.gpu_memory, scenario.units)
    gathered = bytes_text(gathered_bytes(scenario.layer), scenario.units)
    if smallest is None:
        return f"No number of GPUs is enough here: the one gathered layer takes {gathered} and leaves no room in {capacity} for a share."
    start = "It fits on one GPU already" if smallest == 1 else f"The smallest N that fits {capacity} is {whole(smallest)}"
    beyond = f", more than the {whole(MOST_GPUS)} that the slider reaches" if smallest > MOST_GPUS else ""
    yours = ", just your number" if 1 < smallest == scenario.gpus else ""
    return f"{start}{beyond}{yours}."


def _substitution(scenario: Scenario) -> str:
    quotient = f"{count(scenario.params)} / {whole(scenario.gpus)}"
    rounded_up = padding_parameters(scenario.params, scenario.gpus) > 0
    product = f"16 × {f'⌈{quotient}⌉' if rounded_up else quotient}"
    return f"{product} = {bytes_text(persistent(scenario).total, scenario.units)} on each GPU"


def _less(full: int, each: int) -> str:
    return "exactly as much as before" if full == each else f"{times(full / each)[:-1]} times less than the full copy"


def _together(scenario: Scenario) -> str:
    """What all GPUs hold together, and how far padding makes it more than one full copy."""
    full, together = data_parallel(scenario).total, persistent(scenario).total * scenario.gpus
    if full == together:
        return f"{bytes_text(together, scenario.units)}, one full copy and not a byte more"
    padding = bytes_text(together - full, scenario.units)
    return f"{bytes_text(together, scenario.units)}: one full copy, and {padding} of padding"


STEP = Step(
    slug="persistent-memory",
    title="What stays on each GPU",
    line="Each GPU keeps 16·P/N bytes: twice as many GPUs, half the load.",
    controls=("gpus", "params", "gpu_memory"),
    figures={"short-columns": short_columns, "memory-against-n": sharded_against_n},
    readouts=readouts,
    sentence=verdict,
)
