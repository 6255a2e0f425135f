"""Problems of step 2: θ, ∇L, m and v, and what other recipes keep instead."""

from app.memory.recipe import Recipe, recipe_of
from app.memory.units import factor
from app.steps.mistakes import FORGOT_ONE, FORGOT_OPTIMIZER, FORGOT_THREE, SUM
from app.steps.practice.choice import Choice
from app.steps.practice.phrases import ADAM, per_parameter, product, said
from app.steps.practice.template import Template
from app.steps.question import Mistake, Question, parameters_of, size_of

STEP = ("four-per-parameter",)
THAT_IS_ADAM = "That is fp32 with Adam. Count the stacks of this recipe."


def _of_recipe(slug: str, level: int, title: str, recipe: Recipe, told: str, sums: str, mistakes: tuple[Mistake, ...]) -> Template:
    """A problem about the bytes that a recipe keeps; `sums` are its bytes a parameter, written out."""
    return Template(
        level,  # type: ignore[arg-type]
        Question(
            slug, title, STEP,
            lambda run: f"How many bytes of parameters, gradients and optimizer states does training keep for a model of "
                        f"{parameters_of(run)}, {told}?",
            lambda run: recipe.sum * run.params,
            lambda run: f"({sums})·P = {recipe.sum} × {factor(run.params)}",
            mistakes,
        ),
        ("Write down what is kept for one parameter, stack by stack, with its bytes.", f"{sums} = {recipe.sum} bytes for each parameter."),
    )  # fmt: skip


STATES = _of_recipe(
    "states-fp32", 1, "What training keeps", recipe_of("fp32"), f"{ADAM}, on one GPU", "4 + 4 + 4 + 4",
    (per_parameter(4, FORGOT_THREE), per_parameter(8, FORGOT_OPTIMIZER), per_parameter(12, FORGOT_ONE)),
)  # fmt: skip
MOMENTUM = _of_recipe(
    "states-momentum", 2, "Momentum instead of Adam", recipe_of("sgd"), "in fp32 with SGD and momentum", "4 + 4 + 4",
    (
        per_parameter(16, "That is Adam, which keeps m and v. Momentum is one number for each parameter."),
        per_parameter(8, "You forgot the momentum: SGD with momentum keeps one more number for each parameter."),
        per_parameter(4, FORGOT_THREE.split(".")[0] + ". Gradient and momentum are kept as well."),
    ),
)  # fmt: skip
PLAIN_SGD = _of_recipe(
    "states-sgd", 1, "Without optimizer states", recipe_of("sgd-plain"), "with fp32 parameters and gradients and plain SGD, without "
    "momentum",
    "4 + 4",
    (
        per_parameter(16, "That is Adam. Plain SGD keeps no m and no v."),
        per_parameter(4, "You forgot the gradient. It is as large as the parameters."),
        per_parameter(12, "That is SGD with momentum. Without it the optimizer keeps nothing."),
    ),
)  # fmt: skip
EIGHT_BIT = _of_recipe(
    "states-8-bit", 2, "Adam in 8 bits", recipe_of("adam8bit"),
    "with fp32 parameters and gradients, and Adam’s m and v in 8 bits each (what scales them is left out)", "4 + 4 + 1 + 1",
    (
        per_parameter(16, THAT_IS_ADAM), per_parameter(4, "You took 8 bits for everything. Only m and v are in 8 bits."),
        per_parameter(13, "You took one of the two states in 8 bits. Both are."), per_parameter(8, FORGOT_OPTIMIZER),
        per_parameter(9, "You counted one state. Adam keeps two, m and v."),
    ),
)  # fmt: skip
ZERO_MIXED = _of_recipe(
    "states-mixed", 2, "The other 16", recipe_of("mixed"),
    "with parameters and gradients in 16 bits, and an fp32 copy of the parameters beside Adam’s m and v in fp32", "2 + 2 + 4 + 4 + 4",
    (
        per_parameter(12, "You forgot the pair in 16 bits, or the fp32 copy: the optimizer’s 12 bytes stand beside 2 + 2."),
        per_parameter(4, "You counted θ and ∇L in 16 bits. The optimizer keeps three fp32 numbers more."),
        per_parameter(8, "You took 2 bytes for everything. The optimizer’s numbers stay in fp32."),
        per_parameter(20, "You counted gradients in fp32 as well. This recipe keeps them in 16 bits only."),
    ),
)  # fmt: skip
ALL_BF16 = _of_recipe(
    "states-bf16", 1, "All of it in bf16", recipe_of("bf16"), "all four stacks in bf16, with Adam", "2 + 2 + 2 + 2",
    (
        per_parameter(16, "That is fp32. In bf16 each number takes 2 bytes."), per_parameter(2, FORGOT_THREE.replace("16",
        "8").replace("not 4", "not 2")),
        per_parameter(4, FORGOT_OPTIMIZER), per_parameter(6, FORGOT_ONE),
    ),
)  # fmt: skip
ACCUMULATED = _of_recipe(
    "states-accumulated", 3, "Gradients added up in fp32", recipe_of("accumulate"),
    "with parameters and gradients in 16 bits, an fp32 copy of each, and Adam’s m and v in fp32", "2 + 2 + 4 + 4 + 4 + 4",
    (
        per_parameter(16, "You left out one of the fp32 copies: here both the parameters and the gradients have one."),
        per_parameter(12, "You counted m, v and one copy. There are the pair in 16 bits and another copy besides."),
        per_parameter(8, "You counted half of it. Write down all six numbers."),
    ),
)  # fmt: skip

