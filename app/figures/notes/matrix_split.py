"""One product X·W cut for a few GPUs: what one of them has, what it computes, and what all have after they communicated."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.figures.axes import blank
from app.figures.picture import Picture, Table
from app.figures.style import ACTIVATIONS, GHOST, INK, MUTED, THETA, Mapped, Role, bars, box, figure, note
from app.memory.notes.tensor import COLUMNS, ROWS, Matrix, TensorRun, W, X, joined, own_product, span
from app.memory.units import gpus

LEFT, RIGHT = 0.0, 5.2  # of the two columns of matrices
TOP, MIDDLE, BOTTOM = 7.2, 2.1, 0.0  # upper edges of W, of X and its product, of the whole product
NAME = 0.55  # from the upper edge of a matrix to the middle of its name
ADDEND = 0.45  # opacity of entries that are not summed yet


@dataclass(frozen=True)
class Drawn:
    """A matrix on the sheet: its numbers, and which of its columns and rows this GPU has."""

    entries: Matrix
    role: Role
    x: float
    y: float
    columns: range
    rows: range
    opacity: float = 1
    others: bool = True  # whether the numbers of other GPUs are shown too

    def has(self, row: int, column: int) -> bool:
        """Whether this GPU has an entry."""
        return row in self.rows and column in self.columns


def matrix_split(run: TensorRun) -> Picture:
    """W over the product and X beside it, as one multiplies by hand; at the bottom the product that all GPUs have in the end."""
    drawn = matrices(run)
    return Picture(
        title=f"W cut by {run.cut} for {gpus(run.shown)}: what GPU {run.part} computes",
        figure=figure(
            [trace for each in drawn for trace in _boxes(each)],
            x=blank(-0.2, RIGHT + 4.2),
            y=blank(BOTTOM - 1.2, TOP + 1.1),
            shapes=[shape for each in drawn for shape in _missing(each)],
            notes=[*(note_ for each in drawn for note_ in _numbers(each)), *_names(run), *_words(run)],
            bare=True,
        ),
        sentence=sentence(run),
        table=_table(run),
    )


def matrices(run: TensorRun) -> tuple[Drawn, ...]:
    """X, W, this GPU's product and the whole one."""
    four, two = range(len(W)), range(len(X))
    own = span(len(W), run.shown, run.part)
    by_rows = run.cut == ROWS
    part = own_product(X, W, run.cut, run.shown, run.part)
    placed = part if by_rows else tuple((0,) * own.start + row + (0,) * (len(W) - own.stop) for row in part)
    summed = 1 if run.shown == 1 or not by_rows else ADDEND
    return (
        Drawn(X, ACTIVATIONS, LEFT, MIDDLE, own if by_rows else four, two),
        Drawn(W, THETA, RIGHT, TOP, four if by_rows else own, own if by_rows else four),
        Drawn(placed, ACTIVATIONS, RIGHT, MIDDLE, four if by_rows else own, two, summed, others=False),
        Drawn(whole(run), ACTIVATIONS, RIGHT, BOTTOM, four, two),
    )


def whole(run: TensorRun) -> Matrix:
    """The product from what all GPUs computed."""
    return joined([own_product(X, W, run.cut, run.shown, rank) for rank in range(run.shown)], run.cut)


def sentence(run: TensorRun) -> str:
    """What this GPU needs, has and lacks."""
    if run.shown == 1:
        return "One GPU has all of W and computes all of Y. There is nothing to communicate."
    drawn = "" if run.degree == run.shown else f" Drawn for {gpus(run.shown)}, not {run.degree:,}."
    if run.cut == COLUMNS:
        columns = len(W) // run.shown
        return (
            f"GPU {run.part} needs all of X and has {columns} of {len(W)} columns of W, so it gets {columns} finished "
            f"column{'s' if columns > 1 else ''} of Y. An all-gather puts them side by side.{drawn}"
        )
    rows = len(W) // run.shown
    return (
        f"GPU {run.part} has {rows} of {len(W)} rows of W and needs only the matching columns of X. It gets one addend for every entry "
        f"of Y. An all-reduce adds them up.{drawn}"
    )


def _cells(drawn: Drawn) -> Iterator[tuple[int, int, float, float]]:
    """Row, column, and the lower left corner of each entry."""
    for row, entries in enumerate(drawn.entries):
        for column in range(len(entries)):
            yield row, column, drawn.x + column, drawn.y - 1 - row


def _boxes(drawn: Drawn) -> Iterator[Mapped]:
    own = [(row, column, x, y) for row, column, x, y in _cells(drawn) if drawn.has(row, column)]
    hover = [f"{drawn.role.name}: {drawn.entries[row][column]}" for row, column, _, _ in own]
    yield bars(
        drawn.role, [x + 0.5 for _, _, x, _ in own], [0.92] * len(own), [y + 0.04 for _, _, _, y in own], width=0.92, hover=hover,
        opacity=drawn.opacity,
    )  # fmt: skip


def _missing(drawn: Drawn) -> Iterator[Mapped]:
    for row, column, x, y in _cells(drawn):
        if not drawn.has(row, column):
            yield box(x + 0.04, y + 0.04, x + 0.96, y + 0.96, GHOST, dash="dot")


def _numbers(drawn: Drawn) -> Iterator[Mapped]:
    for row, column, x, y in _cells(drawn):
        own = drawn.has(row, column)
        if own or drawn.others:
            words = str(drawn.entries[row][column])
            yield note(x + 0.5, y + 0.5, words, bold=own, boxed=own, color=INK if own else MUTED)


def _names(run: TensorRun) -> list[Mapped]:
    own = "Y" if run.shown == 1 else f"on GPU {run.part}"
    end = "Y" if run.shown == 1 else f"Y, {'summed' if run.cut == ROWS else 'gathered'}"
    places = ((LEFT, MIDDLE, "X"), (RIGHT, TOP, "W"), (RIGHT, MIDDLE, own), (RIGHT, BOTTOM, end))
    return [note(x, y + NAME, words, anchor="left", bold=True) for x, y, words in places]


def _words(run: TensorRun) -> list[Mapped]:
    """In the free corners: what the cut means."""
    if run.shown == 1:
        return []
    end = ("add up what<br>all GPUs have" if run.cut == ROWS else "put side by side<br>what all have") + " →"
    return [note(RIGHT - 0.4, BOTTOM - 0.5, end, anchor="right", color=MUTED)]


def _table(run: TensorRun) -> Table:
    parts = [own_product(X, W, run.cut, run.shown, rank) for rank in range(run.shown)]
    named = [(f"GPU {rank}", part) for rank, part in enumerate(parts)] + [("Y", whole(run))]
    return Table(
        ("Computed by", "Entries of Y"),
        tuple((name, " ".join(str(entry) for entry in part[0])) for name, part in named),
    )
