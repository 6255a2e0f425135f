"""Our SVG as PNG, without a browser and with letters of our own, so that every machine makes the same picture."""

import struct
import zlib
from importlib.util import find_spec
from pathlib import Path

FONTS = tuple(str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf")))
FAMILY = "DejaVu Sans"
PACKAGE = "resvg_py"
HEADER = 8 + 25  # bytes of a PNG before its other parts: the signature and the size


class NoRasterizer(Exception):
    """The optional package that makes PNGs is not installed."""


def available() -> bool:
    """Whether PNGs can be made here."""
    return find_spec(PACKAGE) is not None


def png_of(svg: str, scale: int, texts: dict[str, str]) -> bytes:
    """The picture with `scale` pixels for each of the drawing, and `texts` inside, by keywords such as Title. Raises NoRasterizer."""
    try:
        import resvg_py
    except ImportError as error:
        raise NoRasterizer from error
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, zoom=scale, skip_system_fonts=True, font_files=list(FONTS), font_family=FAMILY, sans_serif_family=FAMILY
    )
    return _with_texts(bytes(drawn), texts)


def _with_texts(png: bytes, texts: dict[str, str]) -> bytes:
    """The same picture with texts that programs can read, as the PNG specification has them (iTXt)."""
    parts = (_part(b"iTXt", keyword.encode() + b"\0\0\0\0\0" + text.encode()) for keyword, text in texts.items())
    return png[:HEADER] + b"".join(parts) + png[HEADER:]


def _part(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
