"""The script that makes the project’s environment: what it does and says where something is missing."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """The script as a module, for a folder of its own, and the commands that it would run; `codes` are what they return."""
    spec = importlib.util.spec_from_file_location("environment", ROOT / "scripts" / "environment.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / ".venv").mkdir()
    for lock in module.LOCKS:
        (tmp_path / lock).write_text(f"what {lock} lists")
    module.commands, module.codes = [], {}

    def run(*command):
        module.commands.append(command)
        return next((code for word, code in module.codes.items() if word in command), 0)

    for name, value in (("ROOT", tmp_path), ("HOME", tmp_path / ".venv"), ("PYTHON", tmp_path / ".venv" / "bin" / "python"), ("run", run)):
        monkeypatch.setattr(module, name, value)
    return module


def test_it_is_made_once_from_the_lock_file(environment):
    assert environment.prepare("requirements.lock") == environment.PYTHON
    made, filled = environment.commands
    assert made[1:3] == ("-m", "venv")
    assert "--require-hashes" in filled
    environment.commands.clear()
    environment.prepare("requirements.lock")
    assert environment.commands == []


def test_a_changed_lock_file_is_installed_anew(environment):
    environment.prepare("requirements.lock")
    (environment.ROOT / "requirements.lock").write_text("something newer")
    environment.commands.clear()
    environment.prepare("requirements.lock")
    assert len(environment.commands) == 2


def test_the_environment_for_the_tests_serves_the_start_too(environment):
    environment.prepare("requirements-test.lock")
    environment.commands.clear()
    environment.prepare("requirements.lock")
    assert environment.commands == []


def test_where_the_locked_releases_are_not_to_be_had_newer_ones_are_taken_and_it_is_said(environment, capsys):
    environment.codes["--require-hashes"] = 1
    environment.prepare("requirements-test.lock")
    assert environment.commands[-1][-2:] == ("--editable", f"{environment.ROOT}[test]")
    assert "taking newer ones" in capsys.readouterr().err


@pytest.mark.parametrize(("failing", "words"), [("venv", "python3-venv"), ("install", "The first start needs the package index")])
def test_what_cannot_be_done_is_said_plainly_and_tried_again_next_time(environment, failing, words):
    environment.codes[failing] = 1
    with pytest.raises(SystemExit) as ended:
        environment.prepare("requirements.lock")
    assert words in str(ended.value)
    assert not environment.is_installed("requirements.lock")


def test_an_old_python_is_told_which_it_would_take(environment, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 4, "final", 0))
    with pytest.raises(SystemExit) as ended:
        environment.prepare("requirements.lock")
    assert str(ended.value) == "This needs Python 3.11 or newer, and this is 3.10."
