"""Number formats: the bits of one value in five formats, sixteen to a row, and what each format makes of it."""

import math

from app.figures.axes import blank
from app.figures.float_bits import DIGITS, PARTS
from app.figures.picture import Picture, Table
from app.figures.style import CAPACITY, Mapped, bars, box, figure, note
from app.memory.floats import number_text
from app.memory.notes.formats import BF16, E4M3, E5M2, FORMATS, FP16, FP32, Format, text, value_of
from app.memory.notes.mixed import MixedRun
from app.memory.units import three_digits

A_ROW = 16  # boxes
HALF = A_ROW / 2 + 0.5  # where the second of two short formats in one row begins
# Where each format stands: the left end of its row, and how many lines down its name is.
PLACES: dict[str, tuple[float, float]] = {
    FP32.slug: (0, 0),
    BF16.slug: (0, 3.1),
    FP16.slug: (0, 5.2),
    E5M2.slug: (0, 7.3),
    E4M3.slug: (HALF, 7.3),
}
DEPTH = 9.4  # lines


def number_formats(run: MixedRun) -> Picture:
    """Every bit of the reader's value, one of them turned over where the reader says so."""
    return Picture(
        title=f"{number_text(run.value, None)} in five formats",
        figure=figure(
            _bars(run),
            x=blank(-0.1, HALF + A_ROW / 2 + 0.1),
            y=blank(-DEPTH, 0.1),
            shapes=_turned(run),
            notes=[*_digits(run), *_names(run)],
            bare=True,
        ),
        sentence=_sentence(run),
        table=Table(
            ("Format", "Sign, exponent, fraction", "Bits", "Stands for", "Off by"),
            tuple(
                (
                    each.title,
                    f"1, {each.exponent_bits}, {each.fraction_bits}",
                    _grouped(run, each),
                    told(_value(run, each)),
                    _off(run, each),
                )
                for each in FORMATS
            ),
        ),
    )


def told(value: float, digits: int = 9) -> str:
    """A number, infinity, or “not a number”, as it is written by hand."""
    if math.isnan(value):
        return "not a number"
    return number_text(value, digits) if math.isfinite(value) else f"{'−' if value < 0 else ''}infinity"


def _value(run: MixedRun, of: Format) -> float:
    return value_of(run.bits(of), of)


def _roles(of: Format) -> list[int]:
    """For each bit which part it belongs to: sign, exponent, fraction."""
    return [0, *[1] * of.exponent_bits, *[2] * of.fraction_bits]


def _place(of: Format, bit: int) -> tuple[float, float]:
    """The lower left corner of a bit."""
    left, line = PLACES[of.slug]
    return left + bit % A_ROW, -line - 2 - bit // A_ROW


def _bars(run: MixedRun) -> list[Mapped]:
    traces = []
    for part, role in enumerate(PARTS):
        drawn = [(each, bit) for each in FORMATS for bit, own in enumerate(_roles(each)) if own == part]
        corners = [_place(*each) for each in drawn]
        hover = [f"{each.title}, {role.name}" for each, _ in drawn]
        traces.append(bars(role, [x + 0.5 for x, _ in corners], [1] * len(drawn), [y for _, y in corners], width=0.94, hover=hover))
    return traces


def _digits(run: MixedRun) -> list[Mapped]:
    notes = []
    for each in FORMATS:
        for bit, (digit, part) in enumerate(zip(text(run.bits(each), each), _roles(each), strict=True)):
            x, y = _place(each, bit)
            notes.append(note(x + 0.5, y + 0.5, digit, color=DIGITS[PARTS[part].key], bold=True))
    return notes


def _names(run: MixedRun) -> list[Mapped]:
    names = []
    for each in FORMATS:
        left, line = PLACES[each.slug]
        digits = 9 if each.width > 8 else 4
        words = f"{each.title.removeprefix('fp8 ')}: {told(_value(run, each), digits)}"
        names.append(note(left, -line - 0.5, words, anchor="left", bold=each is run.chosen and run.flip >= 0))
    return names


def _turned(run: MixedRun) -> list[Mapped]:
    """A frame round the bit that is turned over."""
    if run.flip < 0:
        return []
    x, y = _place(run.chosen, run.flip)
    return [box(x, y, x + 1, y + 1, CAPACITY)]


def _grouped(run: MixedRun, of: Format) -> str:
    bits = text(run.bits(of), of)
    return f"{bits[0]} {bits[1 : 1 + of.exponent_bits]} {bits[1 + of.exponent_bits :]}"


def _off(run: MixedRun, of: Format) -> str:
    """How far the stored number is from the reader's, as a share of it."""
    value = _value(run, of)
    if value == run.value:
        return "nothing"
    if not math.isfinite(value) or run.value == 0:
        return "all of it"
    share = 100 * abs(value / run.value - 1)
    return f"{three_digits(share)}\u00a0%" if 1e-4 <= share < 1e4 else f"{number_text(share, 3)}\u00a0%"


def _sentence(run: MixedRun) -> str:
    each = ", ".join(f"{each.title} {told(_value(run, each))}" for each in FORMATS)
    turned = f" In {run.chosen.title}, bit {run.flip} is turned over." if run.flip >= 0 else ""
    return f"{number_text(run.value, None)} becomes {each}.{turned}"
