"""The page reads and writes a guess itself, while it is typed or dragged: the numbers that the server reads, in its words."""

from dataclasses import replace

import pytest

from app.memory.units import Unreadable, bytes_text, count
from app.steps.checking import typed_number
from app.steps.own_questions import BUBBLE
from tests.node import answered

SIZES = ("28 GB", "28,8 GB", "0,875 GB", "1234,567 GB", "28,800 GB", "1,024 bytes", "1.5gib", "28 billion bytes", "28 000 000 000 bytes",
         "28\u202f000\u202f000\u202f000", "2.88e10", "1,024,000 kB", "12B", "5", "5 apples", "3 kilobytes", ".5 MB", "-3 GB", "lots",
         "")  # fmt: skip
COUNTS = ("875M", "0,875 billion", "0,875B", "875 000 000", "875,000,000 entries", "1 entry", "24 GPUs", "1.75b", "7e9", "7_000_000", "x")
WRITTEN = [number * 10**power for power in range(25) for number in (1, 1.006, 1.234, 9.996, 99.94, 999.4, 999.6, 1020)]
TYPED = [*((text, "bytes") for text in SIZES), *((text, "entries") for text in COUNTS)]


@pytest.fixture(scope="module")
def in_page():
    write = [(value, unit, units) for value in WRITTEN for unit, units in (("bytes", "GB"), ("bytes", "GiB"), ("entries", "GB"))]
    return answered("amounts.mjs", {"read": TYPED, "write": write})


def test_what_the_server_reads_the_page_reads_alike(in_page):
    for (text, unit), found in zip(TYPED, in_page["read"], strict=True):
        try:
            meant = typed_number(replace(BUBBLE, unit=unit), text)
        except Unreadable:
            meant = None
        assert found == meant, text


def test_what_the_server_writes_the_page_writes_alike(in_page):
    meant = [text for value in WRITTEN for text in (bytes_text(value), bytes_text(value, "GiB"), count(value))]
    assert in_page["write"] == meant
