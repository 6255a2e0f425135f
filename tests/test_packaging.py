"""What is built from the checkout sets itself up, starts and ends, and serves every page from a clean environment elsewhere.

The environment is made by the start script, from the lock file, so these tests want the package index as the first start does.
"""

import os
import re
import signal
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.serving import check_every_page, get, serving

ROOT = Path(__file__).parent.parent
posix = pytest.mark.skipif(os.name != "posix", reason="signals")
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the source distribution and two wheels: of the checkout, and of the source distribution."""
    folder = tmp_path_factory.mktemp("built")
    for name, what in (("of-checkout", ["--wheel"]), ("of-sdist", [])):
        command = [sys.executable, "-m", "build", "--no-isolation", *what, "--outdir", str(folder / name), str(ROOT)]
        subprocess.run(command, check=True, capture_output=True, text=True)
    return folder


@dataclass
class Start:
    """One run of the start script: where it served, what it said on the error stream, how it ended on Ctrl+C."""

    pages: str
    said: str
    code: int


@pytest.fixture(scope="module")
def unpacked(built, tmp_path_factory):
    """The source distribution, unpacked."""
    with tarfile.open(next((built / "of-sdist").glob("*.tar.gz"))) as packed:
        packed.extractall(folder := tmp_path_factory.mktemp("unpacked"), filter="data")
    return next(folder.iterdir())


def start(folder, *words):
    """Start it as a reader does, load the start page, and press Ctrl+C."""
    command = [sys.executable, "scripts/start.py", "--port", "0", "--no-browser", *words]
    with (folder / "said").open("w+") as said:
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=said, text=True)
        line = process.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address, f"no address in {line!r}"
        pages = get(address[0])[2]
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        code = process.wait(30)
        said.seek(0)
        return Start(pages, said.read(), code)


@pytest.fixture(scope="module")
def first(unpacked):
    """The first start, which makes the environment."""
    return start(unpacked)


@pytest.fixture(scope="module")
def installed(built, unpacked, first):
    """The Python of an environment that holds what the lock file lists, and the wheel."""
    python = unpacked / ".venv" / "bin" / "python"
    wheel = next((built / "of-sdist").glob("*.whl"))
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    return python


def content(wheel):
    with zipfile.ZipFile(wheel) as packed:
        return {name: packed.read(name) for name in packed.namelist() if not name.endswith("/RECORD")}


def test_the_source_distribution_builds_the_same_wheel(built):
    of_checkout, of_sdist = (content(next((built / name).glob("*.whl"))) for name in ("of-checkout", "of-sdist"))
    assert of_checkout == of_sdist
    assert "app/templates/site.html" in of_checkout
    assert "app/static/css/base.css" in of_checkout


def test_the_wheel_brings_its_licence(built):
    names = content(next((built / "of-sdist").glob("*.whl")))
    assert any(name.endswith("licenses/LICENSE") for name in names)


@posix
def test_the_first_start_sets_itself_up_and_ctrl_c_ends_it_cleanly(first):
    assert "Setting up" in first.said
    assert "FSDP walkthrough" in first.pages
    assert first.code == 0
    assert "Traceback" not in first.said


@posix
def test_a_later_start_begins_at_once_and_takes_the_options_of_the_command(unpacked, first):
    later = start(unpacked, "--root-path", "/course")
    assert "Setting up" not in later.said
    assert 'href="/course/steps/' in later.pages
    assert (later.code, later.said) == (0, "")


@posix
def test_the_environment_holds_what_the_lock_file_lists(unpacked, first):
    listing = [str(unpacked / ".venv" / "bin" / "python"), "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check"]
    there = set(subprocess.run(listing, check=True, capture_output=True, text=True).stdout.lower().replace("_", "-").split())
    wanted = re.findall(r"^(\S+==\S+)(?! ;)(?: \\)?$", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert wanted
    assert set(wanted) <= there


def test_the_installed_command_serves_every_page(installed, tmp_path):
    command = [str(installed.parent / "fsdp-walkthrough"), "--port", "0", "--no-browser"]
    with serving(command, cwd=tmp_path) as address:
        check_every_page(address)


def test_it_is_the_installed_code_that_runs(installed, tmp_path):
    shown = subprocess.run(
        [str(installed), "-c", "import app; print(app.__file__)"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert Path(shown.stdout.strip()).is_relative_to(installed.parent.parent)


def test_it_serves_under_a_path_too(installed, tmp_path):
    command = [str(installed), "-m", "app", "serve", "--port", "0", "--no-browser", "--root-path", "/fsdp"]
    with serving(command, cwd=tmp_path) as address:
        assert address.endswith("/fsdp")
        assert get(f"{address}/healthz")[0] == 200
