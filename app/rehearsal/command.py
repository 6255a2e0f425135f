"""`python -m app rehearse`: a room full of simulated students, to be driven by hand or looked at."""

import argparse
import asyncio
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from app.rehearsal.site import Refused, Site, site_at
from app.rehearsal.student import Lateness, Student

MOST_STUDENTS = 500
SLOW = 5  # one student in so many is slow


def add_rehearse(command: argparse.ArgumentParser) -> None:
    """The options of the command."""
    command.add_argument("--students", type=int, default=30, help="simulated students, at most 500 (%(default)s)")
    command.add_argument("--address", help="a walkthrough that runs already, such as http://127.0.0.1:8000 (default: one is started)")
    command.set_defaults(run=rehearse)


def rehearse(chosen: argparse.Namespace) -> None:
    """Open a room and fill it, until interrupted or until the room ends."""
    if not 1 <= chosen.students <= MOST_STUDENTS:
        sys.exit(f"--students {chosen.students} cannot be used: 1 to {MOST_STUDENTS}.")
    with suppress(KeyboardInterrupt), served(chosen.address) as address:
        try:
            asyncio.run(held(site_at(address), chosen.students))
        except (OSError, ValueError, Refused) as error:
            sys.exit(f"There is no rehearsal at {address}. {error}")


@contextmanager
def served(address: str | None) -> Iterator[str]:
    """The address given, or that of a server started for as long as it is needed."""
    if address:
        yield address
        return
    command = [sys.executable, "-m", "app", "serve", "--port", "0", "--no-browser", "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        if not found:
            sys.exit("The server did not start.")
        yield found[0]
    finally:
        process.terminate()
        process.wait()


async def held(site: Site, number: int) -> None:
    """The rehearsal itself."""
    room = await site.done("POST", "/rooms")
    code, lateness = room["code"], Lateness()
    students = [Student(site, code, random.Random(seat), lateness.noticed, slow=seat % SLOW == SLOW - 1) for seat in range(number)]
    print(f"Room {code}: {site.address}/rooms/{code}\nTo drive it, give code and ticket at {site.address}/rooms\nEnd with Ctrl+C.")
    async with asyncio.TaskGroup() as group:
        attending = [group.create_task(student.attend()) for student in students]
        offering = group.create_task(tickets(site, code, room["secret"], students[0]))
        while not all(task.done() for task in attending):
            await asyncio.sleep(1)
            print(line(students, lateness.taken()), flush=True)
        offering.cancel()
    print("The room has ended.")


async def tickets(site: Site, code: str, secret: str, student: Student) -> None:
    """Print a ticket for whoever drives, and a new one when it is void, until somebody does."""
    while student.state.get("driver", 1) == 1:
        try:
            ticket = await site.done("POST", f"/rooms/{code}/hand-over", secret=secret)
        except Refused:
            return  # somebody does, or the room has ended
        print(f"Ticket for whoever drives: {ticket['ticket']} (good for {ticket['seconds']} seconds)", flush=True)
        for _ in range(ticket["seconds"]):
            await asyncio.sleep(1)
            if student.state.get("driver", 1) != 1:
                return


def line(students: list[Student], late: list[float]) -> str:
    """How many are there, where they are, and how late they were in the last second, after the first of them."""
    here = [student for student in students if student.here]
    state = max((student.state for student in here), key=lambda state: state.get("version", 0), default={})
    question = state.get("question")
    words = [f"{len(here)} of {len(students)} follow", f"at {state.get('address', '?')}"]
    words += [f"{question['answered']} have guessed ({question['phase']})"] if question else []
    if late:
        middle, last = late[len(late) // 2], late[int(0.99 * (len(late) - 1))]
        words.append(
            f"{len(late)} updates read at once, median {1000 * middle:.0f} ms and 99 % within {1000 * last:.0f} ms after the first student"
        )
    return ", ".join(words)
