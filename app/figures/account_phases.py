"""Account phases: one GPU's memory over one training step, phase by phase in stacked columns, with C as a line and the peak named.

Order is real, time is not. Of the phases of one layer in one pass the fullest is drawn, and long runs of equal blocks by their ends.
"""

from collections.abc import Iterable
from itertools import groupby, pairwise

from app.figures.account_parts import PARTS, Parts, largest_part, parts_of
from app.figures.axes import Scale, places, scale
from app.figures.labels import label
from app.figures.picture import Picture, Table
from app.figures.style import MUTED, Mapped, columns, figure, note
from app.memory.account import Account
from app.memory.ledger import Phase
from app.memory.units import bytes_text, whole

BLOCK_WORDS = "block "
STAGES = {"start": "", "forward": "forward", "loss": "loss", "backward": "backward", "optimizer step": "update", "end": "update"}


def account_phases(account: Account, units: str) -> Picture:
    """The fullest phase of every layer in both passes, the loss, the optimizer step, and what is left after it."""
    shown = fullest(account.phases)
    at = _places(shown)
    stacks = [parts_of(phase.held) for phase in shown]
    peak = account.peak
    height = scale(account.plan.gpu_memory, peak.total, units)
    top = next(place for place, phase in zip(at, shown, strict=True) if phase == peak)
    return Picture(
        title="One GPU over one training step",
        figure=figure(
            columns(list(zip(at, stacks, strict=True)), units=units, width=0.96, names=[phase.name for phase in shown], roles=PARTS,
                    tallest=peak.total),
            x=places(-0.7, at[-1] + 0.7, *_ticks(shown, at)),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, _peak_note(top / at[-1], top, peak, height, units), *_gaps(shown, at, height)],
        ),
        sentence=_sentence(account, units),
        table=Table(
            ("Phase", *(f"{role.name}, bytes" for role in PARTS), "Sum, bytes"),
            tuple(_row(phase, parts) for phase, parts in zip(shown, stacks, strict=True)),
        ),
    )  # fmt: skip


def fullest(phases: Iterable[Phase]) -> tuple[Phase, ...]:
    """Of neighbouring phases of one stage and layer the one that holds most."""
    runs = groupby(phases, key=lambda phase: (phase.stage, phase.layer))
    return tuple(max(run, key=lambda phase: phase.total) for _, run in runs)


def _places(shown: tuple[Phase, ...]) -> list[float]:
    """Where the columns stand: apart between stages, and where blocks are left out."""
    at = [0.0]
    for before, phase in pairwise(shown):
        at.append(round(at[-1] + 1 + (0.6 if before.stage != phase.stage else 1.2 if _leaps(before, phase) else 0), 1))
    return at


def _leaps(before: Phase, phase: Phase) -> bool:
    numbers = [_block(each) for each in (before, phase)]
    return None not in numbers and abs((numbers[0] or 0) - (numbers[1] or 0)) > 1


def _block(phase: Phase) -> int | None:
    """The number of the block at work, None where none is."""
    return int(phase.layer.removeprefix(BLOCK_WORDS).split(" ")[0]) if phase.layer.startswith(BLOCK_WORDS) else None


def _ticks(shown: tuple[Phase, ...], at: list[float]) -> tuple[list[float], list[str]]:
    middles, names = [], []
    for stage, run in groupby(zip(shown, at, strict=True), key=lambda pair: STAGES[pair[0].stage]):
        if stage:
            standing = [place for _, place in run]
            middles.append((standing[0] + standing[-1]) / 2)
            names.append(stage)
    return middles, names


def _gaps(shown: tuple[Phase, ...], at: list[float], height: Scale) -> list[Mapped]:
    """An ellipsis where equal blocks are left out."""
    neighbours = pairwise(zip(shown, at, strict=True))
    gaps = [(left + right) / 2 for (before, left), (phase, right) in neighbours if before.stage == phase.stage and _leaps(before, phase)]
    return [note(x, 0, "…", color=MUTED, above=True) for x in gaps]


def _peak_note(share: float, place: float, peak: Phase, height: Scale, units: str) -> Mapped:
    anchor = "left" if share < 0.3 else "right" if share > 0.7 else "center"
    return label(place, peak.total, f"peak: {bytes_text(peak.total, units)}", height, anchor=anchor)


def _row(phase: Phase, parts: Parts) -> tuple[str, ...]:
    return (phase.name, *(whole(getattr(parts, role.key)) for role in PARTS), whole(parts.total))


def _sentence(account: Account, units: str) -> str:
    peak, capacity = account.peak, account.plan.gpu_memory
    role = largest_part(peak.held)
    most = bytes_text(getattr(parts_of(peak.held), role.key), units)
    stands = "just reaches" if peak.total == capacity else "stays under" if peak.total < capacity else "rises above"
    stages = {stage: bytes_text(account.most(stage).total, units) for stage in ("forward", "backward")}
    return (
        f"The peak is {bytes_text(peak.total, units)}, at {peak.name}; it {stands} C. The largest part of it is {role.name}, {most}. "
        f"Forward reaches {stages['forward']}, backward {stages['backward']}; after the step {bytes_text(account.persistent, units)} stay."
    )
