"""Static files and Plotly’s script: found beside the package or above it, joined, fingerprinted, compressed once, never expiring."""

import gzip
import hashlib
import mimetypes
from contextlib import nullcontext, suppress
from functools import cached_property
from pathlib import Path
from threading import Lock

import brotli

from app.web.answers import encodings
from app.web.plotly import plotly_bundle

PACKAGE = Path(__file__).resolve().parent.parent
PLOTLY = "plotly.js"
COMPRESSED = {".css", ".js", ".svg", ".json", ".txt", ".html", ".map"}
HALL = ("lecture", "walk", "keys", "channel", "ahead", "deck", "talk", "screen", "hall")  # of the projected window and the presenter’s
ROOM = ("tab", "room", "page", "stream", "lead", "parts", "follow", "bar", "board", "seat", "guesses", "posed", "question", "begin")
# What a page loads as one file each, in this order: with one request it is there, or not, as a whole.
SHEETS = ("tokens", "base", "layout", "prose", "controls", "figures", "glossary", "guess", "solid", "print")
JOINED = {
    "site.css": SHEETS,
    "embed.css": (*SHEETS, "embed"),
    "site.js": (
        "scope", "theme", "address", "pace", "drawing/paint", "drawing/text", "drawing/frame", "drawing/shapes", "drawing/axes",
        "drawing/notes", "drawing/stage", "drawing/fitting", "drawing/svg", "figures", "interactive", "words", "difference", "store",
        "ladder", "controls", "presets", "stepper", "pointing", "actions", "marks", "repeats", "self-check", "glossary",
        "quantities", "guess/amount", "guess/track", "guess/over", "guess/line", "guess/guess", "start",
    ),
    "practice.js": ("scope", "marks", "repeats", "practice", "glossary", "alone"),
    "room.js": tuple(f"room/{part}" for part in ROOM),
    "rooms.js": ("room/tab", "room/entrance"),
    "projector.js": ("scope", *(f"projector/{part}" for part in (*HALL, "together")), "projector/projector"),
    "presenter.js": ("scope", "told", *(f"projector/{part}" for part in (*HALL, "timer", "asked")), "projector/presenter"),
    "stage.js": ("told", "stage"),
    "export.js": tuple(
        f"export/{part}" for part in ("held", "nearest", "marking", "python", "sheet", "asked", "refused", "run", "source", "begin")
    ),
}  # fmt: skip
INLINED = ("site.css", "embed.css")  # sheets that stand in the page itself: the first picture waits for no second request


def folder(name: str) -> Path:
    """`templates` or `static`: inside the package in a wheel, one level up in a checkout."""
    for place in (PACKAGE / name, PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"no folder {name} beside {PACKAGE} or above it")


class Assets:
    """The static files of one installation, by name ('site.css', 'icon.svg', 'plotly.js')."""

    def __init__(self, cache_folder: Path | None = None) -> None:
        static = folder("static")
        joined = {name: parts_of(name, static) for name in JOINED}
        single = sorted({path for path in static.rglob("*") if path.is_file()}.difference(*joined.values()))
        self._files = {path.relative_to(static).as_posix(): (path,) for path in single} | joined | {PLOTLY: (plotly_bundle(),)}
        self._cache_folder = cache_folder
        self._encoded: dict[tuple[str, str], bytes] = {}
        self._lock = Lock()

    def __contains__(self, name: str) -> bool:
        return name in self._files

    @property
    def names(self) -> list[str]:
        """The names of all files, joined ones among them."""
        return list(self._files)

    def path(self, name: str) -> str:
        """Where a file is served, fingerprint included. Raises KeyError for a file that is not there."""
        if name not in self._files:
            raise KeyError(name)
        return f"/static/{self.fingerprint}/{name}"

    @cached_property
    def fingerprint(self) -> str:
        """One fingerprint for all files: it changes when any of them does."""
        digest = hashlib.sha256()
        for name in self._files:
            digest.update(name.encode() + hashlib.sha256(self._raw(name)).digest())
        return digest.hexdigest()[:16]

    @property
    def sheets(self) -> list[str]:
        """The texts of the style sheets that stand in pages; a policy has to allow each."""
        return [self.content(name).decode() for name in INLINED]

    @property
    def missing(self) -> list[str]:
        """The names of files that were there at the start and are not now."""
        return [name for name, parts in self._files.items() if not all(part.is_file() for part in parts)]

    @property
    def plotly(self) -> Path:
        """The Plotly script in use."""
        return self._files[PLOTLY][0]

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
            return self._raw(name)
        with self._lock:
            if (name, encoding) not in self._encoded:
                self._encoded[name, encoding] = self._from_folder(name, encoding)
            return self._encoded[name, encoding]

    def compress_all(self) -> int:
        """Compress every file into the folder now, as small as can be, for a build; returns how many there are. Raises OSError."""
        names = [name for name in self._files if Path(name).suffix in COMPRESSED]
        return len([self._from_folder(name, encoding, thorough=True) for name in names for encoding in ("br", "gzip")])

    def _raw(self, name: str) -> bytes:
        return b"\n".join(path.read_bytes() for path in self._files[name])

    def _from_folder(self, name: str, encoding: str, thorough: bool = False) -> bytes:
        raw = self._raw(name)
        if self._cache_folder is None:
            return compress(raw, encoding, thorough)
        kept = self._cache_folder / f"{hashlib.sha256(raw).hexdigest()[:24]}.{encoding}"
        try:
            return kept.read_bytes()
        except OSError:
            encoded = compress(raw, encoding, thorough)
        with nullcontext() if thorough else suppress(OSError):  # on a read-only file system it stays in memory
            self._cache_folder.mkdir(parents=True, exist_ok=True)
            partial = kept.with_suffix(".partial")
            partial.write_bytes(encoded)
            partial.replace(kept)
        return encoded


def parts_of(name: str, static: Path) -> tuple[Path, ...]:
    """The files that a joined one is made of."""
    kind = name.rpartition(".")[2]
    return tuple(static / kind / f"{part}.{kind}" for part in JOINED[name])


def compress(raw: bytes, encoding: str, thorough: bool = False) -> bytes:
    """Brotli or gzip; the same bytes give the same result. Well under a second for the largest script, unless thorough: then ten."""
    if encoding == "br":
        return bytes(brotli.compress(raw, quality=5 if len(raw) > 500_000 and not thorough else 11))
    return gzip.compress(raw, 9 if thorough else 6, mtime=0)
