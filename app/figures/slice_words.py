"""What the sharded slices say in words and in a table: who keeps which entries, and what is padding."""

from app.figures.gpus import cluster
from app.figures.picture import Table
from app.figures.pieces import Pieces
from app.memory.scenario import Scenario
from app.memory.sharding import Shard, empty_gpus, padding_parameters, shard, shard_parameters
from app.memory.states import persistent
from app.memory.units import bytes_text, count, count_in_words, whole


def headline(scenario: Scenario, pieces: Pieces) -> str:
    """Short lines at the top: the entries of the GPU that is lit up, or what the pieces are."""
    if scenario.rank >= 0:
        return (
            f"GPU {scenario.rank:,} keeps<br>{entry_range(shard(scenario.params, scenario.gpus, scenario.rank)).replace(' to ', '<br>to ')}"
        )
    size = bytes_text(_piece_bytes(scenario), scenario.units)
    head = f"one piece of {size}" if scenario.gpus == 1 else f"{scenario.gpus:,} pieces of {size} each"
    return f"{head}<br>{_box_words(pieces)}"


def _box_words(pieces: Pieces) -> str:
    return "one box: 1 entry" if pieces.per_box == 1 else f"one box: {count(pieces.per_box)} entries"


def _piece_bytes(scenario: Scenario) -> int:
    each = persistent(scenario)
    return each.states if scenario.stacks == "all" else each.parameters


def sentence(scenario: Scenario, pieces: Pieces) -> str:
    """How the strips are cut, what is padding, and what is lit up."""
    box_words = "is one entry" if pieces.per_box == 1 else f"stands for {count_in_words(pieces.per_box)} entries"
    parts = (_cut_words(scenario), f"One box {box_words}.", padding_words(scenario, pieces.widened), _lit_words(scenario, pieces))
    return " ".join(part for part in parts if part)


def _cut_words(scenario: Scenario) -> str:
    entries = shard_parameters(scenario.params, scenario.gpus)
    size = bytes_text(_piece_bytes(scenario), scenario.units)
    strip = "Each of the four strips" if scenario.stacks == "all" else "The strip θ"
    if scenario.gpus == 1:
        return f"{strip} stays whole: one GPU keeps all {count_in_words(scenario.params)} entries, {size}."
    noun = "entry" if entries == 1 else "entries"
    held = "a GPU’s four pieces take" if scenario.stacks == "all" else "a piece takes"
    return f"{strip} is cut by dashed lines into {scenario.gpus:,} pieces of {count_in_words(entries)} {noun}; {held} {size}."


def padding_words(scenario: Scenario, widened: bool = False) -> str:
    """How much padding there is and who holds nothing else; empty where N divides P."""
    padding, empty = padding_parameters(scenario.params, scenario.gpus), empty_gpus(scenario.params, scenario.gpus)
    if not padding:
        return ""
    noun = "entry that means" if padding == 1 else "entries that mean"
    words = f"{scenario.gpus:,} pieces of that size are longer than the strip, so the end is padded with {whole(padding)} {noun} nothing"
    words += ", drawn wider than to scale." if widened else "."
    if empty:
        words += f" {whole(empty)} {'GPU holds' if empty == 1 else 'GPUs hold'} only padding."
    return words


def _lit_words(scenario: Scenario, pieces: Pieces) -> str:
    if scenario.rank < 0:
        return ""
    of = "of every stack" if scenario.stacks == "all" else "of θ"
    aside = "" if scenario.rank in pieces.ranks else ", which is not drawn,"
    return f"Lit up: GPU {scenario.rank:,}{aside} keeps {entry_range(shard(scenario.params, scenario.gpus, scenario.rank))} {of}."


def entry_range(piece: Shard) -> str:
    """Which entries a piece keeps, counted from 0: 'entries 0 to 2', 'entry 3', 'only padding'."""
    if piece.real == 0:
        return "only padding"
    if piece.real == 1:
        return f"entry {whole(piece.start)}"
    return f"entries {whole(piece.start)} to {whole(piece.start + piece.real - 1)}"


def table(scenario: Scenario) -> Table:
    """The pieces of the drawn GPUs and of the one lit up, and all together, in exact integers."""
    each = _piece_bytes(scenario)
    of = "all four stacks" if scenario.stacks == "all" else "θ"
    ranks = sorted({*cluster(scenario.gpus).ranks, scenario.rank} - {-1})
    rows = [_row(shard(scenario.params, scenario.gpus, rank), each) for rank in ranks]
    padding = padding_parameters(scenario.params, scenario.gpus)
    together = ("Together", "0", whole(scenario.params - 1), whole(scenario.params), whole(padding),
                whole(each * scenario.gpus))  # fmt: skip
    return Table(("GPU", "First entry", "Last entry", "Entries", "Padding", f"Bytes of {of}"), (*rows, together))


def _row(piece: Shard, size_bytes: int) -> tuple[str, ...]:
    first, last = (whole(piece.start), whole(piece.start + piece.real - 1)) if piece.real else ("none", "none")
    return (f"GPU {piece.rank:,}", first, last, whole(piece.real), whole(piece.padding), whole(size_bytes))
