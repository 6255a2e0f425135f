"""Problems of step 6: the bubble, the total with it, and the smallest N."""

from dataclasses import replace

from app.memory.gathering import gathered_bytes
from app.memory.scenario import Scenario
from app.memory.states import persistent
from app.memory.units import factor
from app.steps.mistakes import BUBBLE_OF_STACKS, NOT_DIVIDED, SUM, WHOLE_LAYER
from app.steps.other_questions import SMALLEST as FOR_70B
from app.steps.own_questions import BUBBLE, TOTAL
from app.steps.practice.choice import Choice
from app.steps.practice.phrases import CLUSTER, evenly, product, said, sharded
from app.steps.practice.template import Template, gpus_from
from app.steps.question import Mistake, Question, parameters_of, size_of
from app.steps.sums import quotient

STEP = ("all-gather",)
MANY_GPUS = (16, 24, 32, 48, 64, 96, 128)


def _of_layer(number: float, words: str) -> Mistake:
    return Mistake(lambda run: number * run.layer, words)


def with_layer(run: Scenario) -> str:
    """A sharded model and its largest layer."""
    return f"{sharded(run)} Its largest layer has {factor(run.layer)} parameters."


SWELLS = Template(
    1,
    replace(BUBBLE, id="gathered", text=lambda run: f"{with_layer(run)} How many bytes does the gathered copy take while that layer runs?"),
    ("What must be whole to compute y = Wx, and what need not be?", "L_max = 4·ℓ."),
    gpus_from(*CLUSTER),
)

IN_BF16 = Template(
    2,
    Question(
        "gathered-bf16", "Gathered in bf16", STEP,
        lambda run: f"{with_layer(run)} But it computes in bf16, and gathers in bf16 too. How many bytes does the gathered copy take?",
        lambda run: 2 * run.layer,
        lambda run: product("2·ℓ", 2, run.layer),
        (
            _of_layer(4, "That is fp32. What is gathered in bf16 takes 2 bytes."), _of_layer(16, BUBBLE_OF_STACKS.replace("4·ℓ", "2·ℓ")),
            _of_layer(8, "You halved the 16 bytes of all four stacks. Only parameters are gathered."),
            Mistake(lambda run: 2 * run.layer / run.gpus, WHOLE_LAYER), _of_layer(1, "That is the number of parameters. Each takes 2 "
                "bytes."),
        ),
    ),
    ("How many bytes has one bf16 number?", "L_max = 2·ℓ."),
    gpus_from(*CLUSTER),
)  # fmt: skip

BORROWED = Template(
    2,
    Question(
        "borrowed", "What comes from the others", STEP,
        lambda run: f"{with_layer(run)} Just before it runs, each GPU has its own shard of that layer. How many bytes of it does it "
                    "receive from the others?",
        lambda run: gathered_bytes(run.layer) * (run.gpus - 1) // run.gpus,
        lambda run: f"4·ℓ·(N − 1)/N = 4 × {factor(run.layer)} × {run.gpus - 1}/{run.gpus}",
        (
            _of_layer(4, "That is the whole layer. One shard of it is there already."),
            Mistake(lambda run: 4 * run.layer / run.gpus, "That is the shard that is there already. The others’ come to it."),
            Mistake(lambda run: 16 * run.layer * (run.gpus - 1) / run.gpus, BUBBLE_OF_STACKS),
        ),
    ),
    ("The layer is cut into N shards, and one is at home.", "4·ℓ·(N − 1)/N."),
    gpus_from(2, 3, 4, 6, 8, 12),
)  # fmt: skip

FULLEST = Template(
    2,
    replace(
        TOTAL, id="fullest", title="Shards and bubble",
        text=lambda run: f"{with_layer(run)} How many bytes does one GPU hold at its fullest, activations apart?",
    ),
    ("Two terms: what stays, and what comes and goes.", "16·P/N + 4·ℓ."),
    gpus_from(*MANY_GPUS),
)  # fmt: skip


def _powers(run: Scenario) -> int:
    least = FOR_70B.answer(run)
    return 1 << (least - 1).bit_length()


SMALLEST = Template(
    3,
    replace(
        FOR_70B, id="smallest-n", title="The smallest N, with the bubble", run=None,
        text=lambda run: (
            f"A model of {parameters_of(run)}, its largest layer {factor(run.layer)}, is to be trained fully sharded in fp32 with Adam on "
            f"GPUs of {size_of(run, run.gpu_memory)}. How many does it take at the least, activations apart?"
        ),
        mistakes=(*FOR_70B.mistakes[:3], Mistake(_powers, FOR_70B.mistakes[3].words)),
    ),
    ("What is left of C for the shards while the largest layer is there?", "16·P/N ≤ C − 4·ℓ: solve for N, and round up."),
    lambda run, one_of: run.but(gpu_memory=one_of((16, 24, 32, 40, 48, 80), "gpu_memory") * 10**9),
    lambda run: FOR_70B.answer(run) > 2,
)  # fmt: skip

ONE_UNIT = Template(
    3,
    Question(
        "one-unit", "Wrapped as one", STEP,
        lambda run: f"{sharded(run)} But it was wrapped as one unit, so that all of it is gathered at once. By the lesson’s formula, how "
                    "many bytes does one GPU hold at its fullest, activations apart?",
        lambda run: persistent(run).total + 4 * run.params,
        lambda run: f"16·P/N + 4·P = 16 × {quotient(run.params, run.gpus)} + 4 × {factor(run.params)}",
        (
            Mistake(lambda run: SUM * run.params / run.gpus, "You forgot what is gathered: the whole θ, 4·P bytes."),
            Mistake(lambda run: SUM * run.params, NOT_DIVIDED),
            Mistake(lambda run: 4 * run.params, "That is what is gathered. The shards are there as well."),
            Mistake(lambda run: SUM * run.params / run.gpus + SUM * run.params, BUBBLE_OF_STACKS.replace("4·ℓ", "4·P")),
        ),
    ),
    ("What is ℓ when the whole model is one unit?", "16·P/N + 4·P."),
    evenly((8, 12, 16, 24, 32)),
)  # fmt: skip

NOT_IN_BUBBLE = "The bubble is 4·ℓ: neither N nor the number of layers is in it."

BUBBLE_AND_N = Template(
    1,
    Choice(
        "bubble-doubled", "The bubble and N", STEP,
        lambda run: f"{with_layer(run)} Now you double the number of GPUs. What happens to the bubble?",
        (
            said("same", "It stays the same", right=True),
            said("half", "It halves", WHOLE_LAYER),
            said("double", "It doubles, as more GPUs send", "More GPUs send smaller shards. What they add up to is the same layer."),
            said("gone", "It vanishes once N is large enough", NOT_IN_BUBBLE),
        ),
        lambda run: f"4·ℓ = {size_of(run, gathered_bytes(run.layer))} whatever N",
    ),
    ("Look for N in the formula.", "L_max = 4·ℓ."),
    gpus_from(*CLUSTER),
)  # fmt: skip

TEMPLATES = (SWELLS, BUBBLE_AND_N, IN_BF16, BORROWED, FULLEST, SMALLEST, ONE_UNIT)
