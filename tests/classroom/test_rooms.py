"""The rooms of a process, without a network and with a clock of the test's own."""

import asyncio
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from app.classroom import channel as channels
from app.classroom.channel import Channel
from app.classroom.keys import hash_of
from app.classroom.limits import RoomLimits
from app.classroom.room import Room, ask, guess, offer, take, tell, use
from app.classroom.rooms import COMING_SECONDS, Full, NoStore, Rooms
from app.classroom.store import InProcess, Unreachable
from app.web.room_stream import RoomStream


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


def rooms_with(**limits):
    return Rooms(InProcess(), RoomLimits(**limits), Clock())


async def opened(rooms):
    """The channel of a new room, and the secret of who drives it."""
    room, secret = await rooms.open()
    return await rooms.find(room.code), secret


async def opened_and_used(rooms):
    channel, _ = await opened(rooms)
    return await rooms.change(channel, use)


@settings(max_examples=15, deadline=None)
@given(some.lists(some.floats(0, 0.01), min_size=1, max_size=30), some.floats(0, 0.02))
def test_the_last_state_always_arrives_however_fast_they_come_and_slow_the_follower(pauses, sending):
    async def lecture():
        rooms, sent = rooms_with(), []
        channel, secret = await opened(rooms)
        stream = asyncio.create_task(RoomStream(channel, driving=False)({"method": "GET"}, waiting(sent), taking(sent, sending)))
        for number, pause in enumerate(pauses):
            await asyncio.sleep(pause)
            await rooms.change(channel, lambda room, number=number: tell(room, secret, 1000, f"/{number}", ""))
        await asyncio.sleep(channels.SOON + 2 * sending + 0.02)
        rooms.leave()
        await stream
        states = [json.loads(line[6:]) for line in b"".join(sent).splitlines() if line.startswith(b"data: ")]
        assert states[-1]["address"] == f"/{len(pauses) - 1}"
        versions = [state["version"] for state in states]
        assert versions == sorted(versions)
        assert len(states) <= len(pauses) + 1

    asyncio.run(lecture())


def taking(sent, seconds):
    """A client that takes so long for each part."""

    async def send(message):
        await asyncio.sleep(seconds)
        sent.append(message.get("body", b"") if message.get("more_body") or message["type"].endswith("start") else None)

    return send


def waiting(sent):
    """A client that leaves when all was sent."""

    async def receive():
        while not sent or sent[-1] is not None:
            await asyncio.sleep(0.001)
        sent.pop()
        return {"type": "http.disconnect"}

    return receive


def test_changes_that_come_together_are_all_made():
    async def lecture():
        rooms = rooms_with()
        channel, secret = await opened(rooms)
        await rooms.change(channel, lambda room: ask(room, secret, 1000, "/", 0, 1))
        guesses = [rooms.change(channel, lambda room, seat=seat: guess(room, f"seat-{seat}", seat / 100, 500)) for seat in range(100)]
        await asyncio.gather(*guesses)
        assert channel.room.guesses == {f"seat-{seat}": seat / 100 for seat in range(100)}
        rooms.leave()

    asyncio.run(lecture())


def test_a_room_that_is_idle_or_old_is_not_found_and_its_followers_are_told():
    async def lecture(seconds, **limits):
        rooms = rooms_with(**limits)
        channel, _ = await opened(rooms)
        rooms.clock.now += seconds - 1
        assert await rooms.find(channel.room.code) is channel
        rooms.clock.now += 1
        assert await rooms.find(channel.room.code) is None
        await asyncio.sleep(channels.LATER)
        assert channel.shown.ended
        assert await rooms.find(channel.room.code) is None
        assert rooms.store.kept == {}

    asyncio.run(lecture(600, room_idle_seconds=600))
    asyncio.run(lecture(600, room_seconds=600))


def test_there_are_only_so_many_rooms_and_an_end_makes_room():
    async def lecture():
        rooms = rooms_with(most_rooms=2, room_idle_seconds=60)
        await opened_and_used(rooms)
        rooms.clock.now += 30
        second = await opened_and_used(rooms)
        with pytest.raises(Full):
            await rooms.open()
        rooms.clock.now += 30
        await rooms.tidy()
        await rooms.open()
        assert second.code in rooms.channels
        rooms.leave()

    asyncio.run(lecture())


