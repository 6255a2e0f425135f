"""Problems of step 7: all three terms together, which of them dominates, and what to change."""

from collections.abc import Callable

from app.memory.activations import kept, rule_of_thumb
from app.memory.gathering import fully_sharded, gathered_bytes
from app.memory.scenario import Scenario
from app.memory.states import data_parallel, persistent
from app.memory.units import factor
from app.steps.mistakes import SUM
from app.steps.practice.activations import NOT_ONE, PER_BATCH, whole_run
from app.steps.practice.choice import Choice, Option
from app.steps.practice.phrases import CLUSTER, when
from app.steps.practice.template import Template, gpus_from
from app.steps.question import Mistake, Question, parameters_of, size_of

STEP = ("limits",)


def _everything(run: Scenario) -> int:
    return fully_sharded(run).total + kept(run)


def _with_activations(run: Scenario, activations: float) -> float:
    return fully_sharded(run).total + activations


ALL = Template(
    3,
    Question(
        "everything", "All three terms", STEP,
        lambda run: f"{whole_run(run)} How many bytes does a GPU need for shards, gathered layer and activations together?",
        _everything,
        lambda run: f"16·P/N + 4·ℓ + 64·b·s·h·L = {size_of(run, persistent(run).total)} + {size_of(run, gathered_bytes(run.layer))} + "
                    f"{size_of(run, kept(run))}",
        (
            Mistake(lambda run: fully_sharded(run).total, "You forgot the activations. No formula with P and N has them in it."),
            Mistake(lambda run: _with_activations(run, kept(run) / run.gpus), PER_BATCH),
            Mistake(lambda run: _with_activations(run, rule_of_thumb(run)), NOT_ONE),
            Mistake(kept, "Those are the activations alone. Shards and gathered layer are there as well."),
            Mistake(lambda run: data_parallel(run).total + kept(run), "You forgot to shard: 16·P/N, and not 16·P."),
        ),
    ),
    ("Three terms. Which of them does N divide?", "16·P/N + 4·ℓ + 64·b·s·h·L."),
    gpus_from(*CLUSTER),
)  # fmt: skip

EXTRA = Template(
    2,
    Question(
        "one-gpu-extra", "FSDP on one GPU", STEP,
        lambda run: f"A model of {parameters_of(run)}, its largest layer {factor(run.layer)}, is trained in fp32 with Adam on one GPU. By "
                    "the lesson’s formula, how many bytes more does FSDP need there than training without it?",
        lambda run: fully_sharded(run).total - data_parallel(run).total,
        lambda run: f"16·P/1 + 4·ℓ − 16·P = 4 × {factor(run.layer)}",
        (
            Mistake(lambda run: SUM * run.layer, "You took 16 bytes. Only parameters are gathered."),
            Mistake(lambda run: fully_sharded(run).total, "That is all of it. The question is what comes on top."),
            Mistake(lambda run: data_parallel(run).total, "That is needed either way. The question is what FSDP adds."),
            Mistake(lambda run: 4 * run.params, "You gathered the whole model. One layer at a time is gathered."),
        ),
    ),
    ("What is 16·P/N for N = 1? What is added?", "16·P/1 + 4·ℓ against 16·P."),
    lambda run, one_of: run.but(gpus=1),
)  # fmt: skip


def _ahead(terms: tuple[int, ...]) -> bool:
    """Whether the largest term is so by a fifth, so that nobody has to split hairs."""
    second, first = sorted(terms)[-2:]
    return first * 5 > second * 6


WHAT_IS_LARGEST = Template(
    3,
    Choice(
        "largest-of-three", "Which term dominates?", STEP,
        lambda run: f"{whole_run(run)} What takes most of a GPU’s memory?",
        (
            when("shards", "The shards", lambda run: persistent(run).total > max(gathered_bytes(run.layer), kept(run)),
                 lambda run: f"The shards take {size_of(run, persistent(run).total)}."),
            when("bubble", "The gathered layer", lambda run: gathered_bytes(run.layer) > max(persistent(run).total, kept(run)),
                 lambda run: f"The gathered layer takes {size_of(run, gathered_bytes(run.layer))}."),
            when("activations", "The activations", lambda run: kept(run) > max(persistent(run).total, gathered_bytes(run.layer)),
                 lambda run: f"The activations take {size_of(run, kept(run))}."),
        ),
        lambda run: f"shards {size_of(run, persistent(run).total)}, gathered layer {size_of(run, gathered_bytes(run.layer))}, activations "
                    f"{size_of(run, kept(run))}",
    ),
    ("Compute all three before you compare.", "16·P/N, 4·ℓ and 64·b·s·h·L."),
    lambda run, one_of: run.but(gpus=one_of((4, 8, 64, 128), "gpus"), batch=1, seq=one_of((64, 128, 512, 1024), "seq")),
    lambda run: _ahead((persistent(run).total, gathered_bytes(run.layer), kept(run))),
)  # fmt: skip


