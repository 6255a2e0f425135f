"""Training steps under PyTorch's FSDPMemTracker: data/tracker_runs.csv and, number by number, data/tracker_rows.csv.

The models of transformers were tracked over the first forward and backward, before Adam's states exist; the toy over its second step.
"""

from functools import cache

from app.evidence.parts import highest, tracker_parts
from app.evidence.shapes import gpt2_of_transformers, llama2_7b, llama3_8b, toy
from app.evidence.tables import Row, rows
from app.memory.account import Account, account_of
from app.memory.ledger import Phase
from app.memory.plan import Plan, Wrapping
from app.memory.recipe import recipe_of
from app.memory.strategy import strategy_of

MODELS = {"toy": toy, "llama-2-7b": llama2_7b, "llama-3-8b": llama3_8b, "gpt2": gpt2_of_transformers}
RECIPE = {"fp32": "fp32", "bf16": "fsdp2", "bf16r": "fsdp2-bf16"}
WRAPPING: dict[str, Wrapping] = {"block": "block", "blockemb": "block+embedding+head", "none": "root"}


@cache
def tracked_rows() -> tuple[Row, ...]:
    """Every number with its run."""
    runs = {row["case"]: row for row in rows("tracker_runs")}
    return tuple(runs[row["case"]] | row for row in rows("tracker_rows"))


def tracked(row: Row) -> Account:
    """The account of the run that a row belongs to."""
    return _account(*(row[name] for name in SETTINGS))


SETTINGS = ("model", "layers", "gpus", "shard", "precision", "wrap", "reshard", "batch", "seq", "attention", "checkpointing", "measured")


@cache
def _account(*values: str) -> Account:
    row = dict(zip(SETTINGS, values, strict=True))
    sharded = row["gpus"] == row["shard"]
    return account_of(
        Plan(
            MODELS[row["model"]](int(row["layers"])), gpus=int(row["gpus"]), batch=int(row["batch"]), seq=int(row["seq"]),
            recipe=recipe_of(RECIPE[row["precision"]]), strategy=strategy_of("fsdp" if sharded else "hsdp"), shard_group=int(row["shard"]),
            wrapping=WRAPPING[row["wrap"]], reshard="default" if row["reshard"] == "True" else "off",
            attention="plain" if row["attention"] == "eager" else "masked", composed_gelu=row["model"] == "gpt2",
            checkpointing=row["checkpointing"], first_step=row["measured"].startswith("first"),  # type: ignore[arg-type]
        )
    )  # fmt: skip


def at_the_peak(row: Row, account: Account) -> Phase:
    """Our peak, over what the row was measured over."""
    stages = ("forward", "loss", "backward")
    return highest(account, *stages) if row["measured"].startswith("first") else highest(account, *stages, "optimizer step")


def activations(account: Account) -> int:
    """Ours after forward, with the logits in the compute precision."""
    plan = account.plan
    return highest(account, "loss").held.activations + plan.recipe.compute * plan.batch * plan.seq * plan.units.vocabulary


def tracked_bytes(row: Row) -> int:
    """Our number for a row. Raises KeyError for a quantity that no rule reads."""
    account, quantity = tracked(row), row["quantity"]
    if quantity == "stored":
        return account.persistent
    if quantity == "activations":
        return activations(account)
    phase = at_the_peak(row, account)
    return phase.total if quantity == "peak" else tracker_parts(account, phase)[quantity.removeprefix("peak ")]


def run_in_words(row: Row) -> str:
    """A run in words."""
    words = (
        row["model"], f"{row['layers']} blocks", f"N = {row['gpus']}", f"S = {row['shard']}" if row["shard"] != row["gpus"] else "",
        row["precision"], f"wrapped: {row['wrap']}", f"batch {row['batch']}, {row['seq']} tokens", row["attention"],
        f"checkpointing {row['checkpointing']}",
    )  # fmt: skip
    return ", ".join(word for word in words if word)
