"""The note on ZeRO: why the optimizer keeps so much, and what each stage divides."""

from app.figures.notes.adam_steps import STEPS, adam_steps, gradients
from app.figures.notes.zero_stages import SHORT, zero_against_n, zero_stages
from app.figures.style import WITH_MASTER
from app.memory.notes.adam import descended, walked
from app.memory.notes.stages import PAPER_GPUS, PAPER_SIZES, STAGES, StagesRun, kept, never_less
from app.memory.units import bytes_text, count, factor, percent, three_digits
from app.steps.step import Page

TITLES = {"dp": "nothing", "zero1": "the optimizer’s states", "zero2": "these and the gradients", "fsdp": "these and the parameters"}


def readouts(run: StagesRun) -> dict[str, str]:
    """The numbers of the note: Adam’s share, each stage with the reader’s numbers, and the paper’s table computed again."""
    recipe, small = run.recipe, gradients(run)["small"]
    return {
        "steps": str(STEPS),
        "smaller": f"{run.smaller:,}",
        "plain": three_digits(round(descended(small), 3)),
        "adam": three_digits(round(walked(small), 3)),
        "optimizer": str(recipe.optimizer),
        "each": f"{recipe.parameter} + {recipe.gradient} + {recipe.optimizer}",
        "share": percent(recipe.optimizer, recipe.sum),
        "weight": bytes_text(recipe.optimizer * run.params, run.units),
        "floor-1": bytes_text(never_less(run, STAGES[1]), run.units),
        "floor-2": bytes_text(never_less(run, STAGES[2]), run.units),
        "substitution": substitution(run),
        "verdict": verdict(run),
        **cells(run),
    }


def substitution(run: StagesRun) -> str:
    """The last stage that leaves something whole, and the one that leaves nothing, with the reader’s numbers."""
    told = (f"stage {number}: {bytes_text(kept(run, stage).total, run.units)}" for number, stage in enumerate(STAGES) if number)
    return f"P = {factor(run.params)}, N = {run.gpus:,} give {', '.join(told)}"


def verdict(run: StagesRun) -> str:
    """The first stage that fits, and what it divides."""
    room = bytes_text(run.gpu_memory, run.units)
    for stage in STAGES:
        if kept(run, stage).total <= run.gpu_memory:
            own = bytes_text(kept(run, stage).total, run.units)
            return f"{SHORT[stage.slug]}, which divides {TITLES[stage.slug]}, is the first that fits {room}: {own}, activations apart."
    return f"Even stage 3 does not fit {room} on so few GPUs: {bytes_text(kept(run, STAGES[-1]).total, run.units)}."


def cells(run: StagesRun) -> dict[str, str]:
    """Table 1 of the paper with the reader’s sixteen bytes; what fits the reader’s GPU is marked. In GiB where that is chosen."""
    table = {}
    for size in PAPER_SIZES:
        for stage in STAGES[1:]:
            for gpus in PAPER_GPUS:
                held = kept(run.but(params=size, layer=1, gpus=gpus, rank=-1), stage).total
                table[cell_name(size, stage.slug, gpus)] = bytes_text(held, run.units) + (" ✓" if held <= run.gpu_memory else "")
    return table


def cell_name(size: int, stage: str, gpus: int) -> str:
    """The name of one cell’s readout."""
    return f"cell-{count(size)}-{stage}-{gpus}"


def sentence(run: StagesRun) -> str:
    """What the stages come to."""
    return f"{substitution(run)}. {verdict(run)}"


NOTE = Page[StagesRun](
    slug="zero",
    title="ZeRO optimizer",
    line="Why Adam keeps m and v, what stages 1, 2 and 3 divide, and the ZeRO paper’s table with your numbers.",
    controls=("smaller", "params", "gpus", "gpu_memory", "sixteen"),
    figures={"adam-steps": adam_steps, "zero-stages": zero_stages, "zero-against-n": zero_against_n},
    readouts=readouts,
    sentence=sentence,
    path="/notes/zero",
    kind=StagesRun,
    given={"sizes": [count(size) for size in PAPER_SIZES], "numbers": PAPER_GPUS},
    roles=WITH_MASTER,
)
