"""Peak against N: the fullest moment of one GPU over N, both axes logarithmic, above the same without padding and what does not shrink."""

import math

from app.figures.axes import Scale, gpu_axis, log_scale
from app.figures.picture import Picture, Table
from app.figures.style import ACTIVATIONS, CAPACITY, GATHERED, INK, MUTED, PAPER, Mapped, figure, line, note, point
from app.memory.over_gpus import OverGpus
from app.memory.scenario import MOST_GPUS
from app.memory.units import bytes_text, gpus, percent, whole

MIDDLE = 256  # about the middle of the axis
UNDER = 0.1  # of the height, left free under the lowest line for its words
APART = 4  # times as much with padding as without: room for words between the two lines


def peak_against_n(over: OverGpus, units: str) -> Picture:
    """One run over N. Peaks without padding are a line of their own where padding makes the peak rise."""
    shown, own = over.numbers, over.plan.gpus
    peaks, without = [over.peaks[n] for n in shown], [over.unpadded[n] for n in shown]
    floors = [max(1, min(over.floor, peak)) for peak in without]
    lowest = min(*floors, *peaks)
    height = log_scale(over.plan.gpu_memory, lowest / (max(peaks) / lowest) ** UNDER, max(peaks), units)
    lines = [(floors, "what does not shrink", ACTIVATIONS.light, "dot"), (peaks, "peak of one GPU", INK, "solid")]
    if over.rises:
        lines.insert(1, (without, "peak without padding", GATHERED.light, "dash"))
    return Picture(
        title="Memory at the peak against N",
        figure=figure(
            [
                *(line(shown, of, name, color, dash=dash, hover=_hover(shown, of, name, units)) for of, name, color, dash in lines),
                *_marked(over),
                point(own, over.peaks[own], "your N", PAPER),
            ],
            x=gpu_axis(),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, _own(over, height, units), _floor_note(over, height, units), *_gap_note(over, height)],
        ),
        sentence=_sentence(over, units),
        table=Table(
            ("GPUs, N", "Peak, bytes", "Without padding, bytes", "Does not shrink, bytes"),
            tuple(tuple(whole(number) for number in row) for row in zip(shown, peaks, without, floors, strict=True)),
        ),
    )  # fmt: skip


def _hover(shown: tuple[int, ...], of: list[int], name: str, units: str) -> list[str]:
    return [f"N = {n:,}, {name}: {bytes_text(bytes_, units)}" for n, bytes_ in zip(shown, of, strict=True)]


def _marked(over: OverGpus) -> list[Mapped]:
    """The smallest N that fits, and the N that needs least where padding makes more GPUs need more."""
    marked = [point(over.least, over.peaks[over.least], f"least peak: N = {over.least:,}", GATHERED.light, symbol="square")]
    fitting = [point(n, over.peaks[n], f"smallest N that fits: {n:,}", CAPACITY, symbol="diamond") for n in (over.smallest,) if n]
    return [*(marked if over.rises else ()), *fitting]


def _own(over: OverGpus, height: Scale, units: str) -> Mapped:
    own = over.plan.gpus
    words = f"N = {own:,}: {bytes_text(over.peaks[own], units)}"
    anchor, shift = ("left", 14) if own < MIDDLE else ("right", -14)
    return note(math.log10(own), height.place(over.peaks[own]), words, bold=True, anchor=anchor, above=True, boxed=True) | {
        "xshift": shift,
        "yshift": 6,
    }


def _floor_note(over: OverGpus, height: Scale, units: str) -> Mapped:
    """Under the floor, at the end of the axis where the reader’s own N is not."""
    words = f"does not shrink: {bytes_text(over.floor, units)}"
    x, anchor = (math.log10(over.numbers[-1]), "right") if over.plan.gpus < MIDDLE else (0, "left")
    return note(x, height.place(max(over.floor, 1)), words, color=MUTED, anchor=anchor, above=False, boxed=True) | {"yshift": -6}


def _gap_note(over: OverGpus, height: Scale) -> list[Mapped]:
    """What the lower of two lines is, over its end, where they are far enough apart."""
    last = over.numbers[-1]
    if not over.rises or over.peaks[last] < APART * over.unpadded[last]:
        return []
    words = note(
        math.log10(last), height.place(over.unpadded[last]), "without padding", color=MUTED, anchor="right", above=True, boxed=True
    )
    return [words | {"yshift": 6}]


def _sentence(over: OverGpus, units: str) -> str:
    own = over.plan.gpus
    peak, capacity = over.peaks[own], bytes_text(over.plan.gpu_memory, units)
    none = f"No number of GPUs up to {whole(MOST_GPUS)} brings it under {capacity}."
    fits = f"The smallest N that fits {capacity} is {over.smallest:,}." if over.smallest else none
    return (
        f"At N = {own:,} the peak is {bytes_text(peak, units)}. {_rise(over, units)}However many GPUs share the work, "
        f"{bytes_text(over.floor, units)} stay on each, {percent(over.floor, peak)} of the peak at your N. {fits}"
    )


def _rise(over: OverGpus, units: str) -> str:
    if not over.rises:
        return ""
    own, least = over.plan.gpus, bytes_text(over.peaks[over.least], units)
    where = "No other N needs less; the peak" if own == over.least else f"It is least on {gpus(over.least)}, {least}, and"
    padding = f" At your N padding adds {bytes_text(over.padding(own), units)}." if over.too_many else ""
    return (
        f"{where} rises beyond, because what does not divide by N is padded, "
        f"most of all tensors of few rows, such as stacked experts.{padding} "
    )
