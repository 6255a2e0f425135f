"""One GPU shares with nobody: 112 GB either way, and 808 MB more with FSDP."""

from app.figures.one_gpu import one_gpu
from app.memory.scenario import Scenario


def totals(scenario):
    """Bytes of each column from left to right."""
    bars = [bar for trace in one_gpu(scenario).figure["data"] for bar in zip(trace["x"], trace["y"], strict=True)]
    return [sum(height for x, height in bars if x == place) for place in sorted({x for x, _ in bars})]


def test_fsdp_on_one_gpu_is_the_full_column_and_the_bubble():
    assert totals(Scenario()) == [112_000_000_000, 112_808_000_000, 28_808_000_000]


def test_data_parallelism_borrows_nothing_and_shows_nothing():
    (gathered,) = [trace for trace in one_gpu(Scenario()).figure["data"] if trace["name"] == "gathered layer"]
    assert gathered["x"] == [1, 2]
    assert gathered["y"] == [808_000_000] * 2


def test_the_contrast_follows_the_readers_n():
    assert totals(Scenario(gpus=8))[2] == 14_808_000_000
    assert totals(Scenario(gpus=8))[:2] == totals(Scenario())[:2]


def test_on_one_gpu_there_is_no_contrast():
    assert totals(Scenario(gpus=1)) == [112_000_000_000, 112_808_000_000]
    assert "no third column" in one_gpu(Scenario(gpus=1)).sentence


def test_the_table_has_the_same_numbers():
    assert one_gpu(Scenario()).table.rows[0] == ("data parallel", "112,000,000,000", "0", "112,000,000,000")
    assert one_gpu(Scenario()).table.rows[1] == ("FSDP, N = 1", "112,000,000,000", "808,000,000", "112,808,000,000")
