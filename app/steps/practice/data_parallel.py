"""Problems of step 3: everyone holds everything."""

from dataclasses import replace

from app.memory.scenario import Scenario
from app.memory.states import data_parallel
from app.memory.units import factor
from app.steps.mistakes import FORGOT_THREE, SUM
from app.steps.own_questions import ON_EACH
from app.steps.practice.choice import Choice
from app.steps.practice.phrases import CLUSTER, clear_of, copied, full_copy, per_parameter, per_share, said, small_model, when
from app.steps.practice.template import OneOf, Template, gpus_from
from app.steps.question import Mistake, Question, gpus_of, parameters_of, size_of

STEP = ("data-parallel",)
NO_RELIEF = "Plain data parallelism divides the batch and not the model: N is not in 16·P."

EACH = Template(
    1,
    replace(ON_EACH, id="dp-each", title="One of many copies"),
    ("What does a GPU share with the others, and what does it hold whole?", "Mem_DP = 16·P on every GPU."),
    gpus_from(*CLUSTER),
)

TOGETHER = Template(
    2,
    Question(
        "dp-cluster", "All copies together", STEP,
        lambda run: f"{copied(run)} How many bytes of parameters, gradients and optimizer states do all GPUs together hold?",
        lambda run: SUM * run.params * run.gpus,
        lambda run: f"16·P·N = 16 × {factor(run.params)} × {run.gpus:,}",
        (
            per_parameter(16, "That is one GPU. Each of the others holds as much."),
            Mistake(lambda run: 4 * run.params * run.gpus, FORGOT_THREE),
            per_share(16, "You divided by N. Every GPU has a full copy, so multiply."),
        ),
    ),
    ("How much is on one GPU? How many have the same?", "16·P on each, N times."),
    gpus_from(*CLUSTER),
)  # fmt: skip

BUCKETS = Template(
    3,
    Question(
        "dp-buckets", "PyTorch’s buckets", STEP,
        lambda run: f"{copied(run)} PyTorch’s DistributedDataParallel, as it comes, also copies all gradients into buckets that it "
                    "sends. How many bytes does each GPU hold with them?",
        lambda run: 20 * run.params,
        lambda run: f"16·P + 4·P = 20 × {factor(run.params)}; gradient_as_bucket_view=True saves the 4·P",
        (
            per_parameter(16, "You forgot the buckets: one more number for each parameter."),
            per_parameter(24, "You counted the buckets twice. They are one fp32 copy of the gradients."),
            per_parameter(32, "You doubled everything. Only the gradients are copied."),
            per_share(20, NO_RELIEF),
        ),
    ),
    ("A bucket holds gradients, and all gradients lie in some bucket.", "16·P, and 4·P once more."),
    gpus_from(*CLUSTER),
)  # fmt: skip

LARGEST = Template(
    2,
    Question(
        "dp-largest", "More GPUs, larger model?", STEP,
        lambda run: f"You have {gpus_of(run)} of {size_of(run, run.gpu_memory)}. By plain data parallelism, in fp32 with Adam and "
                    "activations apart: how many parameters (elements) can a model have at the most?",
        lambda run: run.gpu_memory // SUM,
        lambda run: f"16·P ≤ C whatever N, so P ≤ {size_of(run, run.gpu_memory)} / 16",
        (
            Mistake(lambda run: run.gpu_memory * run.gpus / SUM, f"You added the GPUs’ memory up. {NO_RELIEF}"),
            Mistake(lambda run: run.gpu_memory * run.gpus / 4, f"You counted θ only and added the GPUs’ memory up. {NO_RELIEF}"),
            Mistake(lambda run: run.gpu_memory / 4, FORGOT_THREE),
            Mistake(lambda run: run.gpu_memory / SUM / run.gpus, "You divided by N. Each GPU has all of its memory for its own copy."),
        ),
        "elements",
    ),
    ("Does a second GPU make room on the first?", "16·P ≤ C, and N is not in it."),
    gpus_from(*CLUSTER),
)  # fmt: skip

DOUBLED = Template(
    1,
    Choice(
        "dp-doubled", "Twice as many GPUs", STEP,
        lambda run: f"{copied(run)} Now you double the number of GPUs. What happens to the bytes on each?",
        (
            said("same", "They stay the same", right=True),
            said("half", "They halve", f"That is sharding. {NO_RELIEF}"),
            said("double", "They double", "The whole cluster holds twice as much. Each GPU holds one copy, as before."),
            said("part", "Only the optimizer’s states halve", "That is ZeRO stage 1. Plain data parallelism shards nothing."),
        ),
        lambda run: f"16·P = 16 × {factor(run.params)}, and N is not in it",
    ),
    ("Look for N in the formula.", "Mem_DP = 16·P."),
    gpus_from(*CLUSTER),
)  # fmt: skip


def _fits(run: Scenario) -> bool:
    return data_parallel(run).total <= run.gpu_memory


def _either(run: Scenario, one_of: OneOf) -> Scenario:
    return small_model(run, one_of).but(gpus=one_of(CLUSTER, "gpus"))


FITS = Template(
    1,
    Choice(
        "dp-fits", "Does the copy fit?", STEP,
        lambda run: f"{copied(run)} Each GPU has {size_of(run, run.gpu_memory)}. Does it fit, activations apart?",
        (
            when("fits", "Yes", _fits, lambda run: f"16·P is {size_of(run, full_copy(run))}, more than each GPU has."),
            when("not", "No, and no number of GPUs helps", lambda run: not _fits(run),
                 lambda run: f"16·P is {size_of(run, full_copy(run))}, and each GPU has more."),
            said("more", "No, but with more GPUs it would", NO_RELIEF),
        ),
        lambda run: f"16·P = {size_of(run, full_copy(run))} against {size_of(run, run.gpu_memory)}, whatever N",
    ),
    (lambda run: f"First the full copy of {parameters_of(run)}, then compare.", "16·P against C; N is not in it."),
    _either,
    clear_of(lambda run: run.gpu_memory, full_copy),
)  # fmt: skip

TEMPLATES = (EACH, DOUBLED, FITS, TOGETHER, LARGEST, BUCKETS)
