"""Sweeps, made one at a time and a few milliseconds at once, so that other answers do not wait for them."""

import asyncio
import gzip
import zlib
from collections.abc import Iterator
from time import perf_counter

from pydantic_core import to_json
from starlette.requests import Request

from app.memory.scenario import Scenario
from app.steps.presentation import rungs_of
from app.steps.step import Step
from app.web.answers import GZIP_LEVEL, Headers, takes_gzip

SLICE_SECONDS = 0.01  # after which others have their turn; more where others took longer, so that a sweep has a third of a busy worker
GZIP_FORMAT = 31  # zlib's window size for gzip


class Busy(Exception):
    """Too many different sweeps are waited for already."""


class Sweeps:
    """At most `most_waiting` different sweeps are made or waited for; whoever asks for one that is being made waits for the same."""

    def __init__(self, most_waiting: int) -> None:
        self.most_waiting = most_waiting
        self.waiting: dict[tuple[str, str, str], asyncio.Task[bytes]] = {}
        self.turn = asyncio.Lock()

    async def encoded(self, request: Request, step: Step, scenario: Scenario, over: str) -> tuple[bytes, Headers]:
        """The sweep as the caller takes it: bytes and the headers that say how they are encoded. Raises Busy."""
        packed = await self.packed(step, scenario, over)
        return (packed, {"Content-Encoding": "gzip"}) if takes_gzip(request) else (gzip.decompress(packed), {})

    async def packed(self, step: Step, scenario: Scenario, over: str) -> bytes:
        """The gzip bytes. Raises Busy."""
        key = (step.slug, scenario.address(), over)
        if key not in self.waiting:
            if len(self.waiting) >= self.most_waiting:
                raise Busy
            task = self.waiting[key] = asyncio.ensure_future(self._made(step, scenario, over))
            task.add_done_callback(lambda _: self.waiting.pop(key))
        return await asyncio.shield(self.waiting[key])

    async def _made(self, step: Step, scenario: Scenario, over: str) -> bytes:
        async with self.turn:
            squeeze = zlib.compressobj(GZIP_LEVEL, wbits=GZIP_FORMAT)
            pieces, began, allowed = [], perf_counter(), SLICE_SECONDS
            for piece in written(step, scenario, over):
                pieces.append(squeeze.compress(piece))
                paused = perf_counter()
                if paused - began > allowed:
                    await asyncio.sleep(0)
                    began = perf_counter()
                    allowed = max(SLICE_SECONDS, (began - paused) / 2)
            return b"".join([*pieces, squeeze.flush()])


def written(step: Step, scenario: Scenario, over: str) -> Iterator[bytes]:
    """The JSON document of app.steps.presentation.sweep, piece by piece."""
    base, rungs = rungs_of(step, scenario, over)
    yield b'{"over":' + to_json(over) + b',"base":' + to_json(base) + b',"rungs":{'
    separator = b""
    for text, changes in rungs:
        yield separator + to_json(text) + b":" + to_json(changes)
        separator = b","
    yield b"}}"
