"""Runs at the edges of what a reader may set, and the three that the story is told with."""

from app.memory.scenario import Scenario

STORY = Scenario()
GPT3 = Scenario(params=174_604_259_328, gpus=64, layer=1_812_099_072, hidden=12_288, layers=96)
GPT2 = Scenario(params=124_439_808, gpus=1, layer=7_087_872, hidden=768, layers=12)

EDGES = (
    STORY,
    GPT3,
    GPT2,
    Scenario(params=1, gpus=1, layer=1),
    Scenario(params=1, gpus=65_536, layer=1),
    Scenario(params=5, gpus=4, layer=2, stacks="all"),
    Scenario(params=10**15, gpus=1, layer=10**15),
    Scenario(params=10**15, gpus=65_536, layer=10**15, units="GiB"),
    Scenario(params=10**15, gpus=65_536, layer=1, batch=4096, seq=1_048_576, hidden=131_072, layers=1024),
    Scenario(gpus=65_536, rank=65_535, moment=21, stage=5, stacks="all", checkpointing="on"),
    Scenario(gpus=7, rank=6, moment=1, stage=2, value=-3e38),
    Scenario(gpu_memory=10**9, units="GiB", stage=3, value=0.0),
    Scenario(gpu_memory=10**13, batch=1, seq=1, hidden=1, layers=1, stage=1),
    Scenario(params=202_000_000, layer=202_000_000, gpus=3, moment=5),
    Scenario(params=1000, layer=202_000_000),
)
