"""Problems of step 5: what stays on each GPU, forwards, backwards, and under the other stages of ZeRO."""

from dataclasses import replace

from app.memory.scenario import Scenario
from app.memory.states import data_parallel, persistent
from app.memory.units import factor
from app.steps.mistakes import FORGOT_OPTIMIZER, FORGOT_THREE, SUM
from app.steps.own_questions import KEPT
from app.steps.practice.choice import Choice
from app.steps.practice.phrases import ADAM, CLUSTER, evenly, per_parameter, per_share, said, sharded
from app.steps.practice.template import Template, gpus_from
from app.steps.question import Mistake, Question, gpus_of, parameters_of, size_of
from app.steps.sums import four_digits

STEP = ("persistent-memory",)
NOT_16 = (4, 8, 12, 20, 24, 32, 48)  # where bytes and parameters would look alike

STAYS = Template(
    1,
    replace(
        KEPT, id="stays", title="A share for each",
        text=lambda run: f"{sharded(run)} How many bytes does each GPU keep all the time?",
    ),
    ("What would one GPU keep that holds everything? Into how many pieces is that cut?", "16·P/N."),
    gpus_from(*CLUSTER),
    lambda run: 4 * run.layer * 10 > persistent(run).total,
)  # fmt: skip

TOGETHER = Template(
    1,
    Question(
        "shards-together", "All shards together", STEP,
        lambda run: f"{sharded(run)} How many bytes do all GPUs together keep all the time?",
        lambda run: persistent(run).total * run.gpus,
        lambda run: f"N·16·P/N = 16·P = 16 × {factor(run.params)}: cut, not made smaller",
        (
            per_share(16, "That is one GPU. The others keep as much."),
            Mistake(lambda run: SUM * run.params * run.gpus, "That is plain data parallelism, N full copies. Shards add up to one."),
            per_parameter(4, FORGOT_THREE),
        ),
    ),
    ("Put the pieces together again.", "N pieces of 16·P/N."),
    evenly(),
)  # fmt: skip

SAVED = Template(
    2,
    Question(
        "saved", "What sharding frees", STEP,
        lambda run: f"{sharded(run)} How many bytes fewer does each GPU keep all the time than under plain data parallelism?",
        lambda run: data_parallel(run).total - persistent(run).total,
        lambda run: f"16·P − 16·P/N = 16 × {factor(run.params)} × (1 − 1/{run.gpus})",
        (
            per_share(16, "That is what stays. The question is what it saves."),
            Mistake(lambda run: 4 * run.params * (1 - 1 / run.gpus), FORGOT_THREE),
            Mistake(lambda run: SUM * run.params * (run.gpus - 1), "That is the whole cluster. The question is about one GPU."),
        ),
    ),
    ("What was there before, and what is there now?", "16·P before, 16·P/N now."),
    evenly((2, 3, 4, 6, 8, 12)),
)  # fmt: skip

MODEL = Template(
    2,
    Question(
        "model-of-shards", "Whose shards are these?", STEP,
        lambda run: f"A model is fully sharded over {gpus_of(run)}, {ADAM}. Each GPU keeps {four_digits(persistent(run).total, run.units)} "
                    "all the time. How many parameters (elements) has the model?",
        lambda run: run.params,
        lambda run: f"P = bytes × N / 16 = {four_digits(persistent(run).total, run.units)} × {run.gpus} / 16",
        (
            per_share(1, "You forgot the other GPUs: each has a shard of its own."),
            per_parameter(4, "You divided by 4 bytes. Each parameter keeps 16."),
            per_parameter(16, "Those are the bytes of all shards. Sixteen of them are one parameter."),
        ),
        "elements",
    ),
    ("How much do all GPUs keep? How much is that for one parameter?", "P = bytes × N / 16."),
    evenly(NOT_16),
)  # fmt: skip

