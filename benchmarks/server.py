"""What one worker answers a second, beside the floor: `python benchmarks/server.py`. Needs wrk.

Rows named “ready” are answers that a worker keeps; all others but the 304 are computed afresh, for another model at every request.
The floor is a bare Starlette route that answers fixed bytes. Floor and ours are asked in turns, in short rounds, so that whatever else the
machine does falls on both; the table gives medians over the rounds. Processor time is the server's own, from /proc, and hardly depends on
the machine's other work. Prints one table.
"""

import argparse
import contextlib
import os
import platform
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.steps.catalog import STEPS  # noqa: E402

QUERY = "params=13B&gpus=8&layer=300M&gpu_memory=80GB"
ANOTHER_EACH_TIME = """
local number = 0
request = function()
  number = number + 1
  return wrk.format("GET", (wrk.path:gsub("params=13B", string.format("params=130%06d1", number), 1)))
end
"""  # wrk's own scripts are in Lua
FLOOR = """
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
async def fixed(request):
    return Response(b"x" * 1000, media_type="application/json")
app = Starlette(routes=[Route("/", fixed)])
"""


def main():
    """Measure and print."""
    chosen = arguments()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running:
        (Path(folder) / "floor.py").write_text(FLOOR)
        (Path(folder) / "another.lua").write_text(ANOTHER_EACH_TIME)
        floor = running.enter_context(served(["uvicorn", "floor:app", "--log-level=warning", "--no-access-log"], folder))
        ours = running.enter_context(served(["app", "serve", "--no-browser"], ROOT))
        afresh = running.enter_context(served(["app", "serve", "--no-browser"], ROOT, FSDP_ANSWER_MEMORY="0"))
        wishes = [("bare Starlette route, 1,000 fixed bytes", floor, "/", {})]
        wishes += [(name, ours if "ready" in name or "304" in name else afresh, *rest) for name, *rest in cases(ours)]
        rows = {name: [] for name, *_ in wishes}
        for _, server, path, _ in wishes:
            urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=60).close()  # sweeps are made, templates compiled
        for _ in range(chosen.rounds):
            for name, server, path, headers in wishes:
                rows[name].append(measured(server, path, headers, chosen, f"{folder}/another.lua" if server is afresh else None))
        memory = resident_megabytes(ours.pid)
    print(table(chosen, rows, memory, [first_answer() for _ in range(3)]))


def arguments():
    parser = argparse.ArgumentParser(description="Requests a second of one worker beside a bare Starlette route.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=32)
    return parser.parse_args()


def cases(ours):
    """Name, path and headers of what is measured; those that may be kept are named “ready”."""
    mean = STEPS[len(STEPS) // 2]
    yield "304 of a presentation", *validated(ours, f"{mean.path}/live?{QUERY}")
    yield "304 of a page", *validated(ours, f"{mean.path}?{QUERY}")
    for step in STEPS:
        name = next(iter(step.figures))
        yield f"figure {name}, JSON", f"/figures/{step.slug}/{name}.json?{QUERY}", {}
    for step in STEPS:
        yield f"presentation {step.slug}", f"{step.path}/live?{QUERY}", {}
    yield f"presentation {mean.slug}, gzip", f"{mean.path}/live?{QUERY}", {"Accept-Encoding": "gzip"}
    yield "numbers", f"/api/v1/memory?{QUERY}", {}
    yield f"page {mean.slug}", f"{mean.path}?{QUERY}", {}
    yield f"page {mean.slug}, gzip", f"{mean.path}?{QUERY}", {"Accept-Encoding": "gzip"}
    yield f"figure {next(iter(mean.figures))}, SVG", f"/figures/{mean.slug}/{next(iter(mean.figures))}.svg?{QUERY}", {}
    yield f"presentation {mean.slug}, ready", f"{mean.path}/live?{QUERY}", {}
    yield f"page {mean.slug}, ready, gzip", f"{mean.path}?{QUERY}", {"Accept-Encoding": "gzip"}
    yield "sweep over gpus, ready", f"{mean.path}/sweep?{QUERY}&over=gpus", {"Accept-Encoding": "gzip"}


def validated(server, path):
    """A path with the header of a caller that has its answer already."""
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=30) as answer:
        return path, {"If-None-Match": answer.headers["etag"]}


@contextlib.contextmanager
def served(words, folder, **settings):
    """A server on a free port, as its process with the port; ended with the block."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", *words, f"--port={port}"], cwd=folder, stdout=subprocess.DEVNULL, env=os.environ | settings
    )
    process.port = port
    try:
        until_it_answers(process)
        yield process
    finally:
        process.terminate()
        process.wait(30)


def until_it_answers(process):
    for _ in range(3000):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{process.port}/", timeout=30).close()
            return
        time.sleep(0.01)
    sys.exit("a server did not start")


def first_answer():
    """Seconds from the start of a process to its first page: by the clock, and of processor time."""
    began = time.perf_counter()
    with served(["app", "serve", "--no-browser"], ROOT) as server:
        return time.perf_counter() - began, processor_seconds(server.pid)


def measured(server, path, headers, chosen, script=None):
    """Requests a second, microseconds of processor a request, and median and 99th percentile of latency in milliseconds."""
    command = ["wrk", "-t1", f"-c{chosen.connections}", f"-d{chosen.seconds}", "--latency", f"http://127.0.0.1:{server.port}{path}"]
    command += [word for name, text in headers.items() for word in ("-H", f"{name}: {text}")]
    command += ["-s", script] if script else []
    before = processor_seconds(server.pid)
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    spent = processor_seconds(server.pid) - before
    if "Non-2xx" in told and "If-None-Match" not in headers:
        sys.exit(f"{path} was not answered with 200:\n{told}")
    answers = int(re.search(r"(\d+) requests in", told)[1])
    if not answers:
        sys.exit(f"{path} was not answered within {chosen.seconds} s: the machine is too busy to measure anything")
    latency = [milliseconds(re.search(rf"{part}%\s+([\d.]+)(us|ms|s)", told)) for part in (50, 99)]
    return float(re.search(r"Requests/sec: +([\d.]+)", told)[1]), 1e6 * spent / answers, *latency


def milliseconds(found):
    return float(found[1]) * {"us": 0.001, "ms": 1, "s": 1000}[found[2]]


def processor_seconds(pid):
    parts = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def resident_megabytes(pid):
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def table(chosen, rows, memory, starts):
    """The results as text."""
    medians = {name: [statistics.median(column) for column in zip(*rounds, strict=True)] for name, rounds in rows.items()}
    floor = next(iter(medians.values()))
    lines = [
        f"One worker, {chosen.connections} connections, {chosen.rounds} rounds of {chosen.seconds} s, {time.strftime('%Y-%m-%d')}",
        f"on {platform.machine()}, {os.cpu_count()} cores shared with wrk, Python {platform.python_version()}; ratios to the first row",
        "",
        "| answer | requests/s | ratio | processor µs | ratio | median ms | p99 ms | p99/median |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, (rate, spent, median, last) in medians.items():
        ratios = f"{rate / floor[0]:.2f} | {spent:.0f} | {floor[1] / spent:.2f}"
        lines.append(f"| {name} | {rate:,.0f} | {ratios} | {median:.1f} | {last:.1f} | {last / max(median, 0.001):.1f} |")
    clock, processor = (statistics.median(column) for column in zip(*starts, strict=True))
    lines += ["", f"Resident memory afterwards: {memory:.0f} MB. Start to first page: {clock:.2f} s, {processor:.2f} s of processor."]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
