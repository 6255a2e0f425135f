"""What is installed, in one short text: it changes whenever any answer may."""

import hashlib
from importlib.metadata import version

from app.web.assets import PACKAGE, Assets, folder

SHAPING = ("jinja2", "math-core", "pydantic-core", "plotly", "fastapi")  # packages whose output is in our answers


def installed(assets: Assets, *settings: str) -> str:
    """A fingerprint of the code, its tables, the templates, the static files, the packages that shape answers, and the settings that do."""
    digest = hashlib.sha256("|".join((assets.fingerprint, *(version(name) for name in SHAPING), *settings)).encode())
    for place, pattern in ((PACKAGE, "*.py"), (PACKAGE, "*.csv"), (folder("templates"), "*.html")):
        for path in sorted(place.rglob(pattern)):
            digest.update(path.relative_to(place).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:32]
