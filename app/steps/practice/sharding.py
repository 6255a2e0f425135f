"""Problems of step 4: cut the strip into N pieces."""

from app.memory.scenario import Scenario
from app.memory.sharding import empty_gpus, padding_parameters, shard, shard_parameters
from app.memory.units import equals, whole
from app.steps.practice.choice import Choice
from app.steps.practice.phrases import CLUSTER, evenly, said, sharded
from app.steps.practice.template import OneOf, Template
from app.steps.question import Mistake, Question, gpus_of, parameters_of
from app.steps.sums import quotient

STEP = ("sharding",)
UNEVEN = (3, 6, 7, 9, 11, 12, 13, 17, 24, 28, 31, 48)

ENTRIES = Template(
    1,
    Question(
        "shard-entries", "The size of a slice", STEP,
        lambda run: f"{sharded(run)} How many entries (elements, not bytes) of θ does each GPU own?",
        lambda run: shard_parameters(run.params, run.gpus),
        lambda run: f"P/N {equals(run.params)} {quotient(run.params, run.gpus)}",
        (
            Mistake(lambda run: run.params, "That is the whole strip. Each GPU owns one piece of N."),
            Mistake(lambda run: 4 * run.params / run.gpus, "Those are bytes, or all four stacks. The question asks for entries of θ."),
            Mistake(lambda run: 16 * run.params / run.gpus, "Those are the bytes of all four stacks. The question asks for entries of θ."),
        ),
        "elements",
    ),
    ("θ is one long strip of P numbers.", "⌈P/N⌉ entries on each GPU."),
    evenly(),
)  # fmt: skip

ALL_STACKS = Template(
    1,
    Question(
        "shard-stacks", "A slice of every stack", STEP,
        lambda run: f"{sharded(run)} How many numbers (elements) does each GPU keep, all four stacks together?",
        lambda run: 4 * shard_parameters(run.params, run.gpus),
        lambda run: f"4·P/N {equals(run.params)} 4 × {quotient(run.params, run.gpus)}",
        (
            Mistake(lambda run: run.params / run.gpus, "That is θ alone. ∇L, m and v are cut the same way."),
            Mistake(lambda run: 4 * run.params, "That is everything, undivided. Each GPU keeps one piece of N."),
            Mistake(lambda run: 16 * run.params / run.gpus, "Those are bytes. Each number takes 4."),
            Mistake(lambda run: 3 * run.params + run.params / run.gpus, "You cut θ alone. At stage 3 all four stacks are cut."),
        ),
        "elements",
    ),
    ("How many stacks are there, and which of them are cut?", "4 stacks of ⌈P/N⌉ entries."),
    evenly(),
)  # fmt: skip


def _uneven(run: Scenario, one_of: OneOf) -> Scenario:
    return run.but(params=one_of(range(1000, 9999), "params"), layer=100, gpus=one_of(UNEVEN, "gpus"))


PADDING = Template(
    2,
    Question(
        "padding", "What fills the last piece", STEP,
        lambda run: f"A strip of {whole(run.params)} numbers is cut into {run.gpus} equal pieces, one for each of {gpus_of(run)}. "
                    "How many entries (elements) of padding are there in all?",
        lambda run: padding_parameters(run.params, run.gpus),
        lambda run: f"N·⌈P/N⌉ − P = {run.gpus} × {shard_parameters(run.params, run.gpus)} − {whole(run.params)}",
        (
            Mistake(lambda run: run.params % run.gpus, "That is the remainder of P/N, numbers left over when pieces are rounded down. "
                                                       "They are rounded up, and padding fills what lacks."),
            Mistake(lambda run: shard_parameters(run.params, run.gpus), "That is the size of one piece."),
        ),
        "elements",
    ),
    ("All pieces are equally long, and none may be too short.", "⌈P/N⌉ entries each, so N·⌈P/N⌉ in all."),
    _uneven,
)  # fmt: skip


def _with_rank(run: Scenario, one_of: OneOf) -> Scenario:
    cut = evenly((8, 12, 16, 24, 32))(run, one_of)
    return cut.but(rank=one_of(range(2, cut.gpus - 1), "rank"))


FIRST = Template(
    2,
    Question(
        "first-entry", "Where a slice begins", STEP,
        lambda run: f"The {parameters_of(run)} of θ are cut into equal pieces for {gpus_of(run)}, GPUs and entries counted from 0. "
                    f"At which entry (elements from the start) does the piece of GPU {run.rank} begin?",
        lambda run: shard(run.params, run.gpus, run.rank).start,
        lambda run: f"i·P/N = {run.rank} × {quotient(run.params, run.gpus)}",
        (
            Mistake(lambda run: (run.rank + 1) * run.params / run.gpus, "There the piece ends. Or you counted GPUs from 1."),
            Mistake(lambda run: (run.rank - 1) * run.params / run.gpus, "That is one piece too early: GPU 0 has the first."),
            Mistake(lambda run: run.params / run.gpus, "That is the length of a piece, where GPU 1 begins."),
            Mistake(lambda run: 4 * run.rank * run.params / run.gpus, "Those are bytes. The question asks for an entry."),
        ),
        "elements",
    ),
    ("How long is one piece, and how many lie before this one?", "Piece i begins at i·⌈P/N⌉."),
    _with_rank,
    lambda run: run.rank < 18,
)  # fmt: skip


