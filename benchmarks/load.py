"""Mixed load at the server's limit, with one worker killed in the middle: `python benchmarks/load.py --minutes 30`.

Starts a server with several workers on a free port of this machine and asks it from a process of its own, each connection as fast as it is
answered. Every answer's status is held against what its address deserves. In the middle one worker is killed with SIGKILL; what that cuts
off is asked for once more, anything else that goes wrong is an error. Prints one table and ends with 1 where something was wrong.
"""

import argparse
import asyncio
import collections
import json
import os
import platform
import random
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.memory.scenario import FIELDS, Scenario  # noqa: E402
from app.steps.catalog import PAGES  # noqa: E402

SECONDS_OF_THE_KILL = 5  # connections that break within them belong to it
ROUTES = {"page": 20, "live": 45, "again": 12, "sweep": 3, "figure": 6, "numbers": 8, "static": 3, "wrong": 3}  # shares in percent


def main():
    """Start the server and the load, kill a worker half-way, watch the memory, and tell."""
    chosen = arguments()
    if chosen.drive:
        print(json.dumps(asyncio.run(drive(chosen))))
        return
    server, port = start(chosen.workers)
    try:
        report = measured(chosen, server, port)
    finally:
        server.terminate()
        server.wait(30)
    print(table(chosen, report))
    sys.exit(1 if report["errors"] or report["grown"] else 0)


def arguments():
    parser = argparse.ArgumentParser(description="Mixed load with one worker killed in the middle.")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drive", type=int, default=0, metavar="PORT", help=argparse.SUPPRESS)
    return parser.parse_args()


def start(workers):
    """A server on a free port: the process and the port."""
    command = [sys.executable, "-m", "app", "serve", "--port", "0", "--workers", str(workers), "--no-browser"]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
    return server, port


def measured(chosen, server, port):
    """Drive for the whole time, with a sample of the memory every ten seconds and one kill half-way."""
    options = [f"--{name}={getattr(chosen, name)}" for name in ("minutes", "connections", "seed")]
    load = subprocess.Popen([sys.executable, __file__, f"--drive={port}", *options], stdout=subprocess.PIPE, text=True)
    began, killed, samples = time.time(), 0.0, []
    while load.poll() is None:
        time.sleep(min(10, chosen.minutes * 6))
        samples.append({pid: resident_megabytes(pid) for pid in workers_of(server.pid)})
        if not killed and time.time() - began > chosen.minutes * 30:
            killed = time.time()
            os.kill(workers_of(server.pid)[0], signal.SIGKILL)
    report = json.loads(load.stdout.read())
    cut = [when for when, _ in report.pop("broken") if killed <= when <= killed + SECONDS_OF_THE_KILL]
    others = report.pop("all_broken") - len(cut)
    if others:
        report["errors"].append(f"{others} connections broke apart from the kill")
    memory = grown(samples)
    return report | {"cut": len(cut), "memory": memory, "grown": [line for line in memory if line["last"] > 1.15 * line["settled"] + 5]}


def workers_of(pid):
    """The server's worker processes: its children that serve, not multiprocessing's own."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def resident_megabytes(pid):
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0


def grown(samples):
    """Resident memory of each worker: settled (a fifth of its time in), last, and most, in MB."""
    lines = []
    for pid in dict.fromkeys(pid for sample in samples for pid in sample):
        seen = [sample[pid] for sample in samples if sample.get(pid)]
        if len(seen) >= 5:
            lines.append({"pid": pid, "settled": max(seen[: len(seen) // 5 + 1]), "last": seen[-1], "most": max(seen)})
    return lines


async def drive(chosen):
    """Ask from many connections until the time is over."""
    tally = {"answers": collections.Counter(), "seconds": collections.defaultdict(list), "errors": [], "broken": [], "all_broken": 0}
    end = time.monotonic() + chosen.minutes * 60
    readers = (Reader(chosen.drive, random.Random(chosen.seed * 1000 + number), tally) for number in range(chosen.connections))
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
        step, run = self.chance.choice(PAGES), some_run(self.chance)
        base, query = step.path.rstrip("/"), run.address(step.controls)
        if kind == "page":
            return f"{step.path}?{query}", {"accept-encoding": "gzip"}, (200,)
        if kind == "live":
            return f"{base}/live?{query}", {"accept-encoding": "gzip"}, (200,)
        if kind == "again" and self.tags:
            address, tag = self.chance.choice(list(self.tags.items()))
            return address, {"if-none-match": tag}, (304,)
        if kind == "sweep":
            sliders = [name for name in step.controls if FIELDS[name].values]
            if sliders:
                return f"{base}/sweep?{query}&over={self.chance.choice(sliders)}", {"accept-encoding": "gzip"}, (200, 503)
        if kind == "figure" and step.figures:
            return f"/figures/{step.slug}/{self.chance.choice(list(step.figures))}.svg?{query}", {}, (200,)
        if kind == "static" and self.static:
            return self.static, {"accept-encoding": "br"}, (200,)
        if kind == "wrong":
            return self.chance.choice(WRONG)
        return f"/api/v1/memory?{query}", {}, (200,)

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


def some_run(chance):
    """A run at some rungs of its sliders; now and then anything between the bounds."""
    changes = {}
    for name in chance.sample(list(FIELDS), chance.randrange(1, 6)):
        field = FIELDS[name]
        if field.values:
            changes[name] = chance.choice(field.values)
        else:
            changes[name] = chance.uniform(field.low, field.high)
    return Scenario(**changes)


def table(chosen, report):
    """What happened, as text."""
    answers = sum(report["answers"].values())
    a_second = answers / (chosen.minutes * 60)
    lines = [
        f"Mixed load, {time.strftime('%Y-%m-%d')}: {chosen.workers} workers, {chosen.connections} connections, {chosen.minutes:g} minutes",
        f"on {platform.machine()}, {os.cpu_count()} cores shared with the load, Python {platform.python_version()}",
        "",
        f"{answers:,} answers, {a_second:,.0f} a second; {report['cut']} connections cut by the kill; {len(report['errors'])} errors",
        "",
        "| kind | answers | median ms | p99 ms |",
        "| --- | --- | --- | --- |",
    ]
    for kind, times in sorted(report["seconds"].items()):
        counts = ", ".join(f"{count:,} × {name.split()[1]}" for name, count in report["answers"].items() if name.split()[0] == kind)
        lines.append(f"| {kind} | {counts} | {times['median']:.1f} | {times['p99']:.1f} |")
    lines += ["", "| worker | settled MB | last MB | most MB |", "| --- | --- | --- | --- |"]
    for number, line in enumerate(report["memory"], start=1):
        lines.append(f"| {number} | {line['settled']:.0f} | {line['last']:.0f} | {line['most']:.0f} |")
    return "\n".join([*lines, "", *report["errors"][:20]])


if __name__ == "__main__":
    main()
