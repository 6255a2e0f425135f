"""The page reads, writes and places a guess itself, while it is typed or dragged: all three as the server does that judges it."""

from dataclasses import replace

import pytest

from app.memory.units import Unreadable, bytes_text, count
from app.steps.catalog import STEPS
from app.steps.checking import typed_number
from app.steps.own_questions import BUBBLE
from app.steps.presentation import present
from tests.node import answered
from tests.scenarios import EDGES, STORY

SIZES = ("28 GB", "28,8 GB", "0,875 GB", "1234,567 GB", "28,800 GB", "1,024 bytes", "1.5gib", "28 billion bytes", "28 000 000 000 bytes",
         "28\u202f000\u202f000\u202f000", "2.88e10", "1,024,000 kB", "12B", "5", "5 apples", "3 kilobytes", ".5 MB", "-3 GB", "lots",
         "")  # fmt: skip
COUNTS = ("875M", "0,875 billion", "0,875B", "875 000 000", "875,000,000 entries", "1 entry", "24 GPUs", "1.75b", "7e9", "7_000_000", "x")
TYPED = [*((text, "bytes") for text in SIZES), *((text, "entries") for text in COUNTS)]
WRITTEN = [number * 10**power for power in range(25) for number in (1, 1.006, 1.234, 9.996, 99.94, 999.4, 999.6, 1020)]
ASKED = [asked for step in STEPS for run in (*EDGES, STORY, STORY.but(gpus=65_536)) if (asked := present(step, run).asked)]
PLACED = [
    (asked, asked.track.low + part * (asked.track.high - asked.track.low)) for asked in ASKED for part in (0, 0.001, 0.1, 0.3, 0.77, 1)
]


@pytest.fixture(scope="module")
def in_page():
    kinds = ({"unit": "bytes", "units": "GB"}, {"unit": "bytes", "units": "GiB"}, {"unit": "entries"})
    write = [(value, kind) for value in WRITTEN for kind in kinds]
    place = [(value, asked.as_json(), {"range": [0, 1], "type": "log" if asked.track.logarithmic else "linear"}) for asked, value in PLACED]
    return answered("guesses.mjs", {"read": TYPED, "write": write, "place": place})


def test_it_reads_what_the_server_reads(in_page):
    for (text, unit), found in zip(TYPED, in_page["read"], strict=True):
        try:
            meant = typed_number(replace(BUBBLE, unit=unit), text)
        except Unreadable:
            meant = None
        assert found == meant, text


def test_it_writes_what_the_server_writes(in_page):
    assert in_page["write"] == [text for value in WRITTEN for text in (bytes_text(value), bytes_text(value, "GiB"), count(value))]


def test_it_places_what_the_server_places(in_page):
    assert in_page["place"] == pytest.approx([asked.track.share(value) for asked, value in PLACED])
    assert {(bool(asked.track.knots), asked.track.logarithmic) for asked in ASKED} == {(False, False), (True, False), (False, True)}
