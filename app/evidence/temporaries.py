"""GPT-2-like decoders on one rank, every storage followed from birth to death: data/account_temporaries.csv.

PyTorch 2.13.0 on CPU, FSDP2 and FSDP1 in every variant, over a fake process group of 1 to 64 ranks. `forward` and `backward` are the
most of whole parameters, whole gradients and collective buffers; `activations` and `peak` count the logits of the models' own loss.
"""

from collections.abc import Iterator

from app.evidence.comparison import Comparison
from app.evidence.shapes import MEASURED, gpt
from app.evidence.tables import Row, rows
from app.memory.account import Account, account_of
from app.memory.plan import Library, Plan, Reshard, Wrapping
from app.memory.recipe import recipe_of
from app.memory.strategy import strategy_of

WRAPPING: dict[str, Wrapping] = {
    "block+root": "block", "FSDP1 block": "block", "data parallel": "block", "root": "root", "FSDP1 root": "root",
    "block+emb": "block+embedding+head", "linear+root": "linear",
}  # fmt: skip
RECIPE = {"float32": "fp32", "param bf16/reduce fp32": "fsdp2", "param bf16/reduce bf16": "fsdp2-bf16"}
RESHARD: dict[str, Reshard] = {"False": "off", "SHARD_GRAD_OP": "off", "True": "all"}
SOURCE = "PyTorch 2.13.0 on CPU, event log of all storages"


def measured(row: Row) -> Account:
    """The account of the run that a row describes."""
    hidden, heads, layers, vocabulary, seq, batch = MEASURED[row["model"]]
    base, *words = row["wrap"].split(";")
    options = {name: value or "1" for name, _, value in (word.partition("=") for word in words)}
    library: Library = "fsdp1" if base.startswith("FSDP1") else "fsdp2"
    plan = Plan(
        gpt(hidden, heads, layers, vocabulary, seq), gpus=int(row["gpus"]), batch=batch, seq=seq, recipe=recipe_of(RECIPE[row["dtype"]]),
        strategy=strategy_of("dp" if base == "data parallel" else "fsdp"), wrapping=WRAPPING[base], library=library,
        reshard=RESHARD.get(row["reshard"], "default"), prefetch=int(options.get("fwdprefetch", options.get("forward_prefetch", 0))),
        accumulation="unsharded" if "nosync" in options else "off", optimizer=options.get("opt", "loop"),  # type: ignore[arg-type]
        attention="plain" if options.get("kind") == "plain" else "fused", checkpointing="full" if "ckpt" in options else "off",
    )  # fmt: skip
    return account_of(plan)


def own(made: Account, row: Row, column: str) -> int:
    """Our number for one column of a row."""
    stored = made.phases[-1].held
    if column == "persistent":
        return stored.states - stored.counters
    if column == "counters":
        return stored.counters
    if column in ("forward", "backward"):
        return made.temporary(column)
    if column == "optimizer":
        return made.most("optimizer step").held.optimizer
    if column == "activations":  # those models hand back logits in fp32
        return made.most("loss").held.activations + 4 * made.plan.batch * made.plan.seq * made.plan.units.vocabulary
    last = "optimizer step" if row["wrap"] == "data parallel" else "backward"
    return max(phase.total for phase in made.phases if phase.stage in ("forward", "loss", "backward", last))


QUANTITIES = {
    "persistent": "θ, ∇L, m and v after a step", "counters": "Adam’s step counters", "forward": "borrowed in forward",
    "backward": "borrowed in training", "optimizer": "the optimizer’s temporaries", "activations": "activations after forward",
    "peak": "peak",
}  # fmt: skip


def comparisons() -> Iterator[Comparison]:
    """Every number of every row."""
    for row in rows("account_temporaries"):
        made = measured(row)
        case = f"{row['model']}, N = {row['gpus']}, {row['dtype']}, {row['wrap'].replace(';', ', ')}"
        case += f", reshard {row['reshard']}" if row["reshard"] not in ("", "None") else ""
        for column, quantity in QUANTITIES.items():
            if row[column]:
                reason = row["reason"] or (row["peak_reason"] if column == "peak" else "")
                yield Comparison(case, quantity, own(made, row, column), int(row[column]), SOURCE, reason=reason)
