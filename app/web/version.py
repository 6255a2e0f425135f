"""What is installed, in one short text: it changes whenever any answer may."""

import hashlib
from importlib.metadata import PackageNotFoundError, version

from app.web.assets import PACKAGE, Assets, folder

SHAPING = ("jinja2", "math-core", "pydantic-core", "plotly", "fastapi", "segno", "resvg-py")  # packages whose output is in our answers


def installed(assets: Assets, *settings: str) -> str:
    """A fingerprint of the code, its tables, the templates, the static files, the packages that shape answers, and the settings that do."""
    digest = hashlib.sha256("|".join((assets.fingerprint, *map(_release, SHAPING), *settings)).encode())
    for place, pattern in ((PACKAGE, "*.py"), (PACKAGE, "*.csv"), (PACKAGE, "*.ttf"), (folder("templates"), "*.html")):
        for path in sorted(place.rglob(pattern)):
            digest.update(path.relative_to(place).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:32]


def _release(name: str) -> str:
    """The version of a package; nothing where an optional one is missing, which changes answers too."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
