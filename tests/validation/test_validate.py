"""A small case measured with PyTorch's own tracker, here and now: in an environment of its own, since nothing else needs PyTorch."""

import re
import subprocess
import sys
import sysconfig
import venv

import pytest

from app.__main__ import main

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]
TORCH = "torch==2.13.0"


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """A Python that has PyTorch beside what this one has. Fails where PyTorch cannot be installed."""
    home = tmp_path_factory.mktemp("validation") / "clean"
    venv.create(home, with_pip=False)
    command = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(command), "install", "--quiet", TORCH]
    installed = subprocess.run(pip, capture_output=True, text=True)
    if installed.returncode:
        pytest.fail(f"{TORCH} could not be installed, so the account is not checked against it: {installed.stderr[-500:]}")
    packages = next((home / "lib").glob("python*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return command


def validated(python, *arguments):
    """Predicted and measured bytes by number of GPUs."""
    run = subprocess.run([str(python), "-m", "app", "validate", *arguments], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    lines = re.findall(r"^ +([\d,]+) +([\d,]+) +([\d,]+)  [+-][\d.]+%$", run.stdout, re.MULTILINE)
    return {int(gpus.replace(",", "")): tuple(int(size.replace(",", "")) for size in sizes) for gpus, *sizes in lines}


def test_pytorch_measures_what_we_predict(python):
    measured = validated(python, "--layers", "4", "--gpus", "2", "64")
    assert set(measured) == {2, 64}
    for ours, theirs in measured.values():
        assert ours == pytest.approx(theirs, rel=0.001)


def test_in_bf16_too(python):
    (sizes,) = validated(python, "--layers", "3", "--gpus", "8", "--recipe", "fsdp2").values()
    assert sizes[0] == pytest.approx(sizes[1], rel=0.02)


def test_without_pytorch_it_says_what_is_missing(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="needs PyTorch"):
        main(["validate"])


@pytest.mark.parametrize("arguments", [["--gpus", "0"], ["--layers", "-1"], ["--shape", "gpt5"], ["--recipe", "sgd"]])
def test_what_cannot_be_measured_is_refused(arguments, capsys):
    with pytest.raises(SystemExit):
        main(["validate", *arguments])
    assert arguments[0] in capsys.readouterr().err
