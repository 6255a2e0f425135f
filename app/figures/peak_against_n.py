"""Peak against N: the fullest moment of one GPU over N, both axes logarithmic, with the part that does not shrink as a floor."""

import math
from collections.abc import Mapping

from app.figures.axes import Scale, gpu_axis, log_scale
from app.figures.picture import Picture, Table
from app.figures.style import ACTIVATIONS, CAPACITY, INK, MUTED, PAPER, Mapped, figure, line, note, point
from app.memory.account import Account
from app.memory.units import bytes_text, percent, whole

MIDDLE = 256  # about the middle of the axis


def peak_against_n(accounts: Mapping[int, Account], own: int, smallest: int | None, least: int, units: str) -> Picture:
    """Accounts of the same run for several N, the run's own among them; `smallest` is the least N that fits, None where none does.

    `least` is what no N takes away, bytes.
    """
    shown = sorted(accounts)
    peaks, floors = [accounts[n].peak.total for n in shown], [max(accounts[n].floor, 1) for n in shown]
    capacity = accounts[own].plan.gpu_memory
    height = log_scale(capacity, min(*floors, *peaks), max(peaks), units)
    hover = [f"N = {n:,}: {bytes_text(peak, units)}" for n, peak in zip(shown, peaks, strict=True)]
    under = [f"N = {n:,}: {bytes_text(floor, units)} do not shrink" for n, floor in zip(shown, floors, strict=True)]
    return Picture(
        title="Memory at the peak against N",
        figure=figure(
            [
                line(shown, floors, "what does not shrink", ACTIVATIONS.light, dash="dot", hover=under),
                line(shown, peaks, "peak of one GPU", INK, hover=hover),
                *_fitting(accounts, smallest),
                point(own, accounts[own].peak.total, "your N", PAPER),
            ],
            x=gpu_axis(),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, _own(accounts[own], own, height, units), _floor_note(accounts, own, least, height, units)],
        ),
        sentence=_sentence(accounts[own], own, smallest, least, units),
        table=Table(
            ("GPUs, N", "Peak, bytes", "Does not shrink, bytes"),
            tuple((whole(n), whole(accounts[n].peak.total), whole(accounts[n].floor)) for n in shown),
        ),
    )  # fmt: skip


def _fitting(accounts: Mapping[int, Account], smallest: int | None) -> list[Mapped]:
    if smallest is None or smallest not in accounts:
        return []
    return [point(smallest, accounts[smallest].peak.total, f"smallest N that fits: {smallest:,}", CAPACITY, symbol="diamond")]


def _own(account: Account, own: int, height: Scale, units: str) -> Mapped:
    words = f"N = {own:,}: {bytes_text(account.peak.total, units)}"
    anchor, shift = ("left", 14) if own < MIDDLE else ("right", -14)
    return note(math.log10(own), height.place(account.peak.total), words, bold=True, anchor=anchor, above=True, boxed=True) | {
        "xshift": shift,
        "yshift": 6,
    }


def _floor_note(accounts: Mapping[int, Account], own: int, least: int, height: Scale, units: str) -> Mapped:
    """Under the floor, at the end of the axis where the reader’s own N is not."""
    words = f"does not shrink: {bytes_text(least, units)}"
    x, anchor = (math.log10(max(accounts)), "right") if own < MIDDLE else (0, "left")
    return note(x, height.place(max(least, 1)), words, color=MUTED, anchor=anchor, above=False, boxed=True) | {"yshift": -6}


def _sentence(account: Account, own: int, smallest: int | None, least: int, units: str) -> str:
    peak = account.peak.total
    capacity = bytes_text(account.plan.gpu_memory, units)
    fits = f"The smallest N that fits {capacity} is {smallest:,}." if smallest else f"No number of GPUs brings it under {capacity}."
    return (
        f"At N = {own:,} the peak is {bytes_text(peak, units)}. However many GPUs share the work, {bytes_text(least, units)} stay on each, "
        f"{percent(least, peak)} of that. {fits}"
    )
