"""Whole training steps under PyTorch's FSDPMemTracker: data/account_tracker.csv.

The models of transformers were tracked over the first forward and backward, before Adam's states exist; the toy over its second step.
"""

from collections.abc import Iterator

from app.evidence.comparison import Comparison
from app.evidence.shapes import gpt2_of_transformers, llama2_7b, llama3_8b, toy
from app.evidence.tables import Row, rows
from app.memory.account import Account, account_of
from app.memory.plan import Plan, Wrapping
from app.memory.recipe import recipe_of
from app.memory.strategy import strategy_of

MODELS = {"toy": toy, "llama-2-7b": llama2_7b, "llama-3-8b": llama3_8b, "gpt2": gpt2_of_transformers}
RECIPE = {"fp32": "fp32", "bf16": "fsdp2", "bf16r": "fsdp2-bf16"}
WRAPPING: dict[str, Wrapping] = {"block": "block", "blockemb": "block+embedding+head", "none": "root"}
MASK = "checkpointed blocks of transformers keep a mask besides"
SOURCE = "PyTorch 2.13.0 FSDPMemTracker on CPU, transformers 5.24"


def tracked(row: Row) -> Account:
    """The account of the run that a row describes."""
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


def peak(row: Row, made: Account) -> int:
    """Ours, over what the row was measured over."""
    stages = ("forward", "loss", "backward") if row["measured"].startswith("first") else ("forward", "loss", "backward", "optimizer step")
    return max(phase.total for phase in made.phases if phase.stage in stages)


def activations(made: Account) -> int:
    """Ours after forward, with the logits in the compute precision."""
    plan = made.plan
    return made.most("loss").held.activations + plan.recipe.compute * plan.batch * plan.seq * plan.units.vocabulary


def comparisons() -> Iterator[Comparison]:
    """Peak, what stays, and activations of every row."""
    for row in rows("account_tracker"):
        made = tracked(row)
        words = (
            row["model"], f"{row['layers']} blocks", f"N = {row['gpus']}", f"S = {row['shard']}" if row["shard"] != row["gpus"] else "",
            row["precision"], f"wrapped: {row['wrap']}", f"batch {row['batch']}, {row['seq']} tokens", row["attention"],
            f"checkpointing {row['checkpointing']}",
        )  # fmt: skip
        case = ", ".join(word for word in words if word)
        yield Comparison(case, "peak", peak(row, made), int(row["peak"]), SOURCE, reason=row["reason"])
        yield Comparison(
            case, "after a step", made.persistent, int(row["stored"]), SOURCE, reason="token numbers and tables are counted there"
        )
        if row["activations"]:
            yield Comparison(
                case,
                "activations after forward",
                activations(made),
                int(row["activations"]),
                SOURCE,
                reason=MASK if row["checkpointing"] != "off" else "",
            )