OPTIMIZER = Template(
    1,
    Question(
        "optimizer-alone", "The optimizer’s part", STEP,
        lambda run: f"A model of {parameters_of(run)} is trained {ADAM}. How many bytes of it are the optimizer’s, m and v?",
        lambda run: 8 * run.params,
        lambda run: product("8·P", 8, run.params),
        (
            per_parameter(4, "That is one of the two. Adam keeps m and v."), per_parameter(16, "That is all four stacks."),
            per_parameter(12, "You counted the gradient as the optimizer’s. It is the backward pass that makes it."),
        ),
    ),
    ("Adam remembers two numbers for each parameter.", "Bytes of m and v = (4 + 4)·P."),
)  # fmt: skip

LARGEST = Template(
    2,
    Question(
        "largest-on-one", "What fits on one GPU?", STEP,
        lambda run: f"Trained {ADAM} on one GPU of {size_of(run, run.gpu_memory)}, activations apart: how many parameters (elements) "
                    "can a model have at the most?",
        lambda run: run.gpu_memory // SUM,
        lambda run: f"16·P ≤ C, so P ≤ C / 16 = {size_of(run, run.gpu_memory)} / 16",
        (
            Mistake(lambda run: run.gpu_memory / 4, "You divided by 4 bytes. Training keeps 16 for each parameter."),
            Mistake(lambda run: run.gpu_memory / 8, FORGOT_OPTIMIZER),
            Mistake(lambda run: run.gpu_memory / 12, FORGOT_ONE),
            Mistake(lambda run: run.gpu_memory, "That is the number of bytes. One parameter takes 16."),
            Mistake(lambda run: SUM * run.gpu_memory, "You multiplied by 16. Sixteen bytes hold one parameter, so divide."),
        ),
        "elements",
    ),
    ("How many bytes does one parameter take in training?", "16·P ≤ C."),
)  # fmt: skip

MOST_OF_IT = Template(
    1,
    Choice(
        "largest-part", "Where the bytes are", STEP,
        lambda run: f"A model of {parameters_of(run)} is trained {ADAM}. What is the largest part of the bytes that are kept for it?",
        (
            said("optimizer", "The optimizer’s states, m and v", right=True),
            said("theta", "The parameters θ", "They are a quarter: 4 bytes of 16."),
            said("gradients", "The gradients ∇L", "They are as large as the parameters, 4 bytes of 16."),
            said("equal", "All three take the same", "θ and ∇L do, with 4 bytes each. The optimizer keeps two numbers, 8 bytes."),
        ),
        lambda run: "8 bytes of 16",
    ),
    ("Count bytes for one parameter.", "θ 4, ∇L 4, m 4, v 4: which of them belong together?"),
)  # fmt: skip

TEMPLATES = (
    STATES, OPTIMIZER, MOST_OF_IT, PLAIN_SGD, ALL_BF16, MOMENTUM, EIGHT_BIT, ZERO_MIXED, LARGEST, ACCUMULATED,
)  # fmt: skip
