"""Step 7. Where the formula bites back: one GPU, a model that already fits, and activations."""

from app.figures.activation_bar import activation_bar
from app.figures.one_gpu import one_gpu
from app.figures.traffic import traffic
from app.memory import activations
from app.memory.gathering import fully_sharded
from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.traffic import data_parallel_elements, fully_sharded_elements
from app.memory.units import bytes_text, count, factor, gpus, three_digits, times, whole
from app.steps.guesses.limits import GUESS
from app.steps.remedies import activation_verdict, trusting
from app.steps.step import Step
from app.steps.sums import add_up, come_to, counted


def readouts(scenario: Scenario) -> dict[str, str]:
    """The numbers of step 7, case by case."""
    return {**_one_gpu(scenario), **_fits(scenario), **_activations(scenario)}


def _one_gpu(scenario: Scenario) -> dict[str, str]:
    alone, units = fully_sharded(scenario.but(gpus=1, rank=-1)), scenario.units
    product = f"16 × {factor(scenario.params)} / 1 + 4 × {factor(scenario.layer)}"
    return {
        "one-substitution": add_up(product, (scenario.params, scenario.layer), (alone.states, alone.gathered), units),
        "alone": bytes_text(alone.total, units),
        "bubble": bytes_text(alone.gathered, units),
        "one-verdict": one_gpu_verdict(scenario),
    }


def one_gpu_verdict(scenario: Scenario) -> str:
    """What sharding buys on the reader’s N, compared with plain data parallelism."""
    plain, sharded, units = data_parallel(scenario).total, fully_sharded(scenario), scenario.units
    if scenario.gpus == 1:
        return (
            f"Your N is 1: FSDP saves nothing and costs {bytes_text(sharded.gathered, units)} more. "
            f"One GPU needs {bytes_text(sharded.total, units)} instead of {bytes_text(plain, units)}."
        )
    if sharded.total >= plain:
        both = f"{bytes_text(sharded.total, units)} instead of {bytes_text(plain, units)}"
        return f"On your {gpus(scenario.gpus)} FSDP still saves nothing: {both}."
    return (
        f"Your N is {scenario.gpus:,}, so FSDP pays: {bytes_text(sharded.total, units)} on each GPU instead of {bytes_text(plain, units)}. "
        "Set N to 1 and the saving is gone."
    )


def _fits(scenario: Scenario) -> dict[str, str]:
    return {
        "traffic-substitution": f"{_sent(scenario, 2, data_parallel_elements(scenario))} with data parallelism, "
        f"{_sent(scenario, 3, fully_sharded_elements(scenario))} with FSDP",
        "more": times(fully_sharded_elements(scenario) / sent) if (sent := data_parallel_elements(scenario)) else "nothing",
        "gpus": gpus(scenario.gpus),
        "fits-verdict": fits_verdict(scenario),
    }


def _sent(scenario: Scenario, collectives: int, elements: int) -> str:
    """'3 × 7B × 3/4 = 15.75B', with the padding of uneven shards where there is any."""
    if scenario.params % scenario.gpus:
        product = f"{scenario.gpus - 1:,} × ⌈{factor(scenario.params)}/{scenario.gpus:,}⌉"
    else:
        product = f"{factor(scenario.params)} × {scenario.gpus - 1:,}/{scenario.gpus:,}"
    return counted(f"{collectives} × {product}", (scenario.params,) if elements else (), elements)


def fits_verdict(scenario: Scenario) -> str:
    """Whether plain data parallelism already fits, and what FSDP would then buy."""
    need, capacity = data_parallel(scenario).total, scenario.gpu_memory
    room = f"16·P is {bytes_text(need, scenario.units)}, and one GPU has {bytes_text(capacity, scenario.units)}"
    plain, sharded = data_parallel_elements(scenario), fully_sharded_elements(scenario)
    if need > capacity:
        return f"{room}: it does not fit, so here the extra traffic buys something. Lower P or raise C to see the other case."
    if not plain:
        return f"{room}: it already fits, and one GPU has nobody to send to."
    return (
        f"{room}: it already fits, activations apart. FSDP would send {times(sharded / plain)} as much as data parallelism, "
        f"{count(sharded)} elements instead of {count(plain)} in every step, for room that you may not need."
    )


def _activations(scenario: Scenario) -> dict[str, str]:
    units, rule = scenario.units, activations.rule_of_thumb(scenario)
    fused, plain = activations.without_checkpointing(scenario), activations.with_plain_attention(scenario)
    sizes = " × ".join(whole(size) for size in (scenario.batch, scenario.seq, scenario.hidden, scenario.layers))
    return {
        "activation-substitution": f"{come_to(f'4 × {sizes}', (), rule, units)}; {_in_all(scenario)}",
        "in-all": bytes_text(fully_sharded(scenario).total + activations.kept(scenario), units),
        "rule": bytes_text(rule, units),
        "fused": bytes_text(fused, units),
        "head-width": whole(activations.HEAD_WIDTH),
        "fused-times": times(fused / rule),
        "plain-times": times(plain / rule),
        "checkpointed": bytes_text(activations.with_checkpointing(scenario), units),
        "block": bytes_text(fused // scenario.layers, units),
        "sharded": bytes_text(fully_sharded(scenario).total, units),
        "capacity": bytes_text(scenario.gpu_memory, units),
        "trusting": trusting(scenario),
        "activation-verdict": activation_verdict(scenario),
    }


def _in_all(scenario: Scenario) -> str:
    """What the layers keep as checkpointing is set, from the one array of the rule of thumb."""
    units, rule, all_kept = scenario.units, activations.rule_of_thumb(scenario), activations.kept(scenario)
    if scenario.checkpointing == "on":
        return f"and what one layer keeps beside it, {bytes_text(all_kept - rule, units)}: {bytes_text(all_kept, units)} in all"
    return f"× {three_digits(all_kept / rule)} without checkpointing: {bytes_text(all_kept, units)}"


def sentence(scenario: Scenario) -> str:
    """The three verdicts in a row."""
    return f"{activation_verdict(scenario)} {fits_verdict(scenario)} {one_gpu_verdict(scenario)}"


STEP = Step(
    slug="limits",
    title="Where the formula bites back",
    line="One GPU, a model that already fits, and activations: three cases of which 16·P/N + L_max does not warn you.",
    controls=("gpus", "layer", "params", "gpu_memory", "checkpointing", "batch", "seq", "hidden", "layers"),
    figures={"one-gpu": one_gpu, "traffic": traffic, "activation-bar": activation_bar},
    readouts=readouts,
    sentence=sentence,
    headlines={
        "one-gpu": ("alone", "with FSDP on one GPU"),
        "traffic": ("more", "of data parallelism’s traffic"),
        "activation-bar": ("in-all", "with the activations"),
    },
    guess=GUESS,
)
