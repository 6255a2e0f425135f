"""Static files and Plotly’s script: found beside the package or above it, fingerprinted, compressed once, never expiring."""

import gzip
import hashlib
import mimetypes
from functools import cached_property
from pathlib import Path
from threading import Lock

import brotli

from app.web.answers import encodings
from app.web.plotly import plotly_bundle

PACKAGE = Path(__file__).resolve().parent.parent
PLOTLY = "plotly.js"
COMPRESSED = {".css", ".js", ".svg", ".json", ".txt", ".html", ".map"}


def folder(name: str) -> Path:
    """`templates` or `static`: inside the package in a wheel, one level up in a checkout."""
    for place in (PACKAGE / name, PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"no folder {name} beside {PACKAGE} or above it")


class Assets:
    """The static files of one installation, by name ('css/base.css', 'plotly.js')."""

    def __init__(self, cache_folder: Path | None = None) -> None:
        static = folder("static")
        self._files = {path.relative_to(static).as_posix(): path for path in sorted(static.rglob("*")) if path.is_file()}
        self._files[PLOTLY] = plotly_bundle()
        self._cache_folder = cache_folder
        self._encoded: dict[tuple[str, str], bytes] = {}
        self._lock = Lock()

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def path(self, name: str) -> str:
        """Where a file is served, fingerprint included. Raises KeyError for a file that is not there."""
        if name not in self._files:
            raise KeyError(name)
        return f"/static/{self.fingerprint}/{name}"

    @cached_property
    def fingerprint(self) -> str:
        """One fingerprint for all files: it changes when any of them does."""
        digest = hashlib.sha256()
        for name, path in self._files.items():
            digest.update(name.encode() + hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()[:16]

    @property
    def plotly(self) -> Path:
        """The Plotly script in use."""
        return self._files[PLOTLY]

    def media_type(self, name: str) -> str:
        """The MIME type of a file, by its ending."""
        return mimetypes.guess_type(name)[0] or "application/octet-stream"

    def encoding(self, name: str, accepted: str) -> str:
        """The best encoding of a file that the Accept-Encoding header allows: 'br', 'gzip' or ''."""
        if Path(name).suffix not in COMPRESSED:
            return ""
        offered = encodings(accepted)
        return "br" if "br" in offered else "gzip" if "gzip" in offered else ""

    def held(self, name: str, encoding: str) -> bytes | None:
        """The compressed bytes of a file where they are in memory already."""
        return self._encoded.get((name, encoding))

    def content(self, name: str, encoding: str = "") -> bytes:
        """The bytes of a file, compressed at most once."""
        if not encoding:
            return self._files[name].read_bytes()
        with self._lock:
            if (name, encoding) not in self._encoded:
                self._encoded[name, encoding] = self._from_folder(name, encoding)
            return self._encoded[name, encoding]

    def compress_all(self) -> int:
        """Compress every file now and as small as can be, for a build; returns how many encodings there are."""
        names = [name for name in self._files if Path(name).suffix in COMPRESSED]
        return len([self._from_folder(name, encoding, thorough=True) for name in names for encoding in ("br", "gzip")])

    def _from_folder(self, name: str, encoding: str, thorough: bool = False) -> bytes:
        raw = self._files[name].read_bytes()
        if self._cache_folder is None:
            return compress(raw, encoding, thorough)
        kept = self._cache_folder / f"{hashlib.sha256(raw).hexdigest()[:24]}.{encoding}"
        try:
            return kept.read_bytes()
        except OSError:
            encoded = compress(raw, encoding, thorough)
        try:
            self._cache_folder.mkdir(parents=True, exist_ok=True)
            partial = kept.with_suffix(".partial")
            partial.write_bytes(encoded)
            partial.replace(kept)
        except OSError:
            pass  # a read-only file system: it stays in memory
        return encoded


def compress(raw: bytes, encoding: str, thorough: bool = False) -> bytes:
    """Brotli or gzip; the same bytes give the same result. Well under a second for the largest script, unless thorough: then ten."""
    if encoding == "br":
        return bytes(brotli.compress(raw, quality=5 if len(raw) > 500_000 and not thorough else 11))
    return gzip.compress(raw, 9 if thorough else 6, mtime=0)
