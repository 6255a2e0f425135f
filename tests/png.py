"""What is in a PNG, read by its specification."""

import struct
import zlib


def parts(png):
    """The parts of a PNG by their kind, in their order."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    found, place = [], 8
    while place < len(png):
        (length,), kind = struct.unpack(">I", png[place : place + 4]), png[place + 4 : place + 8]
        content = png[place + 8 : place + 8 + length]
        assert struct.unpack(">I", png[place + 8 + length : place + 12 + length])[0] == zlib.crc32(kind + content)
        found.append((kind.decode(), content))
        place += 12 + length
    return found


def pixels(png):
    """Width, height and rows of RGBA bytes; the filters are those of the PNG specification, section 9."""
    told = parts(png)
    width, height, depth, colours = struct.unpack(">IIBB", told[0][1][:10])
    assert (depth, colours) == (8, 6)
    raw = zlib.decompress(b"".join(content for kind, content in told if kind == "IDAT"))
    rows, above, length = [], bytearray(4 * width), 4 * width
    for index in range(height):
        how, row = raw[index * (length + 1)], bytearray(raw[index * (length + 1) + 1 : (index + 1) * (length + 1)])
        for place in range(length if how else 0):
            left, up = row[place - 4] if place >= 4 else 0, above[place]
            corner = above[place - 4] if place >= 4 else 0
            guess = (left, up, (left + up) // 2, min((left, up, corner), key=lambda near: abs(left + up - corner - near)))[how - 1]
            row[place] = (row[place] + guess) % 256
        rows.append(bytes(row))
        above = row
    return width, height, rows
