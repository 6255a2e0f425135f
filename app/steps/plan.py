"""The full account: what PyTorch really holds on one GPU, for a model and a run of the reader’s own."""

from app.figures.account_parts import PARTS
from app.figures.account_phases import account_phases
from app.figures.peak_against_n import peak_against_n
from app.figures.picture import Picture
from app.figures.strategy_peaks import strategy_peaks
from app.figures.term_ladder import term_ladder
from app.memory.run import Run
from app.memory.run_fields import FIELDS
from app.steps.plan_words import readouts, verdict
from app.steps.presets import gpu_name
from app.steps.step import Page


def phases(run: Run) -> Picture:
    """Memory over one training step."""
    return account_phases(run.account, run.units)


def strategies(run: Run) -> Picture:
    """All strategies at their peak."""
    return strategy_peaks(run.by_strategy, run.strategy, run.units)


def against_n(run: Run) -> Picture:
    """The peak over N, and what does not shrink."""
    return peak_against_n(run.over_gpus, run.units)


def terms(run: Run) -> Picture:
    """From the lesson to the full account."""
    return term_ladder(run.plan, run.units)


def names(run: Run) -> dict[str, str]:
    """What the present model and GPU are called."""
    return {"model": run.model_title, "gpu": gpu_name(run.lesson)}


PAGE = Page[Run](
    slug="plan",
    title="The full account",
    line="What PyTorch really holds on one GPU, phase by phase, for your own model, and what to change when it does not fit.",
    controls=tuple(name for name in FIELDS if name != "units"),
    stated=("model", "gpu_memory", "gpus", "batch", "seq", "recipe", "strategy", "checkpointing"),
    figures={"phases": phases, "strategies": strategies, "against-n": against_n, "terms": terms},
    readouts=readouts,
    sentence=verdict,
    path="/plan",
    roles=PARTS,
    kind=Run,
    names=names,
)
