"""The runs whose storages PyTorch's own tools measured (data/fsdp_runs.csv), and the account of each.

PyTorch 2.13.0 on CPU: GPT-2-like decoders under FSDP2, FSDP1 and DDP in every variant, over a fake process group of 1 to 64 ranks or
over real processes; single blocks; single parameters.
"""

from functools import cache

from app.evidence.shapes import MEASURED, gpt
from app.evidence.tables import Row, rows
from app.memory.account import Account, account_of
from app.memory.plan import Library, Plan, Reshard, Wrapping
from app.memory.recipe import recipe_of
from app.memory.strategy import strategy_of

WRAPPING: dict[str, Wrapping] = {
    "block+root": "block", "FSDP1 block": "block", "root": "root", "FSDP1 root": "root", "block+emb": "block+embedding+head",
    "linear+root": "linear",
}  # fmt: skip
DATA_PARALLEL = {
    "none": False,
    "DDP gradient_as_bucket_view=False": False,
    "DDP gradient_as_bucket_view=True": True,
}  # gradients in buckets
RECIPE = {"float32": "fp32", "param bf16/reduce fp32": "fsdp2", "param bf16/reduce bf16": "fsdp2-bf16"}
RESHARD: dict[str, Reshard] = {"False": "off", "SHARD_GRAD_OP": "off", "True": "all"}
UNBIASED = "torch Transformer "  # PyTorch's own test model: no biases in its attention


@cache
def measurements() -> tuple[Row, ...]:
    """Every number with its run: 2,209 of them, in the order in which they were taken."""
    runs = {row["run"]: row for row in rows("fsdp_runs")}
    return tuple(runs[row["run"]] | row for row in rows("fsdp_rows"))


def account_of_run(row: Row) -> Account:
    """The account of the run that a row belongs to."""
    return _account(row["model"], int(row["gpus"]), row["dtype"], row["wrap"], row["reshard"], row["case"].endswith("_foreach"))


def setting(row: Row) -> str:
    """A run in words."""
    reshard = f"reshard {row['reshard']}" if row["reshard"] not in ("", "None") else ""
    patched = row["method"].partition("wait_for_unshard ")[2]
    words = (
        row["model"], f"N = {row['gpus']}", row["dtype"], row["wrap"].replace(";", ", "), reshard,
        "foreach" if row["case"].endswith("_foreach") else "", f"PyTorch {patched}" if patched else "",
    )  # fmt: skip
    return ", ".join(word for word in words if word)


@cache
def _account(model: str, gpus: int, dtype: str, wrap: str, reshard: str, foreach: bool) -> Account:
    hidden, heads, layers, vocabulary, seq, batch = MEASURED[model.removeprefix(UNBIASED)]
    base, *words = wrap.split(";")
    options = {name: value or "1" for name, _, value in (word.partition("=") for word in words)}
    library: Library = "fsdp1" if base.startswith("FSDP1") else "fsdp2"
    plan = Plan(
        gpt(hidden, heads, layers, vocabulary, seq, biased=not model.startswith(UNBIASED)), gpus=gpus, batch=batch, seq=seq,
        recipe=recipe_of(RECIPE[dtype]), strategy=strategy_of("dp" if base in DATA_PARALLEL else "fsdp"),
        wrapping=WRAPPING.get(base, "block"), library=library, bucket_view=DATA_PARALLEL.get(base, False),
        reshard=RESHARD.get(reshard, "default"), prefetch=int(options.get("fwdprefetch", options.get("forward_prefetch", 0))),
        accumulation="unsharded" if "nosync" in options else "off",
        optimizer="foreach" if foreach else options.get("opt", "loop"),  # type: ignore[arg-type]
        attention="plain" if options.get("kind") == "plain" else "fused", checkpointing="full" if "ckpt" in options else "off",
    )  # fmt: skip
    return account_of(plan)
