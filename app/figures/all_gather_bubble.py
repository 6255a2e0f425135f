"""The all-gather bubble: one GPU’s short column, and on top the one unit that it gathers, to scale and enlarged beside it."""

from dataclasses import dataclass

from app.figures.axes import Scale, places, scale, times_as_high
from app.figures.labels import label
from app.figures.picture import Picture, Table
from app.figures.style import GATHERED, INK, MUTED, STACKS, Mapped, bars, box, columns, figure, note, rule
from app.memory.gathering import fully_sharded, gathered_bytes
from app.memory.scenario import Scenario
from app.memory.timeline import Moment, moment_at, unit_parameters
from app.memory.units import bytes_text, times, whole

COLUMN, COLUMN_WIDTH = 0.0, 0.8
LENS, LENS_WIDTH = 1.45, 1.0
LENS_FOOT, LENS_HEAD = 0.31, 0.66  # the largest unit, enlarged, stands between these shares of the plot’s height
ROOM = 0.12  # the share of the height that a number needs inside the outline
TO_SCALE = 0.44  # the left share of the plot that belongs to the axis, and so to C


def all_gather_bubble(scenario: Scenario) -> Picture:
    """One GPU at the run’s moment: four slices to scale with C, the bubble on them, and the bubble enlarged with its arrow."""
    moment = moment_at(scenario)
    fullest = fully_sharded(scenario)
    bubble = gathered_bytes(unit_parameters(scenario, moment.unit) if moment.unit else scenario.layer)
    height = scale(scenario.gpu_memory, fullest.total, scenario.units)
    lens = Lens(height.axis["range"][1], fullest.gathered)
    traces = columns([(COLUMN, moment.memory)], units=scenario.units, width=COLUMN_WIDTH, tallest=height.axis["range"][1])
    return Picture(
        title="One GPU: what stays, what it gathers",
        figure=figure(
            traces + ([lens.block(bubble)] if moment.action == "gather" else []),
            x=places(-0.55, 2.05, [COLUMN], ["one GPU"]),
            y=height.axis | {"showgrid": False},
            shapes=[*_capacity(height), *lens.fan(moment.memory.states, bubble), *_outlines(lens, moment, bubble)],
            notes=[*height.notes, *_words(scenario, moment, lens, bubble, height)],
        ),
        sentence=_sentence(scenario, moment, bubble),
        table=_table(scenario, moment),
    )


@dataclass(frozen=True)
class Lens:
    """An enlarged view beside the column: `largest` bytes fill it; `top` is where the axis ends, in bytes."""

    top: float
    largest: int

    @property
    def factor(self) -> float:
        """How many times higher than on the axis a byte is drawn here."""
        return (LENS_HEAD - LENS_FOOT) * self.top / self.largest

    @property
    def foot(self) -> float:
        """Where the enlarged unit begins, on the axis of the figure."""
        return LENS_FOOT * self.top

    def head(self, size: int) -> float:
        """Where a unit of so many bytes ends, on the axis of the figure."""
        return self.foot + self.factor * size

    def block(self, size: int) -> Mapped:
        """The unit of so many bytes, filled in."""
        return bars(GATHERED, [LENS], [self.factor * size], [self.foot], width=LENS_WIDTH, hover=[f"{GATHERED.name}, {self.words}"])

    def outline(self, size: int) -> Mapped:
        """Its place while it is not there."""
        return box(LENS - LENS_WIDTH / 2, self.foot, LENS + LENS_WIDTH / 2, self.head(size), INK, dash="dash")

    def fan(self, floor: int, size: int) -> list[Mapped]:
        """The two lines that spread from the bubble on the column to the lens."""
        start, end = COLUMN + COLUMN_WIDTH / 2, LENS - LENS_WIDTH / 2
        return [
            rule(start, floor, end, self.foot, MUTED, dash="dot", width=1.5),
            rule(start, floor + size, end, self.head(size), MUTED, dash="dot", width=1.5),
        ]

    @property
    def words(self) -> str:
        """How much larger than on the axis it is drawn."""
        if self.factor >= 1.005:
            return f"enlarged {times_as_high(self.factor)}"
        return f"drawn at {times(self.factor)}" if self.factor < 0.995 else "to scale"


