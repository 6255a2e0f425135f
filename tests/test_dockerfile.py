"""The Dockerfile without Docker: its COPY and RUN lines in a clean folder, then its own check and command there."""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import check_every_page, get, serving

ROOT = Path(__file__).parent.parent
HOME = "/srv/walkthrough"
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("docker")]


def instructions():
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    return [tuple(line.split(None, 1)) for line in text.splitlines() if line and not line.startswith("#")]


INSTRUCTIONS = instructions()


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    """The folder that the image would have as /srv/walkthrough, and its environment variables."""
    if shutil.which("npm") is None and not os.environ.get("REQUIRE_BROWSER"):
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("image")
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for name, words in INSTRUCTIONS:
        if name == "COPY" and not words.startswith("--from"):
            copy(*words.split(), folder)
        elif name in ("ENV", "ARG") and not words.startswith("PATH="):
            environment |= dict(pair.split("=", 1) for pair in shlex.split(words.replace(HOME, str(folder))))
        elif name == "RUN":
            subprocess.run(["sh", "-ec", words], cwd=folder, env=environment, check=True)
    return folder, environment


def copy(source, target, folder):
    where = folder / target / Path(source).name if target.endswith("./") else folder / target
    if (ROOT / source).is_dir():
        shutil.copytree(ROOT / source, where, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(ROOT / source, where)


def words_of(name, folder):
    """The exec form of CMD or of the health check, in the folder."""
    text = next(words for each, words in INSTRUCTIONS if each == name)
    return json.loads(text[text.index("[") :].replace(HOME, str(folder)))


def files(folder):
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_it_serves_every_page_checks_itself_and_writes_nothing(image):
    folder, environment = image
    with socket.create_server(("127.0.0.1", 0)) as free:
        environment = environment | {"FSDP_PORT": str(free.getsockname()[1])}
    before = files(folder)
    with serving(words_of("CMD", folder), cwd=folder, env=environment) as address:
        check_every_page(address)
        subprocess.run(words_of("HEALTHCHECK", folder), env=environment, check=True)
        assert json.loads(get(f"{address}/readyz")[2])["plotly"]["bundle"] == "plotly-basic.min.js"
    assert files(folder) == before


def test_the_health_check_fails_without_a_server(image):
    folder, environment = image
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        environment = environment | {"FSDP_PORT": str(unused.getsockname()[1])}
        assert subprocess.run(words_of("HEALTHCHECK", folder), env=environment, capture_output=True).returncode != 0


def test_compressed_files_are_made_at_build(image):
    folder, _ = image
    assert {path.suffix for path in (folder / "compressed").iterdir()} == {".br", ".gzip"}


def test_what_is_copied_is_not_ignored():
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {words.split()[0] for name, words in INSTRUCTIONS if name == "COPY" and not words.startswith("--from")}
    assert copied == allowed


def test_it_does_not_run_as_root():
    users = [words for name, words in INSTRUCTIONS if name == "USER"]
    assert users
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", users[-1])


def test_run_lines_stay_in_their_folder():
    for name, words in INSTRUCTIONS:
        if name == "RUN":
            assert not re.search(r"(?<![\w.])/\w|\.\./", words), words
