"""Sharded slices: the strip of parameters, or all four strips, cut into N pieces that float above the GPUs which own them."""

from app.figures.axes import blank
from app.figures.gpus import Cluster, cluster, gap_note
from app.figures.picture import Picture
from app.figures.pieces import Box, Pieces, cut
from app.figures.slice_words import entry_range, headline, sentence, table
from app.figures.style import INK, MUTED, PAPER, STACKS, THETA, Mapped, Role, bars, box, figure, note, rule
from app.memory.scenario import Scenario
from app.memory.sharding import padding_parameters, shard
from app.memory.units import whole

ROW = 1.22  # from the foot of one strip to the foot of the next; a strip is 1 high
NAMES, NAME_WIDTH = -0.56, 0.15  # where the names of the rows end, and their width on a phone as a share of the figure
LONG = 1000  # rank; bold numbers from here on would be wider than their GPU
CARD_WIDTH = 0.96  # of the distance between two GPUs
DIMMED = 0.22  # opacity of what belongs to a GPU that is not the one lit up


def sharded_slices(scenario: Scenario) -> Picture:
    """θ, or all four stacks, in N pieces of ⌈P/N⌉ entries, piece i above GPU i. Heights are places; only widths mean entries."""
    drawn = cluster(scenario.gpus)
    pieces = cut(scenario.params, scenario.gpus, drawn)
    roles = STACKS if scenario.stacks == "all" else (THETA,)
    top = ROW * len(roles) - (ROW - 1)
    unit = top / (0.55 if len(roles) > 1 else 0.36)  # the strips take this share of the height
    foot = -0.09 * unit  # where the GPUs begin
    floor = foot - 0.17 * unit  # and where they end
    head, padded = headline(scenario, pieces), _padding_note(scenario, drawn, top + 0.02 * unit)
    above = 0.1 + 0.08 * (head.count("<br>") + 1 + len(padded))  # what the words over the strips take
    strips = [trace for row, role in enumerate(roles) for trace in _strip(scenario, pieces, role, ROW * row)]
    lit = [place for rank, place in zip(drawn.ranks, drawn.at, strict=True) if rank == scenario.rank]
    return Picture(
        title=_title(scenario),
        figure=figure(
            [*strips, _cards(scenario, drawn, foot, floor)],
            x=blank(NAMES - max(0.42, NAME_WIDTH * (drawn.last + 1.12)), drawn.last + 0.56),
            y=blank(floor - 0.02 * unit, top + above * unit),
            shapes=[
                *(rule(x, foot, x, top + 0.03 * unit, INK, dash="dash", width=2) for x in _cuts(drawn)),
                *(box(x - 0.5, floor - 0.012 * unit, x + 0.5, top + 0.02 * unit, INK) for x in lit),
            ],
            notes=[
                *(note(NAMES, ROW * row + 0.5, role.symbol, anchor="right", bold=True) for row, role in enumerate(roles)),
                *(note(x, foot, "", arrow=(0, -18), color=MUTED) for x in drawn.at),
                note(NAMES, (foot + floor) / 2, "GPU", anchor="right", bold=True),
                *(
                    note(x, (foot + floor) / 2, f"{rank:,}", bold=rank == scenario.rank < LONG)
                    for rank, x in zip(drawn.ranks, drawn.at, strict=True)
                ),
                *gap_note(drawn, top / 2),
                *padded,
                note(0.5, 1, head, anchor="center", above=False, xref="paper", yref="paper", bold=True),
            ],
            bare=True,
        ),
        sentence=sentence(scenario, pieces),
        table=table(scenario),
    )


def drawn_ranks(scenario: Scenario) -> tuple[int, ...]:
    """The GPUs that can be lit up: none (-1), those that are drawn, and the one in the address."""
    return tuple(sorted({-1, *cluster(scenario.gpus).ranks, scenario.rank}))


def _strip(scenario: Scenario, pieces: Pieces, role: Role, base: float) -> list[Mapped]:
    real = [each for each in pieces.boxes if each.real]
    padding = [each for each in pieces.boxes if not each.real]
    traces = [_boxes(scenario, real, role, base)] if real else []
    return traces + ([_boxes(scenario, padding, role, base) | {"name": "padding"}] if padding else [])


def _boxes(scenario: Scenario, boxes: list[Box], role: Role, base: float) -> Mapped:
    """One trace of boxes; each carries the rank of its GPU, so that pointing at it can light the GPU up."""
    owned = {rank: f"GPU {rank:,}, {role.symbol}: {entry_range(shard(scenario.params, scenario.gpus, rank))}"
             for rank in {each.rank for each in boxes}}  # fmt: skip
    trace = bars(
        role, [each.middle for each in boxes], [1] * len(boxes), [base] * len(boxes), ghost=not boxes[0].real,
        hover=[owned[each.rank] if each.real else f"GPU {each.rank:,}, {role.symbol}: padding" for each in boxes],
        opacity=[_opacity(scenario, each.rank) for each in boxes],
    )  # fmt: skip
    return trace | {"width": [each.width for each in boxes], "customdata": [each.rank for each in boxes]}


def _cards(scenario: Scenario, drawn: Cluster, top: float, foot: float) -> Mapped:
    """The GPUs themselves, one box each: a place, not a quantity."""
    trace = bars(THETA, drawn.at, [top - foot] * len(drawn.at), [foot] * len(drawn.at), width=CARD_WIDTH, hover=drawn.names)
    marker = {"color": PAPER, "line": {"color": INK, "width": 2}, "opacity": [_opacity(scenario, rank) for rank in drawn.ranks]}
    return trace | {"name": "GPU", "marker": marker, "customdata": list(drawn.ranks)}


def _opacity(scenario: Scenario, rank: int) -> float:
    return 1 if scenario.rank in (-1, rank) else DIMMED


def _cuts(drawn: Cluster) -> list[float]:
    """Where the strips are cut: half-way between two pieces, and on both sides of the GPUs that are not drawn."""
    cuts = {place + 0.5 for place in drawn.at[:-1]}
    return sorted(cuts | {drawn.last - 0.5} if drawn.hidden else cuts)


def _padding_note(scenario: Scenario, drawn: Cluster, y: float) -> list[Mapped]:
    padding = padding_parameters(scenario.params, scenario.gpus)
    words = f"padded with {whole(padding)}"
    return [note(drawn.last + 0.5, y, words, color=MUTED, anchor="right", above=True)] if padding else []


def _title(scenario: Scenario) -> str:
    what = "All four stacks" if scenario.stacks == "all" else "θ"
    return f"{what}, kept whole by one GPU" if scenario.gpus == 1 else f"{what}, cut into {scenario.gpus:,} pieces, one for each GPU"
