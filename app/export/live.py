"""What lets a copy compute in the browser: Pyodide, fetched with npm, and our own Python files, the same that the server runs."""

import ast
import io
import shutil
import subprocess
import tarfile
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from app.web.zipped import write_zip

PACKAGE = "pyodide@314.0.7"
DIGEST = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"  # SHA-256 of the package
MODULES = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"}  # many servers do not know that .mjs is JavaScript
FILES = (*MODULES, "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
FOLDER = "python"
START = "app.web.offline"
ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / "build" / f"{PACKAGE}.tgz"
NOTICE = (
    f"Python in the browser: {PACKAGE}, https://pyodide.org, source at https://github.com/pyodide/pyodide, Mozilla Public License 2.0; "
    "the Python standard library in it is under the PSF License. app.zip holds the walkthrough’s own files, Apache-2.0.\n"
)


class NotFetched(Exception):
    """Pyodide could not be had; says why."""


def live_files() -> dict[str, bytes]:
    """The files that go into the copy's folder `python`. Raises NotFetched where Pyodide cannot be had."""
    with tarfile.open(fileobj=io.BytesIO(_package())) as packed:
        files = {name: packed.extractfile(f"package/{name}").read() for name in FILES}  # type: ignore[union-attr]  # files, not folders
    for name, plain in MODULES.items():
        files[plain] = _calling_modules_plainly(files.pop(name))
    return files | {"app.zip": zipped(own_modules()), "NOTICE.txt": NOTICE.encode()}


def own_modules(start: str = START) -> dict[str, bytes]:
    """Our Python files that a module needs, by their paths inside the package `app`, itself and all packages on the way included."""
    found: dict[str, bytes] = {}
    waiting = [start]
    while waiting:
        path = _file_of(waiting.pop())
        if path is None or (name := path.relative_to(ROOT).as_posix()) in found:
            continue
        found[name] = path.read_bytes()
        waiting += _imports(found[name])
    for name in list(found):
        for folder in Path(name).parents[:-1]:
            init = ROOT / folder / "__init__.py"
            found[init.relative_to(ROOT).as_posix()] = init.read_bytes()
    return found


def zipped(files: dict[str, bytes]) -> bytes:
    """The files as a zip, in a fixed order."""
    packed = io.BytesIO()
    write_zip(packed, sorted(files.items()))
    return packed.getvalue()


def _calling_modules_plainly(script: bytes) -> bytes:
    for name, plain in MODULES.items():
        script = script.replace(name.encode(), plain.encode())
    return script


def _imports(source: bytes) -> list[str]:
    """The names that a file may import from our own package: modules, and members that may be modules."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return [name for name in names if name.startswith("app.")]


def _file_of(module: str) -> Path | None:
    """The file of one of our modules; None where the name is that of something inside one."""
    place = ROOT.joinpath(*module.split("."))
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)


def _package() -> bytes:
    """The npm package as it was published, kept in build/ once fetched, where that can be written."""
    content = KEPT.read_bytes() if KEPT.is_file() else _fetched()
    if sha256(content).hexdigest() != DIGEST:
        raise NotFetched(f"What is in {KEPT}, or came from npm, is not what was published as {PACKAGE}; delete the file and try again")
    if not KEPT.is_file():
        with suppress(OSError):
            KEPT.parent.mkdir(parents=True, exist_ok=True)
            KEPT.write_bytes(content)
    return content


def _fetched() -> bytes:
    npm = shutil.which("npm")
    if npm is None:
        raise NotFetched("npm is not installed, and fetches Python for the browser")
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run([npm, "pack", "--silent", "--pack-destination", folder, PACKAGE], check=True, capture_output=True)
        except subprocess.CalledProcessError as error:
            raise NotFetched(f"npm could not fetch {PACKAGE}: {error.stderr.decode(errors='replace').strip()[:300]}") from error
        return next(Path(folder).glob("*.tgz")).read_bytes()
