"""The Python files of a copy are ours, need nothing but the standard library, and are packed alike each time."""

import ast
import io
import json
import subprocess
import sys
import zipfile

import pytest

from app.export import live
from app.export.live import NotFetched, own_modules, zipped
from app.memory.scenario import Scenario
from app.steps.limits import STEP as LIMITS
from app.steps.presentation import present
from app.web.offline import Asked, answer


def test_the_files_run_on_a_python_without_any_package(tmp_path):
    with zipfile.ZipFile(io.BytesIO(zipped(own_modules()))) as packed:
        packed.extractall(tmp_path)
    program = "from app.web.offline import answer; print(answer('/steps/limits/live?params=8B&gpus=16')[1])"
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {program}"], cwd=tmp_path, check=True, capture_output=True
    )
    assert json.loads(ran.stdout) == json.loads(json.dumps(present(LIMITS, Scenario(params=8 * 10**9, gpus=16)).as_json()))


def test_they_import_the_standard_library_and_each_other_alone():
    for name, source in own_modules().items():
        for node in ast.walk(ast.parse(source)):
            modules = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            assert [each for each in modules if each.split(".")[0] not in {*sys.stdlib_module_names, "app"}] == [], name


def test_the_same_files_give_the_same_bytes():
    files = own_modules()
    assert zipped(files) == zipped(dict(reversed(files.items())))


def test_without_npm_it_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(live, "KEPT", tmp_path / "none.tgz")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotFetched, match="npm is not installed"):
        live.live_files()


def test_another_package_than_the_published_one_is_refused(monkeypatch, tmp_path):
    kept = tmp_path / "pyodide.tgz"
    kept.write_bytes(b"something else")
    monkeypatch.setattr(live, "KEPT", kept)
    with pytest.raises(NotFetched, match="not what was published"):
        live.live_files()


@pytest.mark.parametrize(
    "address", ["/", "/steps/none/live", "/figures/limits/none.svg", "/figures/none/x.svg", "/a/b/c/d.svg", "/plan/sweep"]
)
def test_what_is_not_there_is_not_found(address):
    assert answer(address)[0] == 404


def test_a_query_is_read_as_the_server_reads_it():
    asked = Asked("gpus=4&gpus=8&model=&x=a%20b")
    assert (asked["gpus"], asked.getlist("gpus"), asked.get("model"), asked["x"]) == ("8", ["4", "8"], "", "a b")
    assert "seq" not in asked
