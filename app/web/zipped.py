"""Files as a zip: the same files in the same order give the same bytes."""

from collections.abc import Iterable
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

EARLIEST = (1980, 1, 1, 0, 0, 0)  # the time of every file in it
READABLE = 0o644 << 16  # for everybody, once it is unpacked


def write_zip(to: Path | IO[bytes], files: Iterable[tuple[str, bytes]]) -> None:
    """Pack files, given by name and content, as small as can be. Raises OSError."""
    with ZipFile(to, "w", ZIP_DEFLATED) as packed:
        for name, content in files:
            entry = ZipInfo(name, EARLIEST)
            entry.external_attr = READABLE
            packed.writestr(entry, content, ZIP_DEFLATED, 9)
