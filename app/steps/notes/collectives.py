"""The note on collectives: four of them stepped through on a ring, and what one costs against N."""

from app.figures.notes.collective_time import collective_time
from app.figures.notes.ring_boxes import ring_boxes, sentence, title
from app.figures.notes.seconds import seconds_text
from app.memory.gathering import gathered_bytes
from app.memory.notes.collective_cost import even_gpus, latency_seconds, piece_bytes, seconds, sent_bytes, wire_seconds
from app.memory.notes.collectives import CollectiveRun, hops, number
from app.memory.scenario import MOST_GPUS
from app.memory.units import bytes_text, gpus, percent, whole
from app.steps.step import Page


def readouts(run: CollectiveRun) -> dict[str, str]:
    """The numbers of the note."""
    last = hops(run.operation, run.ring)
    return {
        "hop-spoken": f"hop {run.hop} of {last}" if run.hop else "before the first hop",
        "now": sentence(run),
        "example": whole(number(2, 1)),
        "gpus": gpus(run.gpus),
        "layer-bytes": bytes_text(gathered_bytes(run.layer), run.units),
        "substitution": _substitution(run),
        "verdict": verdict(run),
        "even": _even(run),
    }


def _substitution(run: CollectiveRun) -> str:
    alpha, piece = seconds_text(run.latency / 10**6), bytes_text(piece_bytes(run), run.units)
    return f"{hops(run.operation, run.gpus):,} × ({alpha} + {piece} / {run.bandwidth:,} Gbit/s) ≈ {seconds_text(float(seconds(run)))}"


def _even(run: CollectiveRun) -> str:
    """From how many GPUs on hops cost more than bytes."""
    enough = even_gpus(run)
    if enough > MOST_GPUS:
        return f"With your α and B, hops cost less than bytes up to {gpus(MOST_GPUS)} and beyond."
    if enough <= 2:
        return "With your α and B, so small a layer takes no longer on the wire than the latency of its hops."
    return f"With your α and B that happens at about {gpus(enough)}."


def verdict(run: CollectiveRun) -> str:
    """What the chosen collective costs on the reader's GPUs."""
    if run.gpus == 1:
        return "With one GPU there is nothing to send."
    share = percent(float(latency_seconds(run)), float(seconds(run)))
    return (
        f"{title(run.operation)} of one layer on {gpus(run.gpus)}: the busiest GPU sends {bytes_text(sent_bytes(run), run.units)} in "
        f"{hops(run.operation, run.gpus):,} hops, {seconds_text(float(seconds(run)))} in all. Latency is {share} of it, "
        f"bytes are {percent(float(wire_seconds(run)), float(seconds(run)))}."
    )


def told(run: CollectiveRun) -> str:
    """The hop, and what the whole costs."""
    return f"{sentence(run)} {verdict(run)}"


NOTE = Page[CollectiveRun](
    slug="collectives",
    title="Communication collectives",
    line="All-gather, reduce-scatter, all-reduce and broadcast hop by hop on a ring, with numbers in the boxes, and what they cost.",
    controls=("operation", "hop", "ring", "gpus", "layer", "bandwidth", "latency"),
    figures={"ring-boxes": ring_boxes, "collective-time": collective_time},
    readouts=readouts,
    sentence=told,
    stops={"hop": lambda run: tuple(range(hops(run.operation, run.ring) + 1))},
    path="/notes/collectives",
    kind=CollectiveRun,
)
