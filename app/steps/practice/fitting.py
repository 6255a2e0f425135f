"""Problems of step 6 that compare: shards and bubble with each other and with C."""

from app.memory.gathering import fully_sharded, gathered_bytes
from app.memory.scenario import Scenario
from app.memory.states import persistent
from app.memory.units import factor
from app.steps.mistakes import SUM
from app.steps.practice.all_gather import NOT_IN_BUBBLE, with_layer
from app.steps.practice.choice import Choice
from app.steps.practice.phrases import CLUSTER, clear_of, said, when
from app.steps.practice.template import OneOf, Template, gpus_from
from app.steps.question import parameters_of, size_of

STEP = ("all-gather",)
DEEPER = Template(
    2,
    Choice(
        "deeper", "Twice as deep", STEP,
        lambda run: f"{with_layer(run)} Now the model gets twice as many layers of the same size, on the same GPUs. What changes on each?",
        (
            said("shards", "The shards double, the bubble stays", right=True),
            said("both", "Both double", f"One layer at a time is gathered, and it is as large as before. {NOT_IN_BUBBLE}"),
            said("bubble", "The bubble doubles, the shards stay", "It is the other way round: P doubles, ℓ does not."),
            said("neither", "Neither changes", "P doubles, and 16·P/N with it."),
        ),
        lambda run: "16·P/N grows with P, 4·ℓ with the largest layer",
    ),
    ("What happens to P? What happens to ℓ?", "16·P/N + 4·ℓ."),
    gpus_from(*CLUSTER),
)  # fmt: skip

LARGER_TERM = Template(
    2,
    Choice(
        "larger-term", "Which term is larger?", STEP,
        lambda run: f"{with_layer(run)} Which is larger on each GPU?",
        (
            when("shards", "What stays, the shards", lambda run: persistent(run).total > gathered_bytes(run.layer),
                 lambda run: f"The shards take {size_of(run, persistent(run).total)}. Compute 4·ℓ as well."),
            when("bubble", "What is gathered, the bubble", lambda run: persistent(run).total <= gathered_bytes(run.layer),
                 lambda run: f"The bubble takes {size_of(run, gathered_bytes(run.layer))}. Compute 16·P/N as well."),
        ),
        lambda run: f"16·P/N = {size_of(run, persistent(run).total)}, 4·ℓ = {size_of(run, gathered_bytes(run.layer))}",
    ),
    ("Compute both before you compare.", "16·P/N against 4·ℓ."),
    gpus_from(8, 64, 128, 256, 512),
    clear_of(lambda run: gathered_bytes(run.layer), lambda run: persistent(run).total),
)  # fmt: skip


def _shards_fit(run: Scenario) -> bool:
    return persistent(run).total <= run.gpu_memory


def _all_fits(run: Scenario) -> bool:
    return fully_sharded(run).total <= run.gpu_memory


def _near_the_edge(run: Scenario, one_of: OneOf) -> Scenario:
    """A cluster that is about as large as the model needs."""
    memory = one_of((8, 12, 16, 24), "gpu_memory") * 10**9
    least = -(-SUM * run.params // memory)
    return run.but(gpu_memory=memory, gpus=max(2, least + one_of(range(-4, 9), "gpus")))


FITS = Template(
    2,
    Choice(
        "sharded-fits", "Does it fit?", STEP,
        lambda run: f"{with_layer(run)} Each GPU has {size_of(run, run.gpu_memory)}. Does it fit, activations apart?",
        (
            when("fits", "It fits", _all_fits, lambda run: f"At its fullest a GPU holds {size_of(run, fully_sharded(run).total)}."),
            when("bubble", "The shards fit, with the bubble it is too much", lambda run: _shards_fit(run) and not _all_fits(run),
                 "Compute the shards alone, then add the bubble, and compare each with C."),
            when("shards", "The shards alone are too much", lambda run: not _shards_fit(run),
                 lambda run: f"The shards take {size_of(run, persistent(run).total)}, which is less than C."),
        ),
        lambda run: f"16·P/N = {size_of(run, persistent(run).total)}, with 4·ℓ it is {size_of(run, fully_sharded(run).total)}, "
                    f"against {size_of(run, run.gpu_memory)}",
    ),
    ("First what stays, then the bubble on top.", "16·P/N against C, then 16·P/N + 4·ℓ."),
    _near_the_edge,
    lambda run: all(abs(total - run.gpu_memory) * 50 > run.gpu_memory for total in (persistent(run).total, fully_sharded(run).total)),
)  # fmt: skip


def _large_layer(run: Scenario, one_of: OneOf) -> Scenario:
    return run.but(gpu_memory=one_of((1, 2, 4, 6), "gpu_memory") * 10**9)


ENOUGH = Template(
    3,
    Choice(
        "enough-gpus", "Enough GPUs?", STEP,
        lambda run: f"A model of {parameters_of(run)}, its largest layer {factor(run.layer)}, is to be fully sharded in fp32 with Adam "
                    f"over GPUs of {size_of(run, run.gpu_memory)}. Is there a number of GPUs that is enough, activations apart?",
        (
            when("yes", "Yes, if there are enough of them", lambda run: gathered_bytes(run.layer) < run.gpu_memory,
                 "More GPUs shrink the shards. What do they do to the bubble?"),
            when("no", "No, however many", lambda run: gathered_bytes(run.layer) >= run.gpu_memory,
                 "The gathered layer leaves room, and shards can be made as small as you like."),
        ),
        lambda run: f"4·ℓ = {size_of(run, gathered_bytes(run.layer))} against {size_of(run, run.gpu_memory)}, and N does not shrink it",
    ),
    ("Which of the two terms is left when N is very large?", "4·ℓ against C."),
    _large_layer,
    clear_of(lambda run: run.gpu_memory, lambda run: gathered_bytes(run.layer)),
)  # fmt: skip

TEMPLATES = (DEEPER, LARGER_TERM, FITS, ENOUGH)
