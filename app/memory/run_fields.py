"""The settings of the full account: each once, with its bounds, default, names and texts. What the lesson has too is the lesson’s field."""

from collections.abc import Mapping
from dataclasses import replace

from app.memory import scenario
from app.memory.architecture.published import PUBLISHED
from app.memory.field import Field, by_name, choice, switch
from app.memory.recipe import RECIPES
from app.memory.strategy import STRATEGIES

SIZES, CONFIG = "sizes", "config"  # models that are no published one: four sizes, or the keys of a config
SIZE_FIELDS = ("params", "layer", "hidden", "layers")

FIELDS: Mapping[str, Field] = by_name(
    choice(
        "model", "Model", SIZES, "a published model, a pasted config.json, or sizes of your own", "llama-3-8b",
        {SIZES: "sizes of your own", CONFIG: "the config.json you gave"} | {slug: entry.title for slug, entry in PUBLISHED.items()},
    ),
    *(scenario.FIELDS[name] for name in (*SIZE_FIELDS, "gpu_memory", "gpus", "batch", "seq")),
    choice("recipe", "Recipe", "fp32", "which stacks there are, and their precision", "fsdp2", {r.slug: r.title for r in RECIPES}),
    choice("strategy", "Strategy", "fsdp", "what is divided among the GPUs", "zero2", {s.slug: s.title for s in STRATEGIES}),
    replace(scenario.FIELDS["gpus"], name="group", title="Shard group", symbol="S", default=8, example="8",
            help="GPUs that divide one copy among them under HSDP; nothing under any other strategy"),
    choice(
        "wrapping", "Wrapping", "block", "what is gathered as one unit", "ends",
        {"block": "each block", "ends": "each block, embedding and head", "root": "nothing but the whole model",
         "linear": "each Linear"},
    ),
    choice(
        "checkpointing", "Checkpointing", "off", "what forward keeps for backward", "full",
        {"off": "Off: keep everything", "selective": "Selective: recompute attention scores", "full": "Full: keep one tensor a block"},
    ),
    choice(
        "attention", "Attention", "fused", "how the scores are computed, and what is kept of them", "plain",
        {"fused": "fused, keeps no scores", "masked": "fused with an explicit mask", "plain": "plain, keeps the scores",
         "causal": "plain with a triangular mask"},
    ),
    switch("dropout", "Dropout", "masks that are kept for backward"),
    choice(
        "reshard", "Reshard after forward", "default", "when gathered parameters are let go", "off",
        {"default": "blocks, not the root", "off": "never: all stay gathered", "all": "the root as well"},
    ),
    Field("prefetch", "Forward prefetch", "", "layers", "ladder", 0, "blocks that forward gathers ahead on request", "2", 0, 8,
          tuple(range(9))),
    choice(
        "accumulation", "Gradient accumulation", "off", "what becomes of the gradients of earlier micro-batches", "unsharded",
        {"off": "Off", "sharded": "reduced each time", "unsharded": "kept whole, without synchronisation"},
    ),
    choice(
        "optimizer", "Optimizer step", "foreach", "what the update holds for a moment", "fused",
        {"foreach": "foreach", "loop": "one tensor after the other", "fused": "fused"},
    ),
    switch("first_step", "First step", "before it, Adam has no states"),
    choice("library", "Library", "fsdp2", "which of PyTorch’s two", "fsdp1", {"fsdp2": "FSDP2, fully_shard", "fsdp1": "FSDP1"}),
    switch("bucket_view", "DDP gradients as bucket views", "plain data parallelism without a second copy of the gradients"),
    scenario.FIELDS["units"],
)  # fmt: skip
