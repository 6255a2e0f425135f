"""The project's own environment, made once from a lock file: .venv beside the README.

`python3 scripts/environment.py requirements-test.lock` makes it and prints its Python. Runs with the standard library alone.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
LOCKS = ("requirements.lock", "requirements-test.lock")  # the second holds the first
OLDEST = (3, 11)


def prepare(lock):
    """Make sure that .venv holds what a lock file lists; returns its Python. Ends with a message where that cannot be."""
    if sys.version_info < OLDEST:
        sys.exit("This needs Python {}.{} or newer, and this is {}.{}.".format(*OLDEST, *sys.version_info))
    if not any(is_installed(each) for each in LOCKS[LOCKS.index(lock) :]):
        print(f"Setting up {HOME} from {lock}. This happens once and takes about a minute …", file=sys.stderr, flush=True)
        if run(sys.executable, "-m", "venv", str(HOME)) != 0:
            sys.exit("The environment could not be made, see above. On Debian and Ubuntu, install the package python3-venv first.")
        install(lock)
        (HOME / lock).write_bytes((ROOT / lock).read_bytes())
    return PYTHON


def is_installed(lock):
    """Whether .venv was made from this very lock file."""
    made_from = HOME / lock
    return made_from.is_file() and made_from.read_bytes() == (ROOT / lock).read_bytes()


def install(lock):
    """Install exactly what the lock file lists; where that is not to be had, the newest that pyproject.toml allows."""
    pip = (str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if run(*pip, "--require-hashes", "-r", str(ROOT / lock)) == 0:
        return
    print("The locked releases are not to be had here; taking newer ones.", file=sys.stderr, flush=True)
    extra = "[test]" if "test" in lock else ""
    if run(*pip, "--editable", f"{ROOT}{extra}") != 0:
        sys.exit("The packages could not be installed, see above. The first start needs the package index.")


def run(*command):
    """Run a command, its output on the error stream; returns its exit code."""
    return subprocess.call(command, stdout=sys.stderr)


if __name__ == "__main__":
    print(prepare(sys.argv[1]))
