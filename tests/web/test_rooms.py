"""Rooms over the network: real connections to the real server, in this process."""

import asyncio
import json
import socket
import threading
from contextlib import asynccontextmanager, contextmanager
from string import ascii_lowercase

import pytest
from starlette.testclient import TestClient

from app import server
from app.main import create_app
from app.rehearsal.follower import follow
from app.rehearsal.site import site_at
from app.settings import Settings

SEAT = "seat-12345678"


@contextmanager
def running(settings):
    """A server of its own, and where it lies; it has stopped at the end of the block."""
    listener = socket.create_server(("127.0.0.1", 0))
    process = server.Server(server.configuration(settings, create_app(settings)))
    thread = threading.Thread(target=process.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield process, site_at(f"http://127.0.0.1:{listener.getsockname()[1]}")
    process.should_exit = True
    thread.join(server.FAREWELL_SECONDS / 2)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def site():
    with running(Settings()) as (_, site):
        yield site


class Heard:
    """The states that a follower was told."""

    def __init__(self):
        self.states = []

    def __call__(self, event):
        self.states.append(json.loads(event))

    async def until(self, true, seconds=10):
        """The first state of which something is true."""
        async with asyncio.timeout(seconds):
            while True:
                for state in self.states:
                    if true(state):
                        return state
                await asyncio.sleep(0.01)


@asynccontextmanager
async def following(site, code):
    heard = Heard()
    follower = await follow(site, code, heard)
    try:
        yield heard, follower
    finally:
        follower.transport.close()
        await follower.over


async def opened(site):
    room = await site.done("POST", "/rooms")
    return f"/rooms/{room['code']}", room["code"], room["secret"]


def test_everyone_sees_where_the_driver_is_late_joiners_at_once(site):
    async def lecture():
        path, code, secret = await opened(site)
        async with following(site, code) as (early, _):
            assert (await site.ask("PUT", f"{path}/state", {"address": "/steps/sharding?gpus=8&theme=dark", "part": "what"}, secret))[
                0
            ] == 204
            state = await early.until(lambda state: state["part"] == "what")
            assert state["address"] == "/steps/sharding?gpus=8"
            async with following(site, code) as (late, _):
                assert (await late.until(lambda _: True))["address"] == "/steps/sharding?gpus=8"
                await early.until(lambda state: state["followers"] == 2)
                assert (await site.ask("DELETE", path, secret=secret))[0] == 204
                await early.until(lambda state: state["ended"])
                await late.until(lambda state: state["ended"])
        assert (await site.ask("GET", f"{path}/events"))[0] == 404
        assert secret not in json.dumps(early.states)

    asyncio.run(lecture())


def test_only_the_secret_drives_and_the_log_says_who_tried_without_saying_how(site, caplog):
    async def lecture():
        path, code, secret = await opened(site)
        here = {"address": "/summary"}
        for wrong in ("", "x", secret[:-1], secret + "x"):
            for method, place, told in (
                ("PUT", "/state", here), ("PUT", "/question", {}), ("POST", "/hand-over", None), ("DELETE", "", None),
            ):  # fmt: skip
                assert (await site.ask(method, path + place, told, wrong))[0] == 403
        assert (await site.ask("PUT", f"{path}/state", here, secret))[0] == 204
        ticket = (await site.done("POST", f"{path}/hand-over", secret=secret))["ticket"]
        assert (await site.ask("POST", f"{path}/driver", {"ticket": "BCDFGHJK"}))[0] == 403
        taken = await site.done("POST", f"{path}/driver", {"ticket": ticket.lower()})
        assert (await site.ask("POST", f"{path}/driver", {"ticket": ticket}))[0] == 403  # good once
        assert (await site.ask("PUT", f"{path}/state", here, secret))[0] == 403
        assert (await site.ask("PUT", f"{path}/state", here, taken["secret"]))[0] == 204
        async with following(site, code) as (heard, _):
            assert (await heard.until(lambda _: True))["driver"] == 2
        told = [record.told for record in caplog.records if record.name == "app.web.room_refusals"]
        assert {(line["room"], line["what"], line["status"]) for line in told} >= {
            (code, "state", 403),
            (code, "driver", 403),
            (code, "end", 403),
        }
        assert len([line for line in told if line["what"] == "state"]) < 5  # of a flood one line a second
        for hidden in (secret, taken["secret"], ticket, site.host):
            assert hidden not in json.dumps(told) + caplog.text

    asyncio.run(lecture())


def test_a_question_is_guessed_closed_and_revealed(site):
    async def lecture():
        path, code, secret = await opened(site)
        async with following(site, code) as (heard, _):
            guess = f"{path}/guesses/{SEAT}"
            assert (await site.ask("PUT", guess, {"value": 1}))[0] == 409
            await site.done("PUT", f"{path}/question", {"of": "/steps/data-parallel", "low": 0, "high": 24}, secret)
            for seat, value in ((SEAT, 3), (SEAT, 23.5), ("another-seat", 99), ("third-seat-1", 0)):
                assert (await site.ask("PUT", f"{path}/guesses/{seat}", {"value": value}))[0] == 204
            state = await heard.until(lambda state: state["question"] and state["question"]["answered"] == 3)
            assert "histogram" not in state["question"]
            await site.done("PUT", f"{path}/question", {"phase": "closed"}, secret)
            assert (await site.ask("PUT", guess, {"value": 1}))[0] == 409
            await site.done("PUT", f"{path}/question", {"phase": "revealed"}, secret)
            shown = (await heard.until(lambda state: state["question"] and state["question"]["phase"] == "revealed"))["question"]
            assert shown["histogram"] == [1, *[0] * 22, 2]
            await site.done("PUT", f"{path}/question", {}, secret)
            await heard.until(lambda state: state["version"] > 1 and not state["question"] and state is heard.states[-1])

    asyncio.run(lecture())


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("/state", {"address": "https://evil.example/"}),
        ("/state", {"address": "//evil.example/steps/sharding"}),
        ("/state", {"address": "/rooms/ABCD"}),
        ("/state", {"address": "/steps/sharding", "part": "<b>"}),
        ("/state", {"address": "/", "secret": "x"}),
        ("/question", {"of": "/", "low": 2, "high": 1}),
        ("/question", {"phase": "half"}),
        ("/question", {"of": "/", "low": 0, "high": float("inf")}),
        ("/question", {"of": "/", "low": -1.7e308, "high": 1.7e308}),  # no bin of it has a width
    ],
)
def test_what_cannot_be_used_is_422_in_words(site, place, told):
    async def ask():
        path, _, secret = await opened(site)
        status, answer = await site.ask("PUT", path + place, told, secret)
        assert status == 422
        assert "evil" not in answer["detail"]

    asyncio.run(ask())


