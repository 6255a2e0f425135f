"""The note on activation checkpointing: memory against computing, one checkpoint in k layers, and what is worth computing again."""

from app.figures.notes.kept_over_step import kept_over_step
from app.figures.notes.segment_choice import again, checkpoint_ways, kept_against_k
from app.memory.gathering import fully_sharded
from app.memory.notes.segments import (
    CheckpointedRun,
    best,
    best_in_theory,
    everything,
    full_set,
    in_segments,
    inputs,
    score_share,
    segments,
    selective,
    ways,
)
from app.memory.units import bytes_text, counted, percent, three_digits, times, whole
from app.steps.step import Page


def readouts(run: CheckpointedRun) -> dict[str, str]:
    """The numbers of the note."""
    found = {way.slug: way for way in ways(run)}
    return {
        "full-set": bytes_text(full_set(run), run.units),
        "input": bytes_text(inputs(run), run.units),
        "times": times(full_set(run) / inputs(run)),
        "everything": bytes_text(everything(run), run.units),
        "layers": counted(run.layers, "layer", "one"),
        "substitution": substitution(run),
        "best": whole(best(run)),
        "least": bytes_text(in_segments(run, best(run)), run.units),
        "theory": three_digits(best_in_theory(run)),
        "root": three_digits(run.layers**0.5),
        "more": again(found["segments"])[1:],
        "score-share": percent(score_share(run), 1),
        "selective": bytes_text(selective(run), run.units),
        "selective-more": again(found["selective"])[1:],
        "selective-words": selective_words(run),
        "states": bytes_text(fully_sharded(run).total, run.units),
        "verdict": verdict(run),
    }


def substitution(run: CheckpointedRun) -> str:
    """The terms of the formula with the reader's numbers; not added up where k does not divide L."""
    terms = f"{segments(run):,} × {bytes_text(inputs(run), run.units)} + {run.span:,} × {bytes_text(full_set(run), run.units)}"
    return f"{terms} ≈ {bytes_text(in_segments(run, run.every), run.units)}"


def selective_words(run: CheckpointedRun) -> str:
    """What computing the scores alone again would do."""
    if run.scores == "fused":
        return "With fused attention, as you have it, the scores are never kept, and there is nothing left to gain in this way."
    saved = bytes_text(everything(run) - selective(run), run.units)
    return f"Here it saves {saved} and adds {again(ways(run)[1])[1:]} to the computing of a step."


def verdict(run: CheckpointedRun) -> str:
    """Whether states, bubble and activations fit together, without and with checkpoints."""
    states, room = fully_sharded(run).total, bytes_text(run.gpu_memory, run.units)
    before, after = states + everything(run), states + in_segments(run, run.every)
    told = f"With states and bubble of {bytes_text(states, run.units)} the fullest moment is {bytes_text(after, run.units)}"
    whole_of_it = bytes_text(before, run.units)
    if before <= run.gpu_memory:
        return f"{told}, and {whole_of_it} without checkpointing: both fit {room}, so here it only costs time."
    if after <= run.gpu_memory:
        return f"{told}, which fits {room}; without checkpointing it is {whole_of_it}, which does not."
    return f"{told}, and that does not fit {room} either; without checkpointing it is {whole_of_it}."


def sentence(run: CheckpointedRun) -> str:
    """What the activations come to."""
    return f"One checkpoint in {run.span:,}: {substitution(run)}. {verdict(run)}"


NOTE = Page[CheckpointedRun](
    slug="activation-checkpointing",
    title="Activation checkpointing",
    line="Memory against computing: keep one checkpoint in k layers, why about √L is least, and what is worth computing again.",
    controls=("every", "layers", "batch", "seq", "hidden", "scores"),
    figures={"kept-over-step": kept_over_step, "kept-against-k": kept_against_k, "checkpoint-ways": checkpoint_ways},
    readouts=readouts,
    sentence=sentence,
    path="/notes/activation-checkpointing",
    kind=CheckpointedRun,
)
