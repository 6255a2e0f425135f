"""`python -m app plan`: the same numbers as the memory model and the API, in the terminal."""

import json
import re

import pytest

from app.__main__ import main
from app.memory.run_fields import FIELDS
from tests.memory.architecture import configs
from tests.runs import LLAMA

ARGUMENTS = ["plan", "--model", "llama-3-8b", "--gpus", "8", "--recipe", "fsdp2", "--checkpointing", "full"]


def printed(capsys, *arguments):
    main(arguments)
    return capsys.readouterr().out


def test_it_prints_the_account(capsys):
    text = printed(capsys, *ARGUMENTS)
    account = LLAMA.account
    assert "It fits: at its fullest, one GPU holds 29.2 GB and has 80 GB" in text
    assert f"{account.peak.total:,}  29.2 GB" in text
    for other in LLAMA.by_strategy:
        assert re.search(rf"{re.escape(other.plan.strategy.title)} +{other.peak.total:,}", text)
    assert "\u00a0" not in text


def test_json_is_what_the_api_answers(capsys):
    answer = json.loads(printed(capsys, *ARGUMENTS, "--json"))
    assert answer["peak"]["bytes"] == LLAMA.account.peak.total
    assert answer["settings"]["gpus"] == "8"


def test_a_config_file_is_the_model(capsys, tmp_path):
    file = tmp_path / "config.json"
    file.write_text(configs.text("llama-3-8b"))
    text = printed(capsys, "plan", "--config", str(file), "--gpus", "8", "--recipe", "fsdp2", "--checkpointing", "full")
    assert f"{LLAMA.account.peak.total:,}" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--gpus", "-3"], "gpus “-3” cannot be used"),
        (["--model", "gpt5"], "model “gpt5” cannot be used"),
        (["--config", "/nowhere/config.json"], "cannot be read"),
        (["--model", "gpt2", "--params", "7B"], "the model is named already"),
    ],
)
def test_what_cannot_be_used_ends_in_a_sentence(arguments, words):
    with pytest.raises(SystemExit, match=re.escape(words)):
        main(["plan", *arguments])


def test_every_setting_has_an_argument(capsys):
    with pytest.raises(SystemExit):
        main(["plan", "--help"])
    text = capsys.readouterr().out
    assert all(f"--{name.replace('_', '-')} " in text for name in FIELDS)
