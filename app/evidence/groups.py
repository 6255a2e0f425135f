"""All comparisons, kind by kind."""

from functools import cache

from app.evidence import blocks, public, published, shards, temporaries, tracker
from app.evidence.comparison import Group, compared

PYTORCH, SHARDS, STEPS, BLOCKS, ZERO, ACTIVATIONS, PUBLIC = "pytorch", "shards", "tracker", "blocks", "zero", "activations", "public"


@cache
def groups() -> tuple[Group, ...]:
    """Every group, compared once."""
    return (
        Group(
            PYTORCH, "PyTorch, storage by storage",
            "Four GPT-2-like models under FSDP2 and FSDP1, with each way to wrap, reshard, prefetch, accumulate and compute, "
            "on 1 to 64 ranks. Every storage was followed from its birth to its death.",
            compared(temporaries.comparisons()), 0.02,
        ),
        Group(
            SHARDS, "What a rank stores, padding included",
            "Single parameters cut into shards, on every rank, and whole models on two and four real processes.",
            compared((*shards.padding(), *shards.processes())), 0,
        ),
        Group(
            STEPS, "PyTorch’s FSDPMemTracker",
            "Whole training steps of GPT-2, Llama 2, Llama 3 and a toy, tracked by PyTorch’s own tool over a fake process group.",
            compared(tracker.comparisons()), 0.02,
        ),
        Group(
            BLOCKS, "What one block keeps",
            "Activations of single blocks: plain and fused attention, GELU and gated MLP, with and without dropout and checkpointing.",
            compared(blocks.comparisons()), 0.002,
        ),
        Group(
            ZERO, "The ZeRO paper’s tables, and DeepSpeed’s estimator",
            "Model states of one GPU as printed. Several cells of the paper are cut, not rounded.",
            compared(published.comparisons("zero_table", "ds_estimator")), 0.02,
        ),
        Group(
            ACTIVATIONS, "Published activation formulas",
            "Megatron’s table and what others print for their models.", compared(published.comparisons("activation")), 0.02,
        ),
        Group(
            PUBLIC, "Whole runs that people reported",
            "Measured on GPUs by others, with an allocator, a compiler and settings that we know in part. "
            "Here the account is a floor, and misses are to be expected.",
            compared(public.comparisons()), 0.05,
        ),
    )  # fmt: skip
