"""What one transformer block keeps for backward, measured to the byte: data/block_activations.csv."""

from collections.abc import Iterator

from app.evidence.comparison import Comparison
from app.evidence.tables import Row, rows
from app.memory.block_activations import Block, kept


def block_of(row: Row) -> Block:
    """The block and the batch of a row."""
    batch, seq, hidden, heads, mlp = (int(row[name]) for name in ("batch", "seq", "hidden", "heads", "mlp"))
    return Block(
        batch, seq, hidden, heads, mlp, bool(row["gated"]), int(row["width"]), row["attention"],  # type: ignore[arg-type]
        bool(row["dropout"]), bool(row["composed"]), int(row["mask"]),
    )  # fmt: skip


def comparisons() -> Iterator[Comparison]:
    """The bytes that every block keeps."""
    for row in rows("block_activations"):
        width = {2: "16 bit", 4: "fp32"}[int(row["width"])]
        words = (
            f"b = {row['batch']}, s = {row['seq']}, h = {row['hidden']}, a = {row['heads']}, {width}", "gated" if row["gated"] else "GELU",
            f"{row['attention']} attention", "dropout" if row["dropout"] else "", f"checkpointing {row['checkpointing']}",
        )  # fmt: skip
        case = ", ".join(word for word in words if word)
        ours = kept(block_of(row), row["checkpointing"])  # type: ignore[arg-type]
        yield Comparison(case, "kept by one block", ours, int(row["bytes"]), "PyTorch 2.13.0 on CPU")
