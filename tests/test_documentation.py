"""The documents say what the code does."""

import json
import re
import tomllib
from pathlib import Path

import plotly.graph_objects as go
import pytest
from packaging.requirements import Requirement
from starlette.testclient import TestClient

from app.main import create_app
from app.memory.scenario import FIELDS
from app.settings import Settings
from app.steps.catalog import OTHERS, STEPS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
DOCUMENTS = sorted(path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")))


def rows(first):
    """The rows of the README's table whose heading starts with a word, as lists of cells."""
    table = re.search(rf"^\| {first} \|.*\n\|[ |-]+\n((?:\|.*\n)+)", README, re.MULTILINE)[1]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


def test_every_parameter_is_listed_with_its_symbol_range_and_default():
    listed = [(name, symbol, accepted, default) for name, symbol, _, accepted, default in rows("parameter")]
    assert listed == [(f"`{field.name}`", field.symbol, field.accepted, f"`{field.text(field.default)}`") for field in FIELDS.values()]


def test_every_page_is_listed_in_order():
    listed = [address.strip("`") for address, _ in rows("address")]
    assert [path for path in listed if path.startswith("/steps/")] == [step.path for step in STEPS]
    assert {step.path for step in OTHERS} <= set(listed)


def test_every_listed_page_is_there(client):
    for address, _ in rows("address"):
        assert client.get(address.strip("`")).status_code == 200


def test_the_bank_that_is_told_of_can_be_had(client):
    address = re.search(r"`(/practice/bank\?[^`]+)`", (ROOT / "docs/practice.md").read_text())[1]
    assert client.get(address).status_code == 200


def test_every_setting_is_listed_with_its_default():
    defaults = {name: "" if field.default in (None, "", False) else f"`{field.default}`" for name, field in Settings.model_fields.items()}
    listed = [tuple(cells) for cells in rows("setting")]
    assert listed == [(f"`FSDP_{name.upper()}`", Settings.model_fields[name].description, default) for name, default in defaults.items()]


def test_the_example_of_the_api_is_its_answer(client):
    address = re.search(r"curl 'http://127\.0\.0\.1:8000([^']+)'", README)[1]
    shown = json.loads(re.search(r"```json\n(.*?)```", README, re.DOTALL)[1])
    answered = client.get(address).json()
    assert shown == {name: answered[name] for name in shown}


def test_one_command_starts_and_one_checks():
    first, second = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)[:2]
    assert first == "python3 scripts/start.py"
    assert (ROOT / second).stat().st_mode & 0o111
    assert README.index(first) < README.index("## Pages")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_to_files(document):
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", (ROOT / document).read_text())
    for target in targets:
        assert target.startswith("https://") or ((ROOT / document).parent / target).exists(), target


def test_what_the_layout_names_is_there():
    layout = re.search(r"## Where things are\n\n```\n(.*?)```", README, re.DOTALL)[1]
    for name in re.findall(r"^(\S+)", layout, re.MULTILINE):
        assert (ROOT / name).exists(), name


def test_one_version_everywhere():
    citation = dict(re.findall(r"^(\w+): (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE))
    assert citation["version"] == PROJECT["version"]
    assert re.findall(r"^ +version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE) == [PROJECT["version"]]
    assert f"## [{PROJECT['version']}]" in (ROOT / "CHANGELOG.md").read_text()
    assert citation["license"] == PROJECT["license"]


def test_decisions_are_dated_and_in_order():
    dates = re.findall(r"^## (.*?) · ", (ROOT / "DECISIONS.md").read_text(), re.MULTILINE)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for date in dates)
    assert dates == sorted(dates)


def test_the_licence_is_whole():
    text = (ROOT / "LICENSE").read_text()
    assert "Apache License" in text
    assert "END OF TERMS AND CONDITIONS" in text


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_locks_hold_what_the_project_asks_for(lock):
    pinned = dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", (ROOT / lock).read_text(), re.MULTILINE))
    wanted = PROJECT["dependencies"] + (PROJECT["optional-dependencies"]["test"] if "test" in lock else [])
    for requirement in map(Requirement, wanted):
        assert pinned[requirement.name] in requirement.specifier, requirement


def test_locks_name_no_index():
    for lock in ("requirements.lock", "requirements-test.lock"):
        assert "://" not in (ROOT / lock).read_text()


def test_both_locks_agree():
    run, test = (
        set(re.findall(r"^\S+==\S+", (ROOT / name).read_text(), re.MULTILINE)) for name in ("requirements.lock", "requirements-test.lock")
    )
    assert run <= test


@pytest.fixture(scope="module")
def client():
    """The application without a network."""
    return TestClient(create_app(Settings()))


def test_the_readmes_python_runs_and_shows_a_figure(tmp_path, monkeypatch, capsys):
    block = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]
    (tmp_path / "config.json").write_text((ROOT / "tests/data/configs/llama-3-8b.json").read_text())
    monkeypatch.chdir(tmp_path)
    shown = []
    monkeypatch.setattr(go.Figure, "show", lambda figure: shown.append(figure))
    exec(block, {})
    assert len(shown) == 1
    printed = capsys.readouterr().out
    assert all(words in printed for words in ("peak: ", "Verdict(fits, ", "Traffic("))
