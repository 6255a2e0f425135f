"""A preset sets the published numbers, and its name is shown only where all of them hold."""

from app.memory.catalog import gpu, model
from app.memory.scenario import FIELDS, Scenario
from app.steps.presets import gpu_name, model_name, preset
from tests.scenarios import GPT3


def test_gpt3_sets_what_its_paper_says():
    texts = preset(model("gpt3-175b"))
    assert {name: FIELDS[name].read(text) for name, text in texts.items()} == {
        "params": 174_604_259_328, "layer": 1_812_099_072, "hidden": 12_288, "layers": 96,
    }  # fmt: skip


def test_a_card_sets_its_marketed_size():
    assert preset(gpu("a100-40gb")) == {"gpu_memory": "40GB"}


def test_a_name_is_shown_only_for_its_own_numbers():
    assert model_name(GPT3) == "GPT-3 175B"
    assert model_name(GPT3.but(layer=1)) == "your own numbers"
    assert gpu_name(Scenario(gpu_memory=40 * 10**9)) == "A100 40 GB"
    assert gpu_name(Scenario()) == "A100 or H100, 80 GB"
    assert gpu_name(Scenario(gpu_memory=24 * 10**9)) == "A10G, L4, RTX 3090, RTX 4090 or Titan RTX, 24 GB"
    assert gpu_name(Scenario(gpu_memory=64 * 10**9)) == "MI250X, one of its two GPUs, 64 GB"
    assert gpu_name(Scenario(gpu_memory=10**9)) == "your own size"
