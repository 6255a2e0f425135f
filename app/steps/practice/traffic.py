"""Problems of step 7: what each GPU sends, and whether that buys anything."""

from dataclasses import replace

from app.memory.scenario import Scenario
from app.memory.traffic import data_parallel_elements, fully_sharded_elements
from app.memory.units import factor
from app.steps.other_questions import TRAFFIC
from app.steps.practice.choice import Choice
from app.steps.practice.phrases import clear_of, copied, evenly, full_copy, said, sharded, small_model, when
from app.steps.practice.template import OneOf, Template
from app.steps.question import Mistake, Question, gpus_of, parameters_of, size_of

STEP = ("limits",)
NOT_ITSELF = "You forgot (N − 1)/N: a GPU does not send its own shard to itself."
SMALL_RINGS = (2, 3, 4, 6, 8, 12)
RING = "each passing shards on to its neighbour in a ring"

SENT = Template(
    2,
    replace(
        TRAFFIC, id="fsdp-traffic", title="What FSDP sends", run=None,
        text=lambda run: f"{sharded(run)} How many elements (numbers, not bytes) does each GPU send in one training step, {RING}?",
    ),
    ("How often does the whole model go round in one step?", "3·P·(N − 1)/N: gather forward, gather backward, reduce gradients."),
    evenly(SMALL_RINGS[1:]),
)  # fmt: skip

SENT_BY_DP = Template(
    2,
    Question(
        "dp-traffic", "What copies send", STEP,
        lambda run: f"{copied(run)} They average their gradients once a step by an all-reduce, {RING}. How many elements does each GPU "
            f"send?",
        data_parallel_elements,
        lambda run: f"2·P·(N − 1)/N = 2 × {factor(run.params)} × {run.gpus - 1}/{run.gpus}",
        (
            Mistake(fully_sharded_elements, "That is FSDP, three rounds. An all-reduce is two: reduce-scatter and all-gather."),
            Mistake(lambda run: data_parallel_elements(run) / 2, "That is one round. An all-reduce is a reduce-scatter and an all-gather."),
            Mistake(lambda run: 2 * run.params, NOT_ITSELF),
            Mistake(lambda run: 4 * data_parallel_elements(run), "Those are bytes. The question asks for elements, 4 bytes each."),
        ),
        "elements",
    ),
    ("An all-reduce is two rounds. How much goes through a GPU in one?", "2·P·(N − 1)/N."),
    evenly(SMALL_RINGS),
)  # fmt: skip

SENT_BYTES = Template(
    3,
    Question(
        "traffic-bytes", "In bytes", STEP,
        lambda run: f"{sharded(run)} How many bytes does each GPU send in one training step, all in fp32, {RING}?",
        lambda run: 4 * fully_sharded_elements(run),
        lambda run: f"4·3·P·(N − 1)/N = 12 × {factor(run.params)} × {run.gpus - 1}/{run.gpus}",
        (
            Mistake(fully_sharded_elements, "Those are elements. Each of them takes 4 bytes."),
            Mistake(lambda run: 4 * data_parallel_elements(run), "That is plain data parallelism. FSDP gathers once more: 3, not 2."),
            Mistake(lambda run: 12 * run.params, NOT_ITSELF),
            Mistake(lambda run: 4 * fully_sharded_elements(run) / 3, "That is one round. FSDP does three."),
        ),
    ),
    ("How many elements, and how many bytes has each?", "4·3·P·(N − 1)/N."),
    evenly(SMALL_RINGS),
)  # fmt: skip

MORE_SENT = Template(
    2,
    Question(
        "extra-traffic", "The price of sharding", STEP,
        lambda run: f"{sharded(run)} How many elements more does each GPU send in one step than under plain data parallelism, {RING}?",
        lambda run: fully_sharded_elements(run) - data_parallel_elements(run),
        lambda run: f"(3 − 2)·P·(N − 1)/N = {factor(run.params)} × {run.gpus - 1}/{run.gpus}",
        (
            Mistake(fully_sharded_elements, "That is all that FSDP sends. The question is how much more."),
            Mistake(data_parallel_elements, "That is all that plain data parallelism sends. The question is how much more."),
            Mistake(lambda run: run.params, NOT_ITSELF),
            Mistake(lambda run: 4 * (fully_sharded_elements(run) - data_parallel_elements(run)), "Those are bytes. The question asks "
                "for elements."),
        ),
        "elements",
    ),
    ("How many rounds does each of the two do?", "3 rounds against 2, (N − 1)/N of P each."),
    evenly(SMALL_RINGS),
)  # fmt: skip


def _copy_fits(run: Scenario) -> bool:
    return full_copy(run) <= run.gpu_memory


def _either(run: Scenario, one_of: OneOf) -> Scenario:
    return small_model(run, one_of).but(gpus=one_of((16, 32), "gpus"))


WORTH_IT = Template(
    2,
    Choice(
        "worth-it", "Is FSDP worth it?", STEP,
        lambda run: f"A model of {parameters_of(run)} is to be trained in fp32 with Adam on {gpus_of(run)} of "
                    f"{size_of(run, run.gpu_memory)}. Activations apart, what do you choose?",
        (
            when("dp", "Plain data parallelism: it fits, and sends less", _copy_fits,
                 lambda run: f"A full copy is {size_of(run, full_copy(run))}. It does not fit."),
            when("fsdp", "FSDP: a full copy does not fit", lambda run: not _copy_fits(run),
                 lambda run: f"A full copy is {size_of(run, full_copy(run))}, and there is room for it."),
            said("always", "FSDP: less memory is always better", "It sends half as much again, which costs time. Memory that you do not "
                "need buys nothing."),
        ),
        lambda run: f"16·P = {size_of(run, full_copy(run))} against {size_of(run, run.gpu_memory)}; FSDP sends 3·P instead of 2·P",
    ),
    ("Does the full copy fit?", "16·P against C; 2·P elements sent against 3·P."),
    _either,
    clear_of(lambda run: run.gpu_memory, full_copy),
)  # fmt: skip

TEMPLATES = (SENT_BY_DP, SENT, MORE_SENT, WORTH_IT, SENT_BYTES)
