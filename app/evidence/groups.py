"""The comparisons that are drawn, kind by kind: of PyTorch’s measurements the sums; their single parts are in app/evidence/variants.py."""

from collections.abc import Iterator
from functools import cache

from app.evidence import every_row, public, published
from app.evidence.blocks import tracked_blocks
from app.evidence.comparison import Comparison, Group, compared

SLUGS = PYTORCH, SHARDS, STEPS, BLOCKS, ZERO, ACTIVATIONS, PUBLIC = (
    "pytorch",
    "shards",
    "tracker",
    "blocks",
    "zero",
    "activations",
    "public",
)

SUMS = (
    "persistent.total(param+grad+m+v)", "persistent.opt_step", "fwd.temp_peak", "bwd.temp_peak", "step.optimizer_temp_peak",
    "fwd.temp_peak(unsharded flat params+flat grads+rs)", "bwd.temp_peak(unsharded flat params+flat grads+rs)", "end_fwd.activations",
    "bwd.total_peak", "total_peak",
)  # fmt: skip
PROCESSES = "real gloo, "
NO_ESTIMATES = (
    "DeepSpeed’s estimates of CPU memory, and its estimates for ZeRO-3, which gather the largest single parameter and may offload: "
    "the account gathers whole units and keeps everything on the GPU"
)
NO_CALCULATOR = "times, ratios of the rows above, and the totals of EleutherAI’s calculator, which is an estimate itself"
NO_OFFLOAD = (
    "Llama 3.1 8B with context parallelism (torchtitan) and GPT-2 with offload to the CPU (Hugging Face’s blog), which the account does "
    "not have, and GPT-2 XL with DDP on one Titan RTX (the same blog), which did not fit, so that there is no number. Two ways to wrap "
    "GPT-2 large that gave the same batch are one row"
)


@cache
def groups() -> tuple[Group, ...]:
    """Every group, compared once."""
    return (
        Group(
            PYTORCH, "PyTorch, storage by storage",
            "Four GPT-2-like models under FSDP2, FSDP1 and DDP, with each way to wrap, reshard, prefetch, accumulate and compute, "
            "on 1 to 64 ranks. Every storage was followed from its birth to its death. Drawn are the sums.",
            compared(_sums()), 0.02,
        ),
        Group(
            SHARDS, "What a rank stores, padding included",
            "Single parameters cut into shards, on every rank, and whole models on two and four real processes.",
            compared(_shards()), 0,
        ),
        Group(
            STEPS, "PyTorch’s FSDPMemTracker",
            "Whole training steps of GPT-2, Llama 2, Llama 3 and a toy, tracked by PyTorch’s own tool over a fake process group.",
            compared(found for row, found in every_row.of_tracker() if not row["quantity"].startswith("peak ")), 0.02,
        ),
        Group(
            BLOCKS, "What one block keeps",
            "Activations of single blocks: plain and fused attention, GELU and gated MLP, with and without dropout and checkpointing.",
            compared((*_kept(), *tracked_blocks())), 0.002,
        ),
        Group(
            ZERO, "The ZeRO paper’s tables, and DeepSpeed’s estimator",
            "Model states of one GPU as printed, and the largest models of table 2, whose parameters stand in the table under the figure. "
            "Several cells of the paper are cut, not rounded.",
            compared(published.comparisons("zero_table", "zero_maxsize", "zero_measured", "ds_estimator")), 0.02, NO_ESTIMATES,
        ),
        Group(
            ACTIVATIONS, "Published activation formulas",
            "Megatron’s table and what others print for their models. Rows with tensor or sequence parallelism divide our block by t.",
            compared(published.comparisons("activation")), 0.02, NO_CALCULATOR,
        ),
        reported(),
    )  # fmt: skip


@cache
def reported() -> Group:
    """Runs on real GPUs."""
    return Group(
        PUBLIC, "Whole runs that people reported",
        "Measured on GPUs by others, with an allocator, a compiler and settings that we know in part. "
        "Here the account is a floor, and misses are to be expected.",
        compared(public.comparisons()), 0.05, NO_OFFLOAD,
    )  # fmt: skip


def _sums() -> Iterator[Comparison]:
    """Of whole models; those on real processes are shards."""
    for row, found in every_row.of_measurements():
        if row["quantity"] in SUMS and not row["method"].startswith(PROCESSES):
            yield found


def _shards() -> Iterator[Comparison]:
    """One of the padded and one of the unpadded stacks of single parameters, and the sums on real processes."""
    for row, found in every_row.of_measurements():
        single = row["quantity"].startswith("rank") and row["quantity"].split()[1] in ("param", "m")
        if single or (row["method"].startswith(PROCESSES) and row["quantity"] in SUMS):
            yield found


def _kept() -> Iterator[Comparison]:
    """What GELU blocks keep."""
    return (found for row, found in every_row.of_measurements() if row["quantity"] == "activation_per_block_kept")
