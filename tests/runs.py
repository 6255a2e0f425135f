"""Runs of the full account at the edges of what a reader may set."""

from app.memory.architecture.published import PUBLISHED
from app.memory.run import Run

USUAL = Run()
LLAMA = Run(model="llama-3-8b", gpus=8, recipe="fsdp2", checkpointing="full")
LARGEST = Run(model="llama-3.1-405b", gpus=16_384, seq=8192, batch=1, recipe="fsdp2", checkpointing="full")
PASTED = Run(model="config", keys=tuple(PUBLISHED["qwen3-0.6b"].keys.items()), gpus=3)

RUN_EDGES = (
    USUAL,
    LLAMA,
    LARGEST,
    PASTED,
    Run(params=1, gpus=1, layer=1, hidden=1, layers=1, batch=1, seq=1),
    Run(params=1, gpus=65_536, layer=1, units="GiB"),
    Run(params=10**15, gpus=1, layer=10**15, layers=1024, hidden=131_072, batch=4096, seq=1_048_576, attention="plain", dropout="on"),
    Run(params=10**15, gpus=65_536, layer=1),
    Run(params=1000, layer=202_000_000, gpu_memory=10**13),
    Run(model="gpt2", strategy="hsdp", group=65_536, gpus=3, units="GiB"),
    Run(model="gpt2", strategy="dp", bucket_view="on", gpu_memory=10**9),
    Run(model="deepseek-v3", strategy="zero1", wrapping="linear", first_step="on"),
    Run(model="t5-base", wrapping="root", reshard="off", accumulation="unsharded", optimizer="loop"),
    Run(model="bert-large-uncased", wrapping="ends", library="fsdp1", prefetch=8, reshard="all", checkpointing="selective"),
)
