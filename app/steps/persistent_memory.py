"""Step 5. What stays on each GPU: 16·P/N bytes."""

from app.figures.memory_against_n import sharded_against_n
from app.figures.short_columns import short_columns
from app.memory.gathering import gathered_bytes, smallest_gpus
from app.memory.scenario import MOST_GPUS, Scenario
from app.memory.sharding import shard_parameters
from app.memory.states import data_parallel, persistent
from app.memory.units import bytes_text, gpus, times, whole
from app.steps.guesses.persistent_memory import GUESS
from app.steps.step import Step
from app.steps.sums import come_to, quotient

LITTLE = 0.005  # padding below this share of the parameters does not show in three digits


def readouts(scenario: Scenario) -> dict[str, str]:
    """The numbers of step 5."""
    return {
        "substitution": _substitution(scenario),
        "each": bytes_text(persistent(scenario).total, scenario.units),
        "share": _share(scenario),
        "together": _together(scenario),
        "payoff": _payoff(scenario),
        "doubling": _doubling(scenario),
        "smallest": f"{smallest_words(scenario)}{_room_for_a_layer(scenario)}",
        "verdict": verdict(scenario),
    }


def verdict(scenario: Scenario) -> str:
    """Whether what stays fits on one GPU, and whether there is still room for the gathered layer of step 6, in a sentence."""
    each, capacity, smallest = persistent(scenario).total, scenario.gpu_memory, smallest_gpus(scenario)
    size, room, gathered = (bytes_text(value, scenario.units) for value in (each, capacity, gathered_bytes(scenario.layer)))
    takes = f"What stays takes {size} of the {room} on each GPU"
    if smallest is None:
        much = f"{takes}, but" if each <= capacity else f"{size} would stay on each GPU, which has {room}, and"
        return f"{much} no number of GPUs is enough once the gathered layer of step 6 is counted: it takes {gathered} by itself."
    if each > capacity:
        return f"Not enough GPUs yet: {size} would stay on each, and it has {room}."
    if scenario.gpus < smallest:
        left = f"leaves {bytes_text(capacity - each, scenario.units)}" if each < capacity else "leaves nothing"
        return f"{takes} and {left}: too little for the gathered layer of step 6, {gathered}."
    return f"{takes} and leaves {bytes_text(capacity - each, scenario.units)} for the rest."


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


def _room_for_a_layer(scenario: Scenario) -> str:
    """What else that number of GPUs leaves room for."""
    if smallest_gpus(scenario) is None:
        return " That layer, which a GPU gathers for a moment, is the subject of the next step."
    gathered = bytes_text(gathered_bytes(scenario.layer), scenario.units)
    return (
        f" That count leaves room for one more thing: the layer of {gathered} that a GPU gathers for a moment, which is the subject of the "
        "next step. And GPUs come whole. So the diamond lies under the line C, often well under it."
    )


def _substitution(scenario: Scenario) -> str:
    product = f"16 × {quotient(scenario.params, scenario.gpus)}"
    where = "on the one GPU" if scenario.gpus == 1 else "on each GPU"
    return f"{come_to(product, (scenario.params,), persistent(scenario).total, scenario.units)} {where}"


def _share(scenario: Scenario) -> str:
    if scenario.gpus == 1:
        return "The one GPU keeps its shard of all four stacks, from the first training step to the last, and its shard is all there is of"
    return "Each GPU keeps its own shard of all four stacks, from the first training step to the last: 1/N of"


def _together(scenario: Scenario) -> str:
    """What all GPUs hold together, and how far padding makes it more than one full copy, in a sentence or two."""
    full, together = data_parallel(scenario).total, persistent(scenario).total * scenario.gpus
    size = bytes_text(together, scenario.units)
    if scenario.gpus == 1:
        return f"Nothing has been thrown away, and nothing shared out: one GPU holds the one full copy, {size}."
    padded = f": one full copy, and {bytes_text(together - full, scenario.units)} of padding" if full < together else ""
    copy = padded or ", one full copy and not a byte more"
    return (
        f"Nothing has been thrown away. Add up your {gpus(scenario.gpus)} and you find {size}{copy}. "
        "The cluster holds the model once; each GPU holds its share."
    )


def _payoff(scenario: Scenario) -> str:
    """What sharding saves one GPU, in a sentence or two."""
    each = bytes_text(persistent(scenario).total, scenario.units)
    if scenario.gpus == 1:
        return f"On one GPU there is no payoff yet: it keeps {each}, as much as before. It comes with the second GPU."
    if persistent(scenario).total == data_parallel(scenario).total:
        return f"Here there is no payoff: each GPU keeps {each}, as much as before, because a single entry cannot be cut."
    return f"This is the payoff. Each GPU keeps {each}, {_less(scenario)} What was a constant in N is now divided by N."


def _less(scenario: Scenario) -> str:
    full, each = data_parallel(scenario).total, persistent(scenario).total
    if full == each * scenario.gpus:
        return f"1/{scenario.gpus:,} of the full copy."
    padding = each * scenario.gpus / full - 1
    if padding < LITTLE:
        return f"1/{scenario.gpus:,} of the full copy, padding apart."
    return f"{times(full / each)[:-1]} times less than the full copy; without padding it would be {scenario.gpus:,} times."


def _doubling(scenario: Scenario) -> str:
    entries, half = (shard_parameters(scenario.params, factor * scenario.gpus) for factor in (1, 2))
    if entries == half:
        return "Doubling the cluster once more would change nothing: a shard of one entry cannot be cut."
    return "Doubling the cluster halves the load."


STEP = Step(
    slug="persistent-memory",
    title="What stays on each GPU",
    line="Each GPU keeps 16·P/N bytes: twice as many GPUs, half the load.",
    controls=("gpus", "params", "gpu_memory"),
    figures={"short-columns": short_columns, "memory-against-n": sharded_against_n},
    readouts=readouts,
    sentence=verdict,
    headlines=dict.fromkeys(("short-columns", "memory-against-n"), ("each", "stays on each GPU")),
    guess=GUESS,
)
