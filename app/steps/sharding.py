"""Step 4. Sharding: cut the strip into N pieces."""

from app.figures.sharded_slices import drawn_ranks, sharded_slices
from app.figures.slice_words import entry_range, padding_words
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.sharding import padding_parameters, shard, shard_parameters
from app.memory.states import data_parallel, persistent
from app.memory.units import bytes_text, count, factor, whole
from app.steps.guesses.sharding import GUESS
from app.steps.step import Step
from app.steps.sums import come_to, counted, quotient


def readouts(scenario: Scenario) -> dict[str, str]:
    """The numbers of step 4."""
    full, each = data_parallel(scenario), persistent(scenario)
    return {
        "substitution": _substitution(scenario),
        "theta-whole": bytes_text(full.parameters, scenario.units),
        "theta-piece": bytes_text(each.parameters, scenario.units),
        "stacks-whole": bytes_text(full.states, scenario.units),
        "stacks-piece": bytes_text(each.states, scenario.units),
        "piece": bytes_text(each.states if scenario.stacks == "all" else each.parameters, scenario.units),
        "padding": _padding(scenario),
        "rank-spoken": _lit(scenario),
        "verdict": verdict(scenario),
    }


def _padding(scenario: Scenario) -> str:
    if scenario.gpus == 1:
        return "With one GPU there is nothing to cut and nothing to pad."
    exact = f"{whole(scenario.gpus)} divides {whole(scenario.params)} exactly, so nothing is padded."
    return padding_words(scenario) or exact


def verdict(scenario: Scenario) -> str:
    """What share of every stack one GPU keeps, in a sentence."""
    if scenario.gpus == 1:
        return f"With one GPU there is nothing to cut: it keeps all {bytes_text(data_parallel(scenario).states, scenario.units)}."
    each = persistent(scenario)
    size, padding = shard_parameters(scenario.params, scenario.gpus), padding_parameters(scenario.params, scenario.gpus)
    share = f"a shard of {count(size)} entries" if padding else f"{_part(scenario.gpus)} of the entries"
    return (
        f"Each GPU keeps {share} of every stack: {bytes_text(each.parameters, scenario.units)} of θ, "
        f"{bytes_text(each.states, scenario.units)} of all four."
    ).replace("of 1 entries", "of 1 entry")


def _part(gpus: int) -> str:
    return {2: "half", 3: "a third", 4: "a quarter"}.get(gpus, f"1/{gpus:,}")


def _substitution(scenario: Scenario) -> str:
    size, theta = shard_parameters(scenario.params, scenario.gpus), persistent(scenario).parameters
    entries = counted(quotient(scenario.params, scenario.gpus), (scenario.params,), size)
    noun = "entry" if size == 1 else "entries"
    return f"{entries} {noun} a piece, and {come_to(f'{FP32_BYTES} × {factor(size)}', (size,), theta, scenario.units)} of θ"


def sentence(scenario: Scenario) -> str:
    """What each GPU keeps, which stacks are drawn, and which GPU is lit up."""
    drawn = "All four stacks are drawn" if scenario.stacks == "all" else "θ alone is drawn"
    lit = f", and lit up is {_lit(scenario)}" if scenario.rank >= 0 else ""
    return f"{verdict(scenario)} {drawn}{lit}."


def _lit(scenario: Scenario) -> str:
    if scenario.rank < 0:
        return "none"
    return f"GPU {scenario.rank:,}: {entry_range(shard(scenario.params, scenario.gpus, scenario.rank))}"


STEP = Step(
    slug="sharding",
    title="Sharding: cut the strip into N pieces",
    line="Cut every stack into N equal pieces and give piece i to GPU i; nobody keeps the whole.",
    controls=("gpus", "params", "stacks", "rank"),
    figures={"sharded-slices": sharded_slices},
    readouts=readouts,
    sentence=sentence,
    stops={"rank": drawn_ranks},
    headlines={"sharded-slices": ("piece", "on each GPU")},
    guess=GUESS,
)
