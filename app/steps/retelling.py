"""The retelling: the whole story in plain words with the reader's own numbers, about one minute read aloud."""

from app.figures.activation_words import batch_of
from app.figures.one_picture import whole_story
from app.memory.activations import kept
from app.memory.gathering import fully_sharded, gathered_bytes, smallest_gpus
from app.memory.precision import FP32_ADAM, FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.sharding import padding_parameters
from app.memory.states import data_parallel, persistent
from app.memory.traffic import data_parallel_elements, fully_sharded_elements
from app.memory.units import bytes_text, count_in_words, gpus, three_digits
from app.steps.step import Step

LITTLE = 0.01  # padding below this share of the parameters is called little


def readouts(scenario: Scenario) -> dict[str, str]:
    """The paragraphs of the story, in order."""
    told = {f"part-{number}": words for number, words in enumerate(story(scenario), start=1)}
    return told | {"in-all": _bytes(fully_sharded(scenario).total + kept(scenario), scenario)}


def story(scenario: Scenario) -> tuple[str, ...]:
    """What training costs, what copies cost, what shards cost, what borrowing costs, what is left out."""
    return (what_is_kept(scenario), copies(scenario), shards(scenario), bubble(scenario), left_out(scenario))


def what_is_kept(scenario: Scenario) -> str:
    """The four numbers for each parameter and their sum."""
    numbers = f"{count_in_words(scenario.params)} parameters, numbers" if scenario.params > 1 else "a single parameter, a number"
    return (
        f"Your model has {numbers} of {FP32_BYTES} bytes. Training keeps three more for each: "
        f"the gradient and Adam’s two running means. That makes {FP32_ADAM.bytes_per_parameter} bytes a parameter, "
        f"{_bytes(data_parallel(scenario).total, scenario)}."
    )


def copies(scenario: Scenario) -> str:
    """Plain data parallelism, whether it fits, and that more GPUs would not change that."""
    where = "your one GPU" if scenario.gpus == 1 else f"each of your {gpus(scenario.gpus)}"
    fits = (
        "so that much already fits, without any sharding."
        if data_parallel(scenario).total <= scenario.gpu_memory
        else "so it does not fit, and more GPUs only mean more copies."
    )
    return f"Data parallelism copies all of it to {where}. One GPU has {_bytes(scenario.gpu_memory, scenario)}, {fits}"


def shards(scenario: Scenario) -> str:
    """Sharding, and what one GPU keeps of it."""
    own = _bytes(persistent(scenario).total, scenario)
    if scenario.gpus == 1:
        return (
            f"Sharding cuts the four stacks into equal shards, one for each GPU. With one GPU the shard is the whole: it still keeps {own}."
        )
    return (
        f"Sharding cuts each of the four stacks into {scenario.gpus:,} shards, one for each GPU. "
        f"Now a GPU keeps {own}; together they hold the model once{_padded(scenario)}."
    )


def _padded(scenario: Scenario) -> str:
    padding = padding_parameters(scenario.params, scenario.gpus)
    if not padding:
        return ""
    return ", apart from a little padding" if padding < LITTLE * scenario.params else ", apart from the padding"


def bubble(scenario: Scenario) -> str:
    """Gathering a layer, what it adds, and whether shards and bubble fit."""
    how = (
        "to run a layer, a GPU needs all its parameters. It borrows the missing shards and drops them right after."
        if scenario.gpus > 1
        else "FSDP still makes a whole copy of each layer’s parameters before it runs, with nobody to borrow from."
    )
    borrowed, peak = gathered_bytes(scenario.layer), fully_sharded(scenario).total
    return (
        f"The catch: {how} The largest layer adds {_bytes(borrowed, scenario)}, "
        f"{_bytes(peak, scenario)} at the fullest. {verdict(scenario)}"
    )


def verdict(scenario: Scenario) -> str:
    """Whether shards and bubble fit on one GPU, and what would make them fit."""
    if fully_sharded(scenario).total <= scenario.gpu_memory:
        return "That fits."
    smallest = smallest_gpus(scenario)
    if smallest is None:
        return "That does not fit, and no number of GPUs would help: the bubble leaves no room."
    return f"That does not fit; it would take {gpus(smallest)}."


def left_out(scenario: Scenario) -> str:
    """The activations, what they belong to, whether they still fit, and the traffic."""
    peak = fully_sharded(scenario).total
    total = peak + kept(scenario)
    fits = ", and that still fits" if total <= scenario.gpu_memory else ", more than a GPU has" if peak <= scenario.gpu_memory else ""
    return (
        "The activations are left out: they belong to the batch, and no number of GPUs divides them. "
        f"For {batch_of(scenario)} they take {_bytes(kept(scenario), scenario)}: "
        f"{_bytes(total, scenario)} in all{fits}.{_price(scenario)}"
    )


def _price(scenario: Scenario) -> str:
    """What the borrowing costs, where there is anybody to borrow from."""
    if scenario.gpus == 1:
        return ""
    ratio = three_digits(fully_sharded_elements(scenario) / data_parallel_elements(scenario))
    return f" Borrowing costs {ratio} times data parallelism’s traffic."


def sentence(scenario: Scenario) -> str:
    """The end of the story."""
    return f"{_bytes(fully_sharded(scenario).total, scenario)} at the fullest, activations apart. {verdict(scenario)}"


def _bytes(size: int, scenario: Scenario) -> str:
    return bytes_text(size, scenario.units)


STEP = Step(
    slug="retelling",
    title="The story, told in a minute",
    line="The whole lesson in plain words and your own numbers, to be read aloud.",
    controls=("params", "gpus", "layer", "gpu_memory"),
    figures={"whole-story": whole_story},
    readouts=readouts,
    sentence=sentence,
    headlines={"whole-story": ("in-all", "on one GPU, all counted")},
    path="/retelling",
    name="Retelling",
)
