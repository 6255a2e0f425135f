"""How late are those who follow a room? `python benchmarks/rooms.py`, on Linux.

Three lectures over loopback, each with a server of its own, its followers in another process and its lecturers in a third: one full
room whose lecturer drags, the same with followers that read nothing, and many rooms at once. Times are from just before a lecturer
sends a state to its receipt by each follower. A state that is skipped for a newer one is counted, not timed; at the end each follower
must have the last one. Prints one table.
"""

import argparse
import asyncio
import multiprocessing
import os
import platform
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from hall import Lecturer, hall  # noqa: E402
from server import processor_seconds, resident_megabytes, served  # noqa: E402

from app.rehearsal.site import site_at  # noqa: E402

SETTINGS = {"FSDP_MOST_CONNECTIONS": "5000", "FSDP_MOST_FOLLOWERS": "2000"}
SETTLING_SECONDS = 2.0  # after the last state
COLUMNS = (
    "lecture",
    "states sent",
    "received",
    "median ms",
    "p99 ms",
    "worst ms",
    "lost at the end",
    "KB a follower",
    "server",
    "followers",
)


def main():
    """Measure and print."""
    chosen = arguments()
    lectures = [
        (f"1 room, {chosen.followers} followers, {chosen.rate:g} states/s", 1, chosen.followers, 0, chosen.rate),
        (f"the same, {chosen.silent} more that do not read", 1, chosen.followers, chosen.silent, chosen.rate),
        (f"{chosen.rooms} rooms of {chosen.each}, 1 state/s each", chosen.rooms, chosen.each, 0, 1),
    ]
    rows = [measured(*lecture, chosen.seconds) for number, lecture in enumerate(lectures, start=1) if chosen.only in (0, number)]
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{chosen.seconds} s each, {time.strftime('%Y-%m-%d')}, on {machine}")
    print("server and followers: share of one core\n")
    print("\n".join(f"| {' | '.join(row)} |" for row in (COLUMNS, ["---"] * len(COLUMNS), *rows)))


def arguments():
    parser = argparse.ArgumentParser(description="Seconds from a lecturer's change to each follower.")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--followers", type=int, default=500)
    parser.add_argument("--silent", type=int, default=50)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--only", type=int, default=0, help="only the lecture of this number")
    return parser.parse_args()


def measured(name, rooms, each, silent, rate, seconds):
    """One lecture, as a row of the table."""
    with served(["app", "serve", "--no-browser"], ROOT, **SETTINGS) as server:
        pid, site = server.pid, site_at(f"http://127.0.0.1:{server.port}")
        opened = asyncio.run(all_opened(site, rooms))
        before = resident_megabytes(pid)
        here, there = multiprocessing.Pipe()
        followers = multiprocessing.get_context("spawn").Process(
            target=hall, args=(site, [room["code"] for room in opened], each, silent, there)
        )
        followers.start()
        assert here.recv() == "ready"
        kilobytes = 1000 * (resident_megabytes(pid) - before) / (rooms * each + silent)
        spent, began = processor_seconds(pid), time.monotonic()
        lecturers = asyncio.run(lecture(site, opened, seconds, rate))
        spent, passed = processor_seconds(pid) - spent, time.monotonic() - began
        time.sleep(SETTLING_SECONDS)
        here.send("over")
        share, seats = here.recv()
        followers.join()
    return row(name, lecturers, seats, each, kilobytes, spent / passed, share)


async def all_opened(site, rooms):
    return [await site.done("POST", "/rooms") for _ in range(rooms)]


async def lecture(site, opened, seconds, rate):
    """All lecturers drag, each beginning at another moment of the first state's time."""
    lecturers = [Lecturer(site, room) for room in opened]
    await asyncio.gather(*(each.drag(seconds, rate, number / len(lecturers) / rate) for number, each in enumerate(lecturers)))
    return lecturers


def row(name, lecturers, seats, each, kilobytes, server, followers):
    late, lost, received = [], 0, 0
    for number, (states, times) in enumerate(seats):
        sent = lecturers[number // each].sent
        late += [came - sent[state] for state, came in zip(states, times, strict=True)]
        lost += not states or states[-1] != max(sent)
        received += len(states)
    late.sort()
    sent = sum(len(lecturer.sent) for lecturer in lecturers)
    share = received / (sent * each)
    times = [f"{1000 * late[int(part * (len(late) - 1))]:.0f}" for part in (0.5, 0.99, 1)]
    return [name, f"{sent:,}", f"{share:.1%}", *times, str(lost), f"{kilobytes:.1f}", f"{server:.0%}", f"{followers:.0%}"]


if __name__ == "__main__":
    main()
