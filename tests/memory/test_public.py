"""The names that notebooks use: all there, and the example in the package's docstring runs."""

import json
import textwrap
from pathlib import Path

import pytest

import app.memory

LLAMA = {
    "model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
    "num_attention_heads": 4, "num_key_value_heads": 4, "vocab_size": 256, "max_position_embeddings": 128, "tie_word_embeddings": False,
    "attention_bias": False, "mlp_bias": False, "rms_norm_eps": 1e-6, "hidden_act": "silu",
}  # fmt: skip


def test_every_public_name_is_there() -> None:
    assert all(getattr(app.memory, name) for name in app.memory.__all__)


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.json").write_text(json.dumps(LLAMA), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    lines = (app.memory.__doc__ or "").splitlines()
    exec(textwrap.dedent("\n".join(line for line in lines if line.startswith("    ") or not line)), {})
    assert capsys.readouterr().out.startswith("peak: ")
