"""Runs whose bytes can be counted and that nobody can start: the notice says so, and the settings stay."""

import pytest

from app.memory.run import Run


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (Run(model="gpt2", seq=1024), ""),
        (Run(model="gpt2", seq=1025), "GPT-2 124M has 1,024 positions and cannot read 1,025 tokens"),  # its config: n_positions 1,024
        (Run(model="roberta-base", seq=512), ""),  # 514 entries, two of them before the first token
        (Run(model="roberta-base", seq=513), "has 512 positions"),
        (Run(model="opt-125m", seq=2049), "has 2,048 positions"),
        (Run(model="llama-3-8b", seq=16_384), ""),  # rotary positions have no table
        (Run(model="t5-base", seq=4096), ""),
        (Run(seq=4096), ""),
        (Run(strategy="hsdp", group=8, gpus=12), "12 GPUs cannot be cut into shard groups of 8"),
        (Run(strategy="hsdp", group=8, gpus=16), ""),
        (Run(strategy="hsdp", group=8, gpus=3), ""),  # one group of all there are
        (Run(strategy="fsdp", group=8, gpus=12), ""),
    ],
)
def test_what_cannot_be_started_is_said(run: Run, said: str) -> None:
    found, notices = run.reconciled()
    told = [notice for notice in notices if "no such run can be started" in notice]
    assert len(told) == bool(said)
    assert said in "".join(told)
    assert (found.seq, found.gpus, found.group) == (run.seq, run.gpus, run.group)
