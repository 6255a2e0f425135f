"""Memory against degree: what one GPU holds if t of them compute each layer together, states and activations."""

from app.figures.axes import against_capacity, places, scale
from app.figures.labels import label
from app.figures.picture import Picture, Table
from app.figures.style import ACTIVATIONS, INK, STACKS, box, columns, figure
from app.memory.notes.tensor import DEGREES, TensorRun, held
from app.memory.units import bytes_text, gpus, whole

ROLES = (*STACKS, ACTIVATIONS)


def memory_against_degree(run: TensorRun) -> Picture:
    """A column for each power of two, and for the reader's t, which is framed and named."""
    shown = sorted({*DEGREES, run.degree})
    stacks = [held(run.but(degree=degree)) for degree in shown]
    own, at = held(run).total, shown.index(run.degree)
    height = scale(run.gpu_memory, stacks[0].total, run.units)
    axis = places(-0.6, len(shown) - 0.4, range(len(shown)), [whole(degree) for degree in shown])
    return Picture(
        title="One GPU against the degree t",
        figure=figure(
            columns(
                list(enumerate(stacks)), units=run.units, names=[f"t = {degree}" for degree in shown], roles=ROLES, tallest=stacks[0].total
            ),
            x=axis | {"title": {"text": "GPUs for each layer, t"}},
            y=height.axis,
            shapes=[*height.shapes, box(at - 0.43, 0, at + 0.43, own, INK, dash="dash")],
            notes=[*height.notes, label(at, own, bytes_text(own, run.units), height)],
        ),
        sentence=(
            f"At t = {run.degree:,}, one of {gpus(run.degree)} holds {bytes_text(own, run.units)}, which "
            f"{against_capacity(own, run.gpu_memory)} C. States shrink with t; of the activations "
            f"{'all do' if run.sequence_parallel == 'on' else 'a quarter of those at t = 1 stays'}."
        ),
        table=Table(
            ("On one GPU, bytes", *(f"t = {degree:,}" for degree in shown)),
            tuple((f"{role.symbol}, {role.name}", *(whole(getattr(stack, role.key)) for stack in stacks)) for role in ROLES)
            + (("Sum", *(whole(stack.total) for stack in stacks)), ("C, memory of one GPU", *[whole(run.gpu_memory)] * len(stacks))),
        ),
    )
