"""Activations kept over one step: they pile up forward and go again backward, all of them or with one checkpoint in k layers."""

from app.figures.axes import byte_axis, places
from app.figures.picture import Picture, Table
from app.figures.style import HEADROOM, INK, MUTED, figure, line, note
from app.memory.notes.segments import CheckpointedRun, everything, full_set, in_segments, over_time, segments
from app.memory.units import bytes_text, counted, whole

MOST_LAYERS = 64  # that are drawn one by one; of longer models the ends of segments, and evenly spread layers


def kept_over_step(run: CheckpointedRun) -> Picture:
    """Two lines over the layers, forward and then backward: with checkpoints, and without."""
    layers, end, full, most = run.layers, 2 * run.layers + 1, full_set(run), everything(run)
    kept = [0, *over_time(run, True), 0]
    shown = sorted({0, end} | {at for layer in drawn_layers(run) for at in (layer, end - layer)})
    without = {0: 0, 1: full, layers: most, layers + 1: most, end - 1: full, end: 0}
    peak = max(kept)
    return Picture(
        title="Activations on one GPU over one step",
        figure=figure(
            [
                line(list(without), list(without.values()), "without checkpointing", MUTED, dash="dot"),
                line(shown, [kept[at] for at in shown], f"one checkpoint in {run.span:,}", INK),
            ],
            x=places(-0.02 * end, 1.02 * end, [end / 4, 3 * end / 4], ["forward", "backward"]),
            y=byte_axis(1.12 * HEADROOM * max(most, peak), run.units),
            notes=[
                note(end / 2, most, f"without: {bytes_text(most, run.units)}", above=True, color=MUTED),
                note(end, peak, f"k = {run.span:,}: {bytes_text(peak, run.units)}", anchor="right", above=True, bold=True, boxed=True),
            ],
        ),
        sentence=_sentence(run),
        table=Table(
            ("Of one step", "Without, bytes", "With checkpoints, bytes"),
            (
                ("after the first layer’s forward", whole(full), whole(kept[1])),
                ("after the last layer’s forward", whole(most), whole(kept[layers])),
                ("before the last layer’s backward", whole(most), whole(kept[layers + 1])),
                ("before the first layer’s backward", whole(full), whole(kept[-2])),
                ("at the fullest", whole(most), whole(peak)),
            ),
        ),
    )


def drawn_layers(run: CheckpointedRun) -> list[int]:
    """Layers at which the lines have a point: all of a short model; of a long one the first and last of each segment, or some of them."""
    if run.layers <= MOST_LAYERS:
        return list(range(1, run.layers + 1))
    starts = range(1, run.layers + 1, run.span * -(-segments(run) // (MOST_LAYERS // 2)))
    ends = (min(start + run.span - 1, run.layers) for start in starts)
    fullest = (run.layers - 1) // run.span * run.span  # the last layer of the last whole segment but one, or of it
    return sorted({1, *starts, *ends, max(1, fullest), run.layers})


def _sentence(run: CheckpointedRun) -> str:
    before, after = bytes_text(everything(run), run.units), bytes_text(in_segments(run, run.every), run.units)
    layers = counted(run.layers, "layer", "the one")
    return (
        f"Without checkpointing the activations of {layers} pile up to {before} until backward begins. With one checkpoint in "
        f"{run.span:,} there are {segments(run):,} checkpoints, and each segment’s activations come back in turn: at most {after}."
    )
