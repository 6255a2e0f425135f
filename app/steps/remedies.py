"""Whether states, bubble and activations fit on one GPU together, and everything that makes them fit where they do not."""

from app.memory import activations
from app.memory.gathering import fully_sharded, smallest_gpus
from app.memory.scenario import Scenario
from app.memory.units import bytes_text, gpus
from app.steps.sums import added


def trusting(scenario: Scenario) -> str:
    """What becomes of a reader who trusts 16·P/N alone, in a sentence."""
    sharded, now, capacity = fully_sharded(scenario).total, activations.kept(scenario), scenario.gpu_memory
    if sharded > capacity:
        return "Here states and bubble alone are more than C, before there is a single activation."
    if sharded + now > capacity:
        return "A reader who trusts 16·P/N alone runs out of memory here."
    if sharded + activations.without_checkpointing(scenario) > capacity:
        return "Without checkpointing, a reader who trusts 16·P/N alone would run out of memory here."
    batch = (capacity - sharded) // (now // scenario.batch) + 1
    return f"Here the sum still fits, but 16·P/N could not have told you so: with a batch of {batch:,} it would not."


def activation_verdict(scenario: Scenario) -> str:
    """Whether states, bubble and activations together fit on one GPU, and what the remedies are where they do not."""
    units, capacity, sharded = scenario.units, scenario.gpu_memory, fully_sharded(scenario).total
    kept, room = activations.kept(scenario), bytes_text(capacity, units)
    needs = added((sharded, kept), units)
    if sharded + kept <= capacity:
        before = sharded + activations.without_checkpointing(scenario)
        saved = f" Without checkpointing it would be {bytes_text(before, units)}, too much." if before > capacity else ""
        return f"It {'just fits' if sharded + kept == capacity else 'fits'}: {needs}, and one GPU has {room}.{saved}"
    if sharded > capacity:
        return f"It does not fit: {needs}, and 16·P/N and the bubble alone are already over {room}. {remedies(scenario)}"
    return f"Out of memory: {needs}, over {room}. 16·P/N and the bubble alone said it would fit. {remedies(scenario)}"


def remedies(scenario: Scenario) -> str:
    """What makes a run fit that does not: checkpointing, more GPUs, a smaller batch, or nothing of these."""
    now, checkpointed = activations.kept(scenario), activations.with_checkpointing(scenario)
    smaller = fully_sharded(scenario).total + checkpointed
    ways, brought = _ways(scenario, now), bytes_text(smaller, scenario.units)
    if scenario.checkpointing == "on":
        return f"Checkpointing is on already. {f'It fits {ways}.' if ways else _no_way(scenario)}"
    if smaller <= scenario.gpu_memory:
        return f"Activation checkpointing brings it down to {brought}.{f' Without it, the run fits {ways}.' if ways else ''}"
    with_it = _ways(scenario, checkpointed)
    return f"Even with checkpointing it is {brought}. {f'With it, the run fits {with_it}.' if with_it else _no_way(scenario)}"


def _ways(scenario: Scenario, activation_bytes: int) -> str:
    """How many GPUs, or how small a batch, leave room for such activations: a clause to follow 'it fits', or nothing."""
    number = smallest_gpus(scenario, besides=activation_bytes)
    batch = (scenario.gpu_memory - fully_sharded(scenario).total) // (activation_bytes // scenario.batch)
    ways = [f"on {gpus(number)} or more"] if number else []
    return ", or ".join([*ways, f"with a batch of at most {batch:,}"] if batch > 0 else ways)


def _no_way(scenario: Scenario) -> str:
    """What is left where neither more GPUs nor a smaller batch alone is enough."""
    if smallest_gpus(scenario) is None:
        return "No number of GPUs and no batch helps: the one gathered layer leaves no room."
    if fully_sharded(scenario).total > scenario.gpu_memory:
        return "It takes more GPUs, and a smaller batch or a shorter sequence besides."
    return "The sequence has to be shorter." if scenario.seq > 1 else "Even a single token is too much."
