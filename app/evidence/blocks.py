"""What one transformer block keeps for backward, and what it needs for a moment, measured to the byte.

GELU blocks are rows of data/fsdp_rows.csv; blocks of transformers, under PyTorch's tracker, stand in data/block_activations.csv.
"""

from collections.abc import Iterator

from app.evidence.comparison import Comparison
from app.evidence.tables import Row, rows
from app.memory.block_activations import Attention, Block, Checkpointing, forward_working, kept

WIDTHS = {"float32": 4, "bfloat16": 2}
ATTENTION: dict[str, Attention] = {"sdpa": "fused", "plain": "plain", "plain_causal": "causal"}


def block_of(row: Row) -> Block:
    """The block of transformers and the batch of a row of data/block_activations.csv."""
    batch, seq, hidden, heads, mlp = (int(row[name]) for name in ("batch", "seq", "hidden", "heads", "mlp"))
    return Block(
        batch, seq, hidden, heads, mlp, bool(row["gated"]), int(row["width"]), row["attention"],  # type: ignore[arg-type]
        composed=bool(row["composed"]),
    )  # fmt: skip


def measured_block(row: Row) -> tuple[Block, Checkpointing]:
    """The GELU block of a row of data/fsdp_rows.csv: 'b2_s128_h256_a4' and 'attn=plain,dropout=0.1/cpu,ckpt=0'.

    PyTorch's own dropout keeps a mask of 1 byte an entry; on CPU it keeps one of the compute precision.
    """
    batch, seq, hidden, heads = (int(part[1:]) for part in row["case"].split("_"))
    options = dict(option.split("=") for option in row["wrap"].split(","))
    dropout, kernel = options["dropout"].split("/")
    width = WIDTHS[row["dtype"]]
    block = Block(
        batch, seq, hidden, heads, 4 * hidden, False, width, ATTENTION[options["attn"]], dropout=float(dropout) > 0,
        mask=width if kernel == "cpu" else 1,
    )  # fmt: skip
    return block, "full" if options["ckpt"] == "1" else "off"


def in_words(block: Block, checkpointing: str) -> str:
    """A block, its batch and how it is run."""
    words = (
        f"b = {block.batch}, s = {block.seq}, h = {block.hidden}, a = {block.heads}, {'16 bit' if block.width == 2 else 'fp32'}",
        "gated" if block.gated else "GELU", f"{block.attention} attention", "dropout" if block.dropout else "",
        f"mask of {block.mask} bytes" if block.mask > 1 else "", f"checkpointing {checkpointing}",
    )  # fmt: skip
    return ", ".join(word for word in words if word)


def block_bytes(row: Row) -> int:
    """Our number for a row of data/fsdp_rows.csv."""
    block, checkpointing = measured_block(row)
    return kept(block, checkpointing) if row["quantity"] == "activation_per_block_kept" else forward_working(block, checkpointing)


def tracked_blocks() -> Iterator[Comparison]:
    """What every block of transformers keeps."""
    for row in rows("block_activations"):
        block, checkpointing = block_of(row), row["checkpointing"]
        ours = kept(block, checkpointing)  # type: ignore[arg-type]
        yield Comparison(
            in_words(block, checkpointing), "kept by one block", ours, int(row["bytes"]), "PyTorch 2.13.0 on CPU, transformers 5.24"
        )