def _capacity(height: Scale) -> list[Mapped]:
    """The line C, and the break under it, end where the axis ceases to hold."""
    return [shape | {"x0": TO_SCALE * shape["x0"], "x1": TO_SCALE * shape["x1"]} for shape in height.shapes]


def _outlines(lens: Lens, moment: Moment, bubble: int) -> list[Mapped]:
    if moment.action == "gather":
        return []
    left, right, floor = COLUMN - COLUMN_WIDTH / 2, COLUMN + COLUMN_WIDTH / 2, moment.memory.states
    return [box(left, floor, right, floor + bubble, INK, dash="dash"), lens.outline(bubble)]


def _words(scenario: Scenario, moment: Moment, lens: Lens, bubble: int, height: Scale) -> list[Mapped]:
    name = "largest unit" if not moment.unit else f"unit {moment.unit:,}" if moment.unit < 1_000_000 else "this unit"
    held = bytes_text(moment.memory.total, scenario.units)
    return [
        label(COLUMN, _label_at(moment, bubble, height), held, height),
        note(LENS, lens.foot, f"{name}<br>{bytes_text(bubble, scenario.units)}<br>{lens.words}", above=False) | {"yshift": -3},
        *_arrow(moment, lens.head(bubble)),
    ]


def _label_at(moment: Moment, bubble: int, height: Scale) -> int:
    """Over what is held now; over the outline of a bubble that is away where that is too low to hold the words."""
    roomy = abs(height.share(moment.memory.states + bubble) - height.share(moment.memory.states)) > ROOM
    return moment.memory.total if roomy else moment.memory.states + bubble


def _arrow(moment: Moment, head: float) -> list[Mapped]:
    """An arrow into the lens while the unit is gathered, out of it once it is discarded, a word where neither happens."""
    if moment.action == "gather":
        return [note(LENS, head, "all-gather", bold=True, arrow=(0, -46)) | {"yshift": 3}]
    if moment.action == "discard":
        out = note(LENS, head, " ", arrow=(0, 34)) | {"yshift": 40}
        return [out, note(LENS, head, "discard", bold=True, above=True) | {"yshift": 42}]
    return [note(LENS, head, "only for a moment", above=True) | {"yshift": 3}]


def _sentence(scenario: Scenario, moment: Moment, bubble: int) -> str:
    floor, size = bytes_text(moment.memory.states, scenario.units), bytes_text(bubble, scenario.units)
    total, capacity = bytes_text(moment.memory.total, scenario.units), bytes_text(scenario.gpu_memory, scenario.units)
    stays = f"A short column of four slices, {floor}, always stays on the GPU"
    if moment.action == "gather":
        return f"{stays}; on top, filled in, the unit that was gathered, {size}: {total} together, of {capacity}."
    if moment.action == "discard":
        return f"{stays}; on top only the outline of the unit that was discarded, {size}: back to {total} of {capacity}."
    return f"{stays}; on top a dashed outline, {size}, the place of the largest unit once it is gathered. Now {total} of {capacity}."


def _table(scenario: Scenario, moment: Moment) -> Table:
    fullest = fully_sharded(scenario)
    rows = [
        *((f"{role.symbol}, {role.name}", getattr(moment.memory, role.key)) for role in STACKS),
        ("Stays, 16·P/N", moment.memory.states),
        ("Gathered at this moment", moment.memory.gathered),
        ("Sum at this moment", moment.memory.total),
        ("Largest unit, L_max = 4·ℓ", fullest.gathered),
        ("Sum at the fullest moment", fullest.total),
        ("C, memory of one GPU", scenario.gpu_memory),
    ]
    return Table(("On one GPU", "Bytes"), tuple((name, whole(value)) for name, value in rows))
