"""Readers for load.py: each a connection that asks for some of everything and holds every status against what was due."""

import asyncio
import collections
import random
import re
import statistics
import time

from app.memory.scenario import Scenario
from app.steps.catalog import PAGES

ROUTES = {"page": 20, "live": 45, "again": 12, "sweep": 3, "figure": 6, "numbers": 8, "static": 3, "wrong": 3}  # shares in percent


async def drive(port, seconds, connections, seed):
    """Ask from many connections until the time is over; what was answered, how fast, and what went wrong."""
    tally = {"answers": collections.Counter(), "seconds": collections.defaultdict(list), "errors": [], "broken": [], "all_broken": 0}
    end = time.monotonic() + seconds
    readers = (Reader(port, random.Random(seed * 1000 + number), tally) for number in range(connections))
    await asyncio.gather(*(reader.run(end) for reader in readers))
    times = {kind: quantiles(seconds) for kind, seconds in tally["seconds"].items()}
    return {**tally, "answers": dict(sorted(tally["answers"].items())), "seconds": times}


def quantiles(seconds):
    """Median and 99th percentile in milliseconds."""
    ordered = sorted(seconds)
    return {"median": 1000 * statistics.median(ordered), "p99": 1000 * ordered[int(0.99 * (len(ordered) - 1))]}


class Reader:
    """One connection that asks as fast as it is answered."""

    def __init__(self, port, chance, tally):
        self.port, self.chance, self.tally = port, chance, tally
        self.connection = None
        self.tags = collections.OrderedDict()  # the last few answers' validators, by address
        self.static = ""

    async def run(self, end):
        while time.monotonic() < end:
            kind = self.chance.choices(list(ROUTES), ROUTES.values())[0]
            address, headers, expected = self.wish(kind)
            began = time.monotonic()
            try:
                status, told, body = await self.ask(address, headers)
            except (OSError, asyncio.IncompleteReadError, ConnectionError) as error:
                self.note("errors", f"{kind} {address}: {error!r}, twice")
                continue
            self.keep("seconds", kind, time.monotonic() - began)
            self.tally["answers"][f"{kind} {status}"] += 1
            if status not in expected or (status == 200 and not body):
                self.note("errors", f"{kind} {address}: {status}, {body[:200]!r}")
            elif status == 200 and "etag" in told:
                self.tags[address] = told["etag"]
                while len(self.tags) > 20:
                    self.tags.popitem(last=False)
            if kind == "page" and status == 200 and not self.static:
                self.static = re.search(rb'"(/static/[^"]+\.js)"', body)[1].decode() if b"/static/" in body else ""

    def wish(self, kind):
        """An address, its headers and the statuses it may have."""
        step = self.chance.choice(PAGES)
        run = some_run(self.chance, step.kind)
        base, query = step.path.rstrip("/"), run.address(step.controls)
        if kind == "page":
            return f"{step.path}?{query}", {"accept-encoding": "gzip"}, (200,)
        if kind == "live":
            return f"{base}/live?{query}", {"accept-encoding": "gzip"}, (200,)
        if kind == "again" and self.tags:
            address, tag = self.chance.choice(list(self.tags.items()))
            return address, {"if-none-match": tag}, (304,)
        if kind == "sweep":
            sliders = [name for name in step.controls if step.kind.FIELDS[name].values]
            if sliders:
                return f"{base}/sweep?{query}&over={self.chance.choice(sliders)}", {"accept-encoding": "gzip"}, (200, 503)
        if kind == "figure" and step.figures:
            return f"/figures/{step.slug}/{self.chance.choice(list(step.figures))}.svg?{query}", {}, (200,)
        if kind == "static" and self.static:
            return self.static, {"accept-encoding": "br"}, (200,)
        if kind == "wrong":
            return self.chance.choice(WRONG)
        return f"/api/v1/memory?{some_run(self.chance, Scenario).address()}", {}, (200,)

    async def ask(self, address, headers):
        """Status, headers and body; once more on a new connection where the first one broke."""
        for last in (False, True):
            try:
                return await asyncio.wait_for(self.exchange(address, headers), 120)
            except (OSError, asyncio.IncompleteReadError, ConnectionError):
                self.connection = None
                self.tally["all_broken"] += 1
                self.note("broken", (time.time(), address))
                if last:
                    raise

    async def exchange(self, address, headers):
        if self.connection is None:
            self.connection = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.connection
        lines = [f"GET {address} HTTP/1.1", "host: localhost", *(f"{name}: {text}" for name, text in headers.items()), "", ""]
        writer.write("\r\n".join(lines).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        told = {name.lower(): text for name, text in re.findall(r"^([\w-]+): *(.*?)\r$", head, re.MULTILINE)}
        body = await reader.readexactly(int(told.get("content-length", 0)))
        if "close" in told.get("connection", ""):
            writer.close()
            self.connection = None
        return int(head.split()[1]), told, body

    def note(self, kind, what):
        if len(self.tally[kind]) < 1000:
            self.tally[kind].append(what)

    def keep(self, kind, name, seconds):
        kept = self.tally[kind][name]
        if len(kept) < 20_000:
            kept.append(seconds)
        else:
            kept[self.chance.randrange(20_000)] = seconds


WRONG = (
    ("/api/v1/memory?params=many", {}, (422,)),
    ("/steps/nothing", {}, (404,)),
    ("/api/v1/memory?gpus=%00%FF", {}, (422,)),
    ("/steps/sharding?params=-1&gpus=x&model=none", {}, (200,)),
    ("/steps/sharding/sweep?over=nothing", {}, (422,)),
    (f"/steps/sharding?{'x' * 20_000}", {}, (200, 414)),
)


def some_run(chance, kind):
    """A run of a page's kind at some rungs of its sliders; now and then anything between the bounds."""
    changes = {}
    for name in chance.sample(list(kind.FIELDS), min(len(kind.FIELDS), chance.randrange(1, 6))):
        field = kind.FIELDS[name]
        if field.values:
            changes[name] = chance.choice(field.values)
        else:
            changes[name] = chance.uniform(field.low, field.high)
    return kind(**changes)