def test_limits_are_told_in_words():
    async def lecture(site):
        path, code, secret = await opened(site)
        status, answer = await site.ask("POST", "/rooms")
        assert (status, answer["detail"][:9]) == (429, "At most 1")
        async with following(site, code), following(site, code) as (heard, _):
            await heard.until(lambda _: True)
            status, answer = await site.ask("GET", f"{path}/events")
            assert (status, answer["detail"][:18]) == (503, "2 follow this room")
            reader, writer = await asyncio.open_connection(site.host, site.port)
            writer.write(site.head("GET", f"{path}/events?driving"))  # who drives comes back into a full room
            assert (await reader.readline()).split()[1] == b"200"
            writer.close()
        await site.done("PUT", f"{path}/question", {"of": "/", "low": 0, "high": 1}, secret)
        statuses = {(await site.ask("PUT", f"{path}/guesses/{SEAT}", {"value": number / 9}))[0] for number in range(9)}
        assert statuses == {204, 429}
        assert (await site.ask("PUT", f"{path}/state", {"address": "/" + "x" * 9000}, secret))[0] == 413

    with running(Settings(most_rooms=1, most_followers=2, guesses_per_second=3)) as (_, site):
        asyncio.run(lecture(site))


def test_streams_end_when_the_server_stops():
    async def lecture(process, site):
        _, code, _ = await opened(site)
        async with following(site, code) as (heard, follower):
            await heard.until(lambda _: True)
            process.should_exit = True
            async with asyncio.timeout(server.FAREWELL_SECONDS / 2):
                await follower.over

    with running(Settings()) as (process, site):
        asyncio.run(lecture(process, site))


def test_one_who_does_not_read_delays_nobody_and_skips_to_the_newest(site):
    long = "&".join(f"x{letter}={'y' * 80}" for letter in ascii_lowercase)

    async def lecture():
        path, code, secret = await opened(site)
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.setblocking(False)
            await asyncio.get_running_loop().sock_connect(deaf, (site.host, site.port))
            reader, writer = await asyncio.open_connection(sock=deaf, limit=1024)
            writer.write(site.head("GET", f"{path}/events"))
            async with following(site, code) as (heard, _):
                for number in range(2, 62):
                    await site.ask("PUT", f"{path}/state", {"address": f"/plan?n={number}&{long}"}, secret)
                    await heard.until(lambda state, number=number: f"n={number}&" in state["address"])
                read = b""
                async with asyncio.timeout(10):
                    while b"n=61&" not in read:
                        read += await reader.read(65_536)
                assert read.count(b"data: ") < 50
            writer.close()

    asyncio.run(lecture())


def test_events_are_passed_on_at_once_and_kept_by_nobody(site):
    async def look():
        path, _, _ = await opened(site)
        reader, writer = await asyncio.open_connection(site.host, site.port)
        writer.write(site.head("GET", f"{path}/events"))
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        writer.close()
        assert b"content-type: text/event-stream" in head
        assert b"cache-control: no-store" in head
        assert b"x-accel-buffering: no" in head
        assert b"access-control-allow-origin" not in head
        assert b"content-encoding" not in head

    asyncio.run(look())


def test_several_workers_with_nothing_to_share_say_so():
    answer = TestClient(create_app(Settings(workers=2))).post("/rooms")
    assert answer.status_code == 503
    assert "FSDP_REDIS_URL" in answer.json()["detail"]
    assert answer.headers["cache-control"] == "no-store"
