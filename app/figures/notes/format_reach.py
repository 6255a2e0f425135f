"""Format reach: from the smallest to the largest number of each format, and where a gradient lies before and after scaling."""

import math

from app.figures.axes import places
from app.figures.notes.number_formats import told
from app.figures.picture import Picture, Table
from app.figures.style import GHOST, INK, MUTED, Mapped, Role, bars, figure, note, rule
from app.memory.floats import number_text, raised
from app.memory.notes.formats import FORMATS, Format, stored
from app.memory.notes.mixed import MixedRun

NORMAL = Role("normal", "", "all digits", "all digits", MUTED, "", "")
SUBNORMAL = Role("subnormal", "", "fewer and fewer digits", "fewer digits", GHOST, "", "")
LOW, HIGH = -47, 47  # powers of ten
TICKS = (-40, -20, 0, 20, 40)
THICK = 0.62  # of a row
LINES = 1.9  # over the rows, for words


def format_reach(run: MixedRun) -> Picture:
    """One bar for each format on a scale of powers of ten."""
    rows = {each.slug: len(FORMATS) - 1 - place for place, each in enumerate(FORMATS)}
    return Picture(
        title="How far each format reaches, and where one gradient lies",
        figure=figure(
            [
                _bars(SUBNORMAL, [(rows[each.slug], _ten(each.smallest), _ten(each.smallest_normal)) for each in FORMATS]),
                _bars(NORMAL, [(rows[each.slug], _ten(each.smallest_normal), _ten(each.largest)) for each in FORMATS]),
            ],
            x=places(LOW, HIGH, TICKS, ["1" if not tick else f"10{raised(tick)}" for tick in TICKS]) | {"showgrid": True},
            y=places(-0.6, len(FORMATS) - 0.3 + LINES, [*rows.values()], [each.title for each in FORMATS]),
            shapes=[shape for shape, _ in _marks(run)],
            notes=[words for _, words in _marks(run)],
        ),
        sentence=_sentence(run),
        table=Table(
            ("Format", "Smallest", "Smallest with all digits", "Largest", "g becomes", "S·g becomes"),
            tuple(
                (
                    each.title,
                    *(number_text(float(size), 4) for size in (each.smallest, each.smallest_normal, each.largest)),
                    *(told(stored(size, each), 4) for size in (run.gradient, run.scaled)),
                )
                for each in FORMATS
            ),
        ),
    )


def _ten(size: object) -> float:
    return math.log10(float(size))  # type: ignore[arg-type]


def _bars(role: Role, spans: list[tuple[int, float, float]]) -> Mapped:
    foot = [row - THICK / 2 for row, _, _ in spans]
    trace = bars(role, [(low + high) / 2 for _, low, high in spans], [THICK] * len(spans), foot)
    line = {"color": INK, "width": 1.5}
    return trace | {"width": [high - low for _, low, high in spans], "marker": trace["marker"] | {"line": line}}


def _marks(run: MixedRun) -> list[tuple[Mapped, Mapped]]:
    """A level line through all rows for the gradient, and for the scaled one, with its name over it."""
    top = len(FORMATS) - 0.4
    marks = []
    for size, name, lift, dash in ((run.gradient, "g", 0.95, "dot"), (run.scaled, "S·g", 0.0, "solid")):
        if size:
            at = min(max(math.log10(abs(size)), LOW + 1), HIGH - 1)
            words = note(at, top + lift, f"{name} = {number_text(size, 3)}", above=True, bold=name != "g", anchor=_side(at), boxed=True)
            marks.append((rule(at, -0.5, at, top + lift, INK, dash=dash), words))
    return marks


def _side(at: float) -> str:
    return "left" if at < LOW / 3 else "right" if at > HIGH / 3 else "center"


def _sentence(run: MixedRun) -> str:
    before, after = ([_fate(size, each) for each in FORMATS] for size in (run.gradient, run.scaled))
    return (
        f"A gradient of {number_text(run.gradient, 3)} becomes {', '.join(before)}. "
        f"Multiplied by {run.loss_scale:,} it is {number_text(run.scaled, 3)} and becomes {', '.join(after)}."
    )


def _fate(size: float, of: Format) -> str:
    return f"{told(stored(size, of), 3)} in {of.title}"
