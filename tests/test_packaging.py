"""What is built from the checkout serves every page from a clean environment elsewhere."""

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.serving import check_every_page, get, serving

ROOT = Path(__file__).parent.parent
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the source distribution and two wheels: of the checkout, and of the source distribution."""
    folder = tmp_path_factory.mktemp("built")
    for name, what in (("of-checkout", ["--wheel"]), ("of-sdist", [])):
        command = [sys.executable, "-m", "build", "--no-isolation", *what, "--outdir", str(folder / name), str(ROOT)]
        subprocess.run(command, check=True, capture_output=True, text=True)
    return folder


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """The Python of a clean environment that holds the wheel, and sees the dependencies of this one but not the checkout."""
    home = tmp_path_factory.mktemp("elsewhere")
    venv.create(home / "clean", with_pip=False)
    python = home / "clean" / "bin" / "python"
    wheel = next((built / "of-sdist").glob("*.whl"))
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    packages = next((home / "clean" / "lib").glob("python*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
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
