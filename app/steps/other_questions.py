"""The questions about runs that stay as they are, whatever the reader sets."""

from app.memory import catalog
from app.memory.activations import one_tensor, rule_of_thumb
from app.memory.gathering import fully_sharded, gathered_bytes, smallest_gpus
from app.memory.precision import FP32_BYTES
from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.traffic import collective_elements, fully_sharded_elements
from app.memory.units import equals, factor, three_digits, whole
from app.steps.mistakes import FORGOT_OPTIMIZER, FORGOT_THREE, SUM, TOTAL_MISTAKES, WHOLE_CLUSTER
from app.steps.own_questions import total_working
from app.steps.question import Mistake, Question, gpus_of, size_of


def _catalogued(slug: str, gpus: int) -> Scenario:
    model = catalog.model(slug)
    return Scenario(params=model.params, layer=model.layer, hidden=model.hidden, layers=model.layers, gpus=gpus)


GPT3 = Question(
    id="gpt3-on-64",
    title="GPT-3 on 64 GPUs",
    steps=("all-gather",),
    text=lambda run: (
        f"GPT-3 has {factor(run.params)} parameters, its largest layer {factor(run.layer)}. Fully sharded over {gpus_of(run)}, "
        "in fp32 with Adam: how many bytes does one GPU hold at its fullest, activations apart?"
    ),
    answer=lambda run: fully_sharded(run).total,
    working=total_working,
    mistakes=TOTAL_MISTAKES,
    run=_catalogued("gpt3-175b", 64),
)


def _gpus_for(bytes_per_parameter: int, run: Scenario) -> int:
    return -(-bytes_per_parameter * run.params // (run.gpu_memory - gathered_bytes(run.layer)))


def _smallest_working(run: Scenario) -> str:
    """N ≥ 16·P / (C − 4·ℓ) with the numbers put in."""
    room = run.gpu_memory - gathered_bytes(run.layer)
    exact = three_digits(data_parallel(run).total / room)
    sums = f"16 × {factor(run.params)} / ({size_of(run, run.gpu_memory)} − {size_of(run, gathered_bytes(run.layer))})"
    return f"16·P/N + 4·ℓ ≤ C, so N is at least {sums} ≈ {exact}, rounded up"


SMALLEST = Question(
    id="smallest-for-70b",
    title="How many GPUs for 70B?",
    steps=("persistent-memory", "all-gather"),
    text=lambda run: (
        f"Llama 2 70B has {factor(run.params)} parameters, its largest layer {factor(run.layer)}. "
        f"On how many GPUs of {size_of(run, run.gpu_memory)} each, at the least, can it be trained fully sharded, activations apart?"
    ),
    answer=lambda run: smallest_gpus(run) or 0,
    working=_smallest_working,
    mistakes=(
        Mistake(
            lambda run: -(-SUM * run.params // run.gpu_memory),
            "You forgot the bubble, or rounded down. The largest layer takes its room on every GPU, and part of a GPU is a GPU.",
        ),
        Mistake(lambda run: _gpus_for(FP32_BYTES, run), FORGOT_THREE),
        Mistake(lambda run: _gpus_for(2 * FP32_BYTES, run), FORGOT_OPTIMIZER),
        Mistake(lambda run: 16, "You rounded up to a power of two. It is a good habit, but a smaller number of GPUs is enough."),
    ),
    unit="GPUs",
    run=_catalogued("llama-2-70b", 1),
)

TRAFFIC = Question(
    id="traffic",
    title="The price in traffic",
    steps=("limits",),
    text=lambda run: (
        f"{factor(run.params)} parameters, fully sharded over {gpus_of(run)}. "
        "How many elements (numbers, not bytes) does each GPU send in one training step, each passing shards on to its neighbour in a ring?"
    ),
    answer=fully_sharded_elements,
    working=lambda run: f"3·P·(N − 1)/N {equals(run.params)} 3 × {factor(run.params)} × {run.gpus - 1}/{run.gpus}",
    mistakes=(
        Mistake(
            lambda run: 2 * collective_elements(run),
            "That is plain data parallelism, one all-reduce (adding up all gradients). FSDP gathers once more: 3, not 2.",
        ),
        Mistake(lambda run: 3 * run.params, "You forgot (N − 1)/N: a GPU does not send its own shard to itself."),
        Mistake(lambda run: 2 * run.params, "That is plain data parallelism, and without (N − 1)/N."),
        Mistake(
            collective_elements,
            "That is one collective. FSDP does three: it gathers in forward and in backward, and reduces the gradients.",
        ),
        Mistake(lambda run: FP32_BYTES * fully_sharded_elements(run), "Those are bytes. The question asks for elements, 4 bytes each."),
        Mistake(lambda run: 3 * run.params * (run.gpus - 1), "You did not divide by N: in each round a GPU sends one shard."),
    ),
    unit="elements",
    run=Scenario(params=8_000_000_000, gpus=8),
)

ACTIVATIONS = Question(
    id="activations",
    title="What no GPU divides",
    steps=("limits",),
    text=lambda run: (
        f"A batch of {run.batch} sequences of {whole(run.seq)} tokens on each of {gpus_of(run)}, hidden size {whole(run.hidden)}, "
        f"{run.layers} layers, fp32. By the rule of thumb, one saved tensor a layer, how many bytes of activations does each GPU keep?"
    ),
    answer=rule_of_thumb,
    working=lambda run: f"4·b·s·h·L = 4 × {run.batch} × {whole(run.seq)} × {whole(run.hidden)} × {run.layers}",
    mistakes=(
        Mistake(lambda run: rule_of_thumb(run) / run.gpus, "You divided by N. FSDP shards no activations; each GPU has its own batch."),
        Mistake(lambda run: rule_of_thumb(run) / FP32_BYTES, "You counted elements. Each of them takes 4 bytes."),
        Mistake(one_tensor, "That is one layer. Every layer keeps its own."),
        Mistake(lambda run: rule_of_thumb(run) / run.batch, "That is one sequence. The batch has more."),
        Mistake(lambda run: rule_of_thumb(run) * run.gpus, WHOLE_CLUSTER),
        Mistake(
            lambda run: rule_of_thumb(run) * SUM / FP32_BYTES,
            "An activation has no gradient stack and no optimizer states: 4 bytes, not 16.",
        ),
    ),
    run=Scenario(gpus=8, batch=2, seq=4096, hidden=4096, layers=32),
)
