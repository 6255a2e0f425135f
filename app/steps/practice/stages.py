"""Problems of step 5 that compare: the other stages of ZeRO, and sharding within groups."""

from app.memory.recipe import recipe_of
from app.memory.sharding import shard_parameters
from app.memory.strategy import model_states, strategy_of
from app.memory.units import factor
from app.steps.mistakes import FORGOT_THREE, NOT_DIVIDED, SUM, WHOLE_CLUSTER
from app.steps.practice.phrases import ADAM, evenly, per_parameter, per_share
from app.steps.practice.template import Template
from app.steps.question import Mistake, Question, gpus_of, parameters_of
from app.steps.sums import quotient

STEP = ("persistent-memory",)
FP32, MIXED = recipe_of("fp32"), recipe_of("mixed")
NOT_ALL_CUT = "That is ZeRO-3, where everything is cut. This stage keeps some stacks whole."


def _stage(
    slug: str, title: str, level: int, stage: str, told: str, law: str, mistakes: tuple[Mistake, ...], mixed: bool = False
) -> Template:
    """A problem about another stage of ZeRO."""
    recipe = MIXED if mixed else FP32
    how = "with 16-bit parameters and gradients, and fp32 copy, m and v" if mixed else ADAM
    return Template(
        level,  # type: ignore[arg-type]
        Question(
            slug, title, STEP,
            lambda run: f"A model of {parameters_of(run)} is trained on {gpus_of(run)}, {how}. {told} How many bytes of parameters, "
                        "gradients and optimizer states does each GPU hold?",
            lambda run: model_states(run.params, run.gpus, recipe, strategy_of(stage)),
            lambda run: f"{law}, with P = {factor(run.params)} and P/N = {quotient(run.params, run.gpus)}",
            mistakes,
        ),
        ("Which stacks are whole on every GPU, and which are cut?", f"{law}."),
        evenly((4, 6, 8, 12, 16)),
    )  # fmt: skip


def _split(whole: int, cut: int, words: str) -> Mistake:
    return Mistake(lambda run: whole * run.params + cut * run.params / run.gpus, words)


ONE = _stage(
    "zero-1", "ZeRO stage 1", 2, "zero1", "Only the optimizer’s states are sharded, ZeRO stage 1.", "4·P + 4·P + 8·P/N",
    (
        per_share(16, NOT_ALL_CUT), per_parameter(16, NOT_DIVIDED), _split(4, 12, "That is stage 2, which cuts the gradients as well."),
        _split(8, 4, "You cut one of the optimizer’s two states and forgot the other."),
    ),
)  # fmt: skip
TWO = _stage(
    "zero-2", "ZeRO stage 2", 2, "zero2", "Optimizer states and gradients are sharded, ZeRO stage 2.", "4·P + 12·P/N",
    (
        per_share(16, NOT_ALL_CUT), per_parameter(16, NOT_DIVIDED), _split(8, 8, "That is stage 1. Stage 2 cuts the gradients as well."),
        _split(0, 12, "You forgot the parameters: at stage 2 they are whole on every GPU."),
    ),
)  # fmt: skip
ONE_MIXED = _stage(
    "zero-1-mixed", "Stage 1 as in the paper", 3, "zero1", "Only the optimizer’s states are sharded, ZeRO stage 1.", "2·P + 2·P + 12·P/N",
    (
        per_share(16, NOT_ALL_CUT), per_parameter(16, NOT_DIVIDED), _split(2, 14, "That is stage 2, which cuts the gradients as well."),
        _split(8, 8, "That is the fp32 recipe. Here θ and ∇L take 2 bytes, and copy, m and v 12."),
        _split(4, 8, "You forgot the fp32 copy of the parameters. It belongs to the optimizer, and is cut with it."),
    ),
    mixed=True,
)  # fmt: skip

GROUP = 8

HYBRID = Template(
    3,
    Question(
        "hybrid", "Sharded within a node", STEP,
        lambda run: f"{parameters_of(run)[0].upper()}{parameters_of(run)[1:]} are trained on {gpus_of(run)}, {ADAM}, by hybrid sharding "
                    f"(HSDP): fully sharded within each node of {GROUP} GPUs, copied between nodes. How many bytes does each GPU keep all "
                    "the time?",
        lambda run: SUM * shard_parameters(run.params, GROUP),
        lambda run: f"16·P/S with S = {GROUP}: 16 × {factor(run.params)} / {GROUP}, whatever the number of nodes",
        (
            per_share(16, "You divided by all GPUs. A shard group is one node, and every node has a copy."),
            per_parameter(16, NOT_DIVIDED),
            Mistake(lambda run: SUM * run.params * GROUP / run.gpus, "You divided by the number of nodes. Divide by the GPUs of one node."),
            Mistake(lambda run: 4 * run.params / GROUP, FORGOT_THREE),
            Mistake(lambda run: SUM * run.params * run.gpus / GROUP, WHOLE_CLUSTER),
        ),
    ),
    ("Among how many GPUs is one copy of the model cut?", "16·P/S, S GPUs in a shard group."),
    evenly((16, 24, 32, 48, 96, 128)),
)  # fmt: skip

TEMPLATES = (ONE, TWO, ONE_MIXED, HYBRID)
