"""Problems of step 1: a parameter is a number, and a number costs bytes."""

from app.memory.gathering import smallest_gpus_for_bytes
from app.memory.precision import FP32_BYTES
from app.memory.units import factor
from app.steps.practice.choice import Choice
from app.steps.practice.phrases import per_parameter, product, said
from app.steps.practice.template import Template
from app.steps.question import Mistake, Question, parameters_of, size_of
from app.steps.sums import four_digits

STEP = ("parameter-bytes",)
STATES_TOO = "That is all that training keeps. The question is about the parameters alone."
HALF = "You took 2 bytes a number, as in 16 bits. An fp32 number takes 4."
COUNTED = "That is how many numbers there are. Each of them takes more than one byte."

THETA = Template(
    1,
    Question(
        "theta-fp32", "The weight of θ", STEP,
        lambda run: f"How many bytes do the {parameters_of(run)} of a model take in fp32, the parameters alone?",
        lambda run: FP32_BYTES * run.params,
        lambda run: product("4·P", 4, run.params),
        (
            per_parameter(16, STATES_TOO), per_parameter(2, HALF), per_parameter(1, COUNTED),
            per_parameter(8, "You took 8 bytes a number, as in 64 bits. An fp32 number has 32 bits, 4 bytes."),
        ),
    ),
    ("How many bits has an fp32 number, and how many bits has a byte?", "Bytes of θ = 4·P."),
)  # fmt: skip

HALF_THETA = Template(
    1,
    Question(
        "theta-bf16", "θ in 16 bits", STEP,
        lambda run: f"A model of {parameters_of(run)} is saved in bf16. How many bytes is the file, the parameters alone?",
        lambda run: 2 * run.params,
        lambda run: product("2·P", 2, run.params),
        (
            per_parameter(4, "That is fp32. A bf16 number has 16 bits."), per_parameter(1, COUNTED),
            per_parameter(16, "You took bits for bytes."),
        ),
    ),
    ("bf16 has 16 bits.", "Bytes = 2·P."),
)  # fmt: skip

HOW_MANY = Template(
    2,
    Question(
        "theta-backwards", "How large is the model?", STEP,
        lambda run: f"A file holds a model’s parameters in fp32 and nothing else, {four_digits(FP32_BYTES * run.params, run.units)} in "
                    "all. How many parameters (elements) has the model?",
        lambda run: run.params,
        lambda run: f"P = bytes / 4 = {four_digits(FP32_BYTES * run.params, run.units)} / 4",
        (
            Mistake(lambda run: FP32_BYTES * run.params, "Those are bytes. Each parameter takes 4 of them."),
            Mistake(lambda run: 16 * run.params, "You multiplied by 4. Four bytes make one parameter, so divide."),
            Mistake(lambda run: run.params / 4, "You divided by 16. The file holds the parameters alone, 4 bytes each."),
            Mistake(lambda run: 2 * run.params, "You divided by 2, as for 16 bits. In fp32 a parameter takes 4 bytes."),
        ),
        "elements",
    ),
    ("You know the bytes of all and of one.", "P = bytes / 4."),
    fair=lambda run: run.params % 10**8 == 0,
)  # fmt: skip


def _gpus_filled(bytes_each: int) -> Mistake:
    words = STATES_TOO if bytes_each == 16 else HALF
    return Mistake(lambda run: smallest_gpus_for_bytes(bytes_each * run.params, run.gpu_memory), words)


FILLED = Template(
    2,
    Question(
        "theta-gpus", "Where would θ go?", STEP,
        lambda run: f"How many GPUs of {size_of(run, run.gpu_memory)} does it take, at the least, to hold the {parameters_of(run)} of a "
                    "model in fp32, the parameters alone, cut anywhere you like?",
        lambda run: smallest_gpus_for_bytes(FP32_BYTES * run.params, run.gpu_memory),
        lambda run: f"⌈4·P / C⌉ = ⌈4 × {factor(run.params)} / {size_of(run, run.gpu_memory)}⌉",
        (
            _gpus_filled(16), _gpus_filled(2),
            Mistake(lambda run: FP32_BYTES * run.params // run.gpu_memory, "You rounded down. What is left over needs a GPU too."),
        ),
        "GPUs",
    ),
    ("First the bytes, then the GPUs.", "N = 4·P / C, rounded up."),
    fair=lambda run: FP32_BYTES * run.params > 2 * run.gpu_memory,
)  # fmt: skip

TWO_UNITS = Template(
    1,
    Choice(
        "gb-or-gib", "GB and GiB", STEP,
        lambda run: f"You compute that the {parameters_of(run)} of a model take {four_digits(FP32_BYTES * run.params)} in fp32. "
                    f"A tool prints {four_digits(FP32_BYTES * run.params, 'GiB')}. Who is wrong?",
        (
            said("nobody", "Nobody", right=True),
            said("tool", "The tool: it lost some parameters", "It counts the same bytes in larger units: a GiB is 2³⁰ bytes, a GB 10⁹."),
            said("you", "You: a number takes less than 4 bytes", "An fp32 number takes 4 bytes. Look at the unit that the tool prints."),
            said("card", "Both: the card reserves the difference", "Nothing is reserved here. Both numbers count the same bytes."),
        ),
        lambda run: "the same number of bytes, divided by 10⁹ and by 2³⁰",
    ),
    ("Read the units, not only the numbers.", "1 GiB = 2³⁰ bytes, which is 1.074 GB."),
)  # fmt: skip

TEMPLATES = (THETA, HALF_THETA, TWO_UNITS, HOW_MANY, FILLED)