HOW_MANY = Template(
    2,
    Question(
        "gpus-of-shards", "Cut into how many?", STEP,
        lambda run: f"A model of {parameters_of(run)}, {ADAM}, is fully sharded. Each GPU keeps "
                    f"{four_digits(persistent(run).total, run.units)} all the time. How many GPUs share it?",
        lambda run: run.gpus,
        lambda run: f"N = 16·P / bytes = 16 × {factor(run.params)} / {four_digits(persistent(run).total, run.units)}",
        (
            Mistake(lambda run: run.gpus / 4, FORGOT_THREE), Mistake(lambda run: run.gpus / 2, FORGOT_OPTIMIZER),
            Mistake(lambda run: run.gpus * 4 / 16, "You divided P by the bytes. Each parameter has 16."),
        ),
        "GPUs",
    ),
    ("How much is there in all? How much does one GPU take of it?", "N = 16·P / bytes."),
    evenly(NOT_16),
)  # fmt: skip


def _least(run: Scenario, bytes_each: int = SUM) -> int:
    return -(-bytes_each * run.params // run.gpu_memory)


SMALLEST = Template(
    2,
    Question(
        "smallest-n-shards", "From which N do the shards fit?", STEP,
        lambda run: f"A model of {parameters_of(run)}, {ADAM}, is fully sharded over GPUs of {size_of(run, run.gpu_memory)}. On how many "
                    "GPUs, at the least, does what stays fit? Leave the gathered layer and the activations out.",
        _least,
        lambda run: f"16·P/N ≤ C, so N ≥ 16 × {factor(run.params)} / {size_of(run, run.gpu_memory)}, rounded up",
        (
            Mistake(lambda run: _least(run, 4), FORGOT_THREE), Mistake(lambda run: _least(run, 8), FORGOT_OPTIMIZER),
            Mistake(lambda run: SUM * run.params // run.gpu_memory, "You rounded down. A part of a GPU is a GPU."),
            Mistake(lambda run: 1 << (_least(run) - 1).bit_length(), "You rounded up to a power of two. A smaller number of GPUs is "
                "enough."),
        ),
        "GPUs",
    ),
    ("How much is there in all, and how much takes one GPU?", "16·P/N ≤ C: solve for N."),
    fair=lambda run: _least(run) > 2,
)  # fmt: skip

LARGEST = Template(
    3,
    Question(
        "largest-sharded", "The largest model for a cluster", STEP,
        lambda run: f"You have {gpus_of(run)} of {size_of(run, run.gpu_memory)} and shard fully, {ADAM}. Gathered layer and activations "
                    "apart: how many parameters (elements) can the model have at the most?",
        lambda run: run.gpus * (run.gpu_memory // SUM),
        lambda run: f"16·P/N ≤ C, so P ≤ N·C / 16 = {run.gpus} × {size_of(run, run.gpu_memory)} / 16",
        (
            Mistake(lambda run: run.gpu_memory / SUM, "That is plain data parallelism. Sharded, the GPUs’ memory adds up."),
            Mistake(lambda run: run.gpus * run.gpu_memory / 4, FORGOT_THREE),
            Mistake(lambda run: run.gpus * run.gpu_memory / 8, FORGOT_OPTIMIZER),
            Mistake(lambda run: run.gpus * run.gpu_memory, "Those are bytes. One parameter takes 16."),
        ),
        "elements",
    ),
    ("How much memory has the cluster? How much does one parameter take in it?", "16·P/N ≤ C: solve for P."),
    gpus_from(*CLUSTER),
)  # fmt: skip

DOUBLED = Template(
    1,
    Choice(
        "shards-doubled", "Twice as many GPUs, sharded", STEP,
        lambda run: f"{sharded(run)} Now you double the number of GPUs. What happens to what stays on each?",
        (
            said("half", "It halves", right=True),
            said("same", "It stays the same", "That is plain data parallelism. Here N divides all four stacks."),
            said("quarter", "It becomes a quarter", "Each share is half as large. All four stacks halve; they do not multiply."),
            said("theta", "Only θ halves", "At stage 3 gradients and optimizer states are cut the same way."),
        ),
        lambda run: f"from 16·P/{run.gpus:,} to 16·P/{2 * run.gpus:,}",
    ),
    ("Look for N in the formula.", "16·P/N."),
    gpus_from(*CLUSTER),
)  # fmt: skip

TEMPLATES = (STAYS, TOGETHER, DOUBLED, SAVED, MODEL, HOW_MANY, SMALLEST, LARGEST)
