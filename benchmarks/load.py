"""Mixed load at the server's limit, with one worker killed in the middle: `python benchmarks/load.py --minutes 30`.

Starts a server with several workers on a free port of this machine and asks it from a process of its own, each connection as fast as it is
answered, see readers.py. In the middle one worker is killed with SIGKILL; what that cuts off is asked for once more, anything else that
goes wrong is an error. Prints one table and ends with 1 where something was wrong.
"""

import argparse
import asyncio
import json
import os
import platform
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.readers import drive  # noqa: E402

SECONDS_OF_THE_KILL = 5  # connections that break within them belong to it


def main():
    """Start the server and the load, kill a worker half-way, watch the memory, and tell."""
    chosen = arguments()
    if chosen.drive:
        print(json.dumps(asyncio.run(drive(chosen.drive, chosen.minutes * 60, chosen.connections, chosen.seed))))
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