def test_rooms_that_nobody_has_come_to_make_way_for_others():
    async def lecture():
        rooms = rooms_with(most_rooms=3)
        lecture = await opened_and_used(rooms)
        flood = [(await rooms.open())[0].code for _ in range(2)]
        with pytest.raises(Full):
            await rooms.open()
        rooms.clock.now += COMING_SECONDS
        late, _ = await rooms.open()
        assert set(rooms.channels) == {lecture.code, flood[1], late.code}
        assert await rooms.store.rooms() == 3
        rooms.leave()

    asyncio.run(lecture())


def test_who_comes_when_the_process_is_about_to_stop_is_not_kept():
    class Slow(InProcess):
        async def listen(self, code, heard):
            rooms.leave()  # just then

    async def lecture():
        room, sent = Room("BCDF", hash_of("x"), 10_000, 1000), []
        await rooms.store.replace(0, room)
        channel = await rooms.find("BCDF")
        async with asyncio.timeout(5):
            await RoomStream(channel, driving=False)({"method": "GET"}, waiting(sent), taking(sent, 0))

    rooms = Rooms(Slow(), RoomLimits(), Clock())
    asyncio.run(lecture())


def test_without_a_store_there_are_none():
    rooms = Rooms(None, RoomLimits())
    with pytest.raises(NoStore):
        asyncio.run(rooms.open())
    assert asyncio.run(rooms.find("BCDF")) is None


def test_a_store_that_is_away_changes_nothing_and_is_tried_again():
    class Away(InProcess):
        there = True

        async def replace(self, expected, room):
            if not self.there:
                raise Unreachable
            return await super().replace(expected, room)

    async def lecture():
        rooms = Rooms(Away(), RoomLimits(), Clock())
        channel, secret = await opened(rooms)
        before, rooms.store.there = channel.room, False
        with pytest.raises(Unreachable):
            await rooms.change(channel, lambda room: tell(room, secret, 1000, "/summary", ""))
        assert channel.room == before
        rooms.store.there = True
        await rooms.change(channel, lambda room: tell(room, secret, 1000, "/summary", ""))
        assert channel.room.address == "/summary"
        rooms.leave()

    asyncio.run(lecture())


def test_another_process_that_was_quicker_is_not_overwritten():
    async def lecture():
        rooms = rooms_with()
        channel, secret = await opened(rooms)
        rooms.store.kept[channel.room.code] = tell(channel.room, secret, 1000, "/summary", "what")  # unknown here
        await rooms.change(channel, lambda room: replace(room, version=room.version + 1, driver=7))
        assert (channel.room.address, channel.room.part, channel.room.driver) == ("/summary", "what", 7)
        rooms.leave()

    asyncio.run(lecture())


def test_counts_and_guesses_wait_for_each_other_and_the_driver_does_not():
    async def lecture():
        channel = Channel(Room("BCDF", hash_of("x"), 10_000, 0), 100)
        channel.wake()  # something was just sent
        channel.count(3)
        channel.count(4)
        assert channel.number == 0
        await asyncio.sleep(channels.SOON + 0.02)
        assert channel.number == 0  # counts wait
        channel.hear(tell(channel.room, "x", 1, "/summary", ""))
        assert channel.number == 1
        assert b'"followers":4' in channel.event

    asyncio.run(lecture())


def test_nothing_is_refused_for_what_was_true_before_another_process_changed_it():
    async def lecture():
        rooms = rooms_with()
        channel, secret = await opened(rooms)
        rooms.store.kept[channel.room.code] = offer(channel.room, secret, 1000, "ticket-1")  # unknown here
        await rooms.change(channel, lambda room: take(room, "ticket-1", 1001, "second"))
        assert channel.room.driver == 2
        rooms.leave()

    asyncio.run(lecture())


def test_where_nothing_happens_there_is_a_sign_of_life_that_scripts_see(monkeypatch):
    monkeypatch.setattr(channels, "ALIVE_SECONDS", 0.05)

    async def lecture():
        rooms, sent = rooms_with(), []
        channel, _ = await opened(rooms)
        stream = asyncio.create_task(RoomStream(channel, driving=True)({"method": "GET"}, waiting(sent), taking(sent, 0)))
        await asyncio.sleep(0.1)
        await rooms.tidy()
        await asyncio.sleep(0.05)
        rooms.leave()
        await stream
        assert b"".join(sent).endswith(b"}\n\nevent: alive\ndata: .\n\n")

    asyncio.run(lecture())