def _fits(run: Scenario) -> bool:
    return _everything(run) <= run.gpu_memory


VERDICT = Template(
    3,
    Choice(
        "with-the-batch", "Does it fit with its batch?", STEP,
        lambda run: f"{whole_run(run)} Each GPU has {size_of(run, run.gpu_memory)}. Does it fit?",
        (
            when("fits", "It fits", _fits, lambda run: f"All three terms come to {size_of(run, _everything(run))}."),
            when("activations", "Without the activations it would fit, with them it does not",
                 lambda run: fully_sharded(run).total <= run.gpu_memory < _everything(run),
                 "Compute 16·P/N + 4·ℓ first and compare it with C, then add the activations and compare again."),
            when("states", "It does not fit even without the activations", lambda run: fully_sharded(run).total > run.gpu_memory,
                 lambda run: f"Without the activations it is {size_of(run, fully_sharded(run).total)}, which fits."),
        ),
        lambda run: f"16·P/N + 4·ℓ = {size_of(run, fully_sharded(run).total)}, with the activations {size_of(run, _everything(run))}, "
                    f"against {size_of(run, run.gpu_memory)}",
    ),
    ("Two sums: without the activations and with them.", "16·P/N + 4·ℓ, then 64·b·s·h·L on top."),
    gpus_from(*CLUSTER),
    lambda run: all(abs(total - run.gpu_memory) * 20 > run.gpu_memory for total in (fully_sharded(run).total, _everything(run))),
)  # fmt: skip

CHANGES: dict[str, Callable[[Scenario], Scenario]] = {
    "gpus": lambda run: run.but(gpus=2 * run.gpus),
    "checkpointing": lambda run: run.but(checkpointing="on"),
    "layer": lambda run: run.but(layer=run.layer // 2),
}


def _apart(run: Scenario) -> bool:
    return abs(_everything(run) - run.gpu_memory) * 20 > run.gpu_memory


def _remedy(slug: str, text: str, slip: str) -> Option:
    return when(slug, text, lambda run: not _fits(run) and _fits(CHANGES[slug](run)),
                lambda run: f"{slip} It would still be {size_of(run, _everything(CHANGES[slug](run)))}.")  # fmt: skip


WHAT_TO_CHANGE = Template(
    3,
    Choice(
        "what-to-change", "What to change", STEP,
        lambda run: f"{whole_run(run)} It needs {size_of(run, _everything(run))}, and each GPU has {size_of(run, run.gpu_memory)}. Which "
                    "one change makes it fit?",
        (
            _remedy("gpus", "Twice as many GPUs", "That halves the shards and nothing else."),
            _remedy("checkpointing", "Activation checkpointing", "That shrinks the activations and nothing else."),
            _remedy("layer", "Smaller units, half of ℓ", "That halves the gathered layer and nothing else."),
        ),
        lambda run: f"shards {size_of(run, persistent(run).total)}, gathered layer {size_of(run, gathered_bytes(run.layer))}, activations "
                    f"{size_of(run, kept(run))}: the change must take away enough of the largest",
    ),
    ("Which term is the largest? Which change shrinks it?", "N divides the shards, checkpointing the activations, units the gathered "
        "layer."),
    lambda run, one_of: run.but(gpus=one_of((4, 8, 16, 32), "gpus"), batch=1, seq=one_of((128, 256, 1024, 2048), "seq")),
    lambda run: all(_apart(other) for other in (run, *(make(run) for make in CHANGES.values()))),
)  # fmt: skip

TEMPLATES = (EXTRA, ALL, WHAT_IS_LARGEST, VERDICT, WHAT_TO_CHANGE)