def _nearly_empty(run: Scenario, one_of: OneOf) -> Scenario:
    return run.but(params=one_of(range(20, 400), "params"), layer=10, gpus=one_of((16, 24, 32, 48, 64, 96, 128), "gpus"))


EMPTY = Template(
    3,
    Question(
        "empty-gpus", "GPUs with nothing", STEP,
        lambda run: f"A small tensor of {run.params} numbers is cut into equal pieces for {gpus_of(run)}. How many GPUs get padding and "
                    "nothing else?",
        lambda run: empty_gpus(run.params, run.gpus),
        lambda run: f"pieces have ⌈P/N⌉ = {shard_parameters(run.params, run.gpus)} entries, the numbers fill ⌈{run.params} / "
                    f"{shard_parameters(run.params, run.gpus)}⌉ of them, of {run.gpus}",
        (
            Mistake(lambda run: padding_parameters(run.params, run.gpus), "Those are entries of padding. The question asks for GPUs."),
            Mistake(lambda run: shard_parameters(run.params, shard_parameters(run.params, run.gpus)), "Those are the GPUs that have "
                "something."),
            Mistake(lambda run: run.params % run.gpus, "That is the remainder. Count the pieces that the numbers fill."),
        ),
        "GPUs",
    ),
    ("How long is a piece? How many pieces do the numbers fill?", "N − ⌈P / ⌈P/N⌉⌉."),
    _nearly_empty,
    lambda run: shard_parameters(run.params, run.gpus) > 1,
)  # fmt: skip


def _matrix(run: Scenario, one_of: OneOf) -> Scenario:
    rows = one_of((8, 16, 32), "rows")
    return run.but(layers=rows, hidden=one_of((1024, 2048, 4096, 8192), "columns"), gpus=rows * one_of((2, 4, 8), "ranks"))


ROWS = Template(
    3,
    Question(
        "row-padding", "Cut by rows", STEP,
        lambda run: f"FSDP2 cuts each tensor by rows, ⌈rows/N⌉ for each GPU. A parameter of {run.layers} × {whole(run.hidden)} in fp32 is "
                    f"cut for {gpus_of(run)}. How many bytes of it does the fullest GPU hold?",
        lambda run: 4 * shard_parameters(run.layers, run.gpus) * run.hidden,
        lambda run: f"4·⌈rows/N⌉·columns = 4 × ⌈{run.layers} / {run.gpus}⌉ × {whole(run.hidden)}",
        (
            Mistake(lambda run: 4 * run.layers * run.hidden / run.gpus, "You divided as if it could be cut anywhere. A row is not cut, "
                                                                        "and there are fewer rows than GPUs."),
            Mistake(lambda run: 4 * run.layers * run.hidden, "That is the whole tensor."),
            Mistake(lambda run: run.hidden, "Those are numbers. Each of them takes 4 bytes."),
            Mistake(lambda run: 16 * run.hidden, "You counted all four stacks. The question is about the parameter alone."),
        ),
    ),
    ("There are more GPUs than rows, and a row stays whole.", "⌈rows/N⌉ rows, each of 4 × columns bytes."),
    _matrix,
)  # fmt: skip

WHAT_IS_CUT = Template(
    1,
    Choice(
        "what-is-cut", "The 3 in ZeRO-3", STEP,
        lambda run: f"{sharded(run)} Which stacks does a GPU keep only a slice of?",
        (
            said("all", "All four: θ, ∇L, m and v", right=True),
            said("states", "m and v", "That is ZeRO stage 1. Stage 2 cuts the gradients too, stage 3 the parameters."),
            said("gradients", "∇L, m and v", "That is ZeRO stage 2. Stage 3, which FSDP is, cuts the parameters as well."),
            said("theta", "θ alone", "Then 12 of the 16 bytes would stay whole. All four stacks are cut the same way."),
        ),
        lambda run: "full sharding, ZeRO stage 3, cuts all of them the same way",
    ),
    ("The stages of ZeRO add one kind of state each.", "Stage 1: optimizer states. Stage 2: gradients too. Stage 3: parameters too."),
    lambda run, one_of: run.but(gpus=one_of(CLUSTER, "gpus")),
)  # fmt: skip

TEMPLATES = (ENTRIES, ALL_STACKS, WHAT_IS_CUT, PADDING, FIRST, EMPTY, ROWS)
