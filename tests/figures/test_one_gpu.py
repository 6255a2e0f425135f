"""One GPU shares with nobody: 112 GB either way, and 808 MB more with FSDP."""

from app.figures.one_gpu import one_gpu
from app.memory.scenario import Scenario


def totals(scenario):
    """Bytes of each column from left to right."""
    heights = [trace["y"] for trace in one_gpu(scenario).figure["data"]]
    return [sum(column) for column in zip(*heights, strict=True)]


def test_fsdp_on_one_gpu_is_the_full_column_and_the_bubble():
    assert totals(Scenario()) == [112_000_000_000, 112_808_000_000, 28_808_000_000]


def test_the_contrast_follows_the_readers_n():
    assert totals(Scenario(gpus=8))[2] == 14_808_000_000
    assert totals(Scenario(gpus=8))[:2] == totals(Scenario())[:2]


def test_on_one_gpu_there_is_no_contrast():
    assert totals(Scenario(gpus=1)) == [112_000_000_000, 112_808_000_000]
    assert "no third column" in one_gpu(Scenario(gpus=1)).sentence


def test_the_table_has_the_same_numbers():
    assert one_gpu(Scenario()).table.rows[1] == ("FSDP, N = 1", "112,000,000,000", "808,000,000", "112,808,000,000")
