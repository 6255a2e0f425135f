"""A hall for rooms.py: followers of rooms in a process of their own, and lecturers who drag."""

import asyncio
import time
from array import array

from app.rehearsal.follower import follow

MARK = b"/steps/sharding?gpus="


def hall(site, codes, each, silent, pipe):
    """The process: `each` follow every room, `silent` more follow the first and read nothing. Tells what arrived, and when."""
    asyncio.run(_hall(site, codes, each, silent, pipe))


async def _hall(site, codes, each, silent, pipe):
    seats = [Seat() for _ in codes for _ in range(each)]
    followers = []
    for number, seat in enumerate(seats):
        followers.append(await follow(site, codes[number // each], seat.hear))
    deaf = [await follow(site, codes[0], lambda _: None) for _ in range(silent)]
    for follower in deaf:
        follower.transport.pause_reading()
    await until(lambda: all(seat.heard for seat in seats))
    pipe.send("ready")
    began = time.process_time(), time.monotonic()
    await asyncio.get_running_loop().run_in_executor(None, pipe.recv)  # the lecture is over
    share = (time.process_time() - began[0]) / (time.monotonic() - began[1])
    for follower in deaf:
        follower.transport.resume_reading()
    pipe.send((share, [(seat.states, seat.times) for seat in seats]))
    for follower in (*followers, *deaf):
        follower.transport.close()


class Seat:
    """What one follower received: which state, and when."""

    def __init__(self):
        self.heard = False
        self.states, self.times = array("l"), array("d")

    def hear(self, event):
        self.heard = True
        at = event.find(MARK)
        if at >= 0:
            state = int(event[at + len(MARK) : event.index(b'"', at)])
            if not self.states or self.states[-1] != state:
                self.states.append(state)
                self.times.append(time.monotonic())


class Lecturer:
    """Drives one room, so many states a second; a state is left out while the one before is not answered."""

    def __init__(self, site, room):
        self.site, self.code, self.secret = site, room["code"], room["secret"]
        self.sent = {}  # state -> when

    async def drag(self, seconds, per_second, start=0.0):
        reader, writer = await asyncio.open_connection(self.site.host, self.site.port)
        await asyncio.sleep(start)
        began = time.monotonic()
        while (passed := time.monotonic() - began) < seconds:
            await self.tell(reader, writer, 2 + int(passed * per_second))
            await asyncio.sleep(max(0.0, began + (int(passed * per_second) + 1) / per_second - time.monotonic()))
        writer.close()

    async def tell(self, reader, writer, state):
        body = f'{{"address":"{MARK.decode()}{state}"}}'.encode()
        request = self.site.head("PUT", f"/rooms/{self.code}/state", body, self.secret, stays=True)
        self.sent[state] = time.monotonic()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 204 "), head


async def until(true, seconds=60):
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)
