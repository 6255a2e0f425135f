"""The Plotly script in use: which file, which version, and the style sheets it inserts."""

import base64
import hashlib
import io
import re
import shutil
import subprocess
import tarfile
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BASIC = ROOT / "build" / "plotly-basic.min.js"
BASIC_PACKAGE = "plotly.js-basic-dist-min"

_VERSION = re.compile(r"plotly\.js (?:\(basic - minified\) )?v(\d+\.\d+\.\d+)")
_INSERTED_STYLE = re.compile(r"\.textContent='(\.maplibregl-map\{[^'\\]*)'")


def plotly_bundle() -> Path:
    """The basic bundle if one was put into build/, else the full one of the installed package."""
    return BASIC if BASIC.is_file() else full_bundle()


def full_bundle() -> Path:
    """The script inside the installed plotly package. Raises FileNotFoundError where there is none."""
    spec = find_spec("plotly")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("the plotly package is not installed")
    return Path(spec.origin).parent / "package_data" / "plotly.min.js"


def version(bundle: Path) -> str:
    """The version of plotly.js that a script names in its first lines. Raises ValueError where it names none."""
    with bundle.open(encoding="utf-8") as script:
        found = _VERSION.search(script.read(500))
    if found is None:
        raise ValueError(f"{bundle} does not say which plotly.js it is")
    return found[1]


@cache
def style_hashes(bundle: Path) -> tuple[str, ...]:
    """CSP hashes of the style sheets that a script inserts as text: that of its maps, which even the basic bundle brings."""
    return tuple(csp_hash(sheet) for sheet in _INSERTED_STYLE.findall(bundle.read_text(encoding="utf-8")))


def csp_hash(text: str) -> str:
    """The source expression under which a content security policy allows a text."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def fetch_basic(to: Path = BASIC) -> Path:
    """Fetch the basic bundle of the installed version with npm. Raises OSError or CalledProcessError where npm is missing or fails."""
    package = f"{BASIC_PACKAGE}@{version(full_bundle())}"
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("npm is not installed")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([npm, "pack", "--silent", "--pack-destination", folder, package], check=True, stdout=subprocess.DEVNULL)
        archive = next(Path(folder).glob("*.tgz")).read_bytes()
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        content = packed.extractfile("package/plotly-basic.min.js").read()  # type: ignore[union-attr]  # a file, not a folder
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(content)
    return to
