"""Term ladder: from the lesson’s peak to that of the full account, one term more in each column."""

from app.figures.account_parts import PARTS, parts_of
from app.figures.axes import places, scale
from app.figures.labels import label
from app.figures.picture import Picture, Table
from app.figures.style import columns, figure
from app.memory.lesson import ladder
from app.memory.plan import Plan
from app.memory.units import bytes_text, whole

SHORT = ("lesson", "+ pad-<br>ding", "+ ∇L<br>moves", "+ root", "+ buf-<br>fers", "+ acti-<br>vations", "+ loss", "+ opti-<br>mizer")


def term_ladder(plan: Plan, units: str) -> Picture:
    """The peak as every term is put in."""
    steps = ladder(plan)
    stacks = [parts_of(account.peak.held) for _, account in steps]
    highest = max(parts.total for parts in stacks)
    height = scale(plan.gpu_memory, highest, units)
    return Picture(
        title="From the lesson to the full account",
        figure=figure(
            columns(list(enumerate(stacks)), units=units, names=[title for title, _ in steps], roles=PARTS, tallest=highest),
            x=places(-1.4, len(steps) - 0.4, range(len(steps)), SHORT),
            y=height.axis,
            shapes=height.shapes,
            notes=[
                *height.notes,
                *(
                    label(x, stacks[x].total, bytes_text(stacks[x].total, units), height)
                    for x in range(len(steps))
                    if x in (0, len(steps) - 1)
                ),
            ],
        ),
        sentence=_sentence(stacks[0].total, stacks[-1].total, units),
        table=Table(
            ("Counted so far", "Peak, bytes", "Peak at"),
            tuple((title, whole(account.peak.total), account.peak.name) for title, account in steps),
        ),
    )


def _sentence(lesson: int, full: int, units: str) -> str:
    return (
        f"The lesson’s formula gives {bytes_text(lesson, units)}; with every term the peak is {bytes_text(full, units)}. "
        "A column may be lower than the one before: gradients that come and go are no longer counted at every moment."
    )
