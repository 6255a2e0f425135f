"""Rooms in a real Redis: two workers, and a Redis that dies in the middle of a lecture and comes back empty."""

import asyncio
import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from app.classroom.redis_store import InRedis
from app.classroom.room import Room
from app.classroom.store import Unreachable
from app.rehearsal.follower import follow
from app.rehearsal.site import site_at
from app.settings import Settings
from tests.redis_server import REDIS, Kept
from tests.serving import serving, serving_here

ROOT = Path(__file__).parent.parent.parent
SERVE = [sys.executable, "-m", "app", "serve", "--port", "0", "--no-browser", "--workers", "2"]


@pytest.fixture(scope="module", autouse=True)
def installed():
    """Skips without a Redis, unless REQUIRE_BROWSER is set, as where nothing is skipped: then it fails."""
    if REDIS is None:
        message = "redis-server is not installed"
        pytest.fail(message) if os.environ.get("REQUIRE_BROWSER") else pytest.skip(message)


@pytest.fixture
def redis(tmp_path):
    kept = Kept(tmp_path)
    yield kept
    kept.kill()


@pytest.fixture
def sites(redis):
    """Two servers that share nothing but the Redis, as two machines do; the second has two workers."""
    settings = Settings(redis_url=redis.url)
    with serving(SERVE, cwd=ROOT, env=os.environ | {"FSDP_REDIS_URL": redis.url}) as second, serving_here(settings) as first:
        yield [site_at(first), site_at(second)]


async def until(heard, true, seconds=20):
    async with asyncio.timeout(seconds):
        while not any(true(state) for state in heard):
            await asyncio.sleep(0.02)


async def driven(site, path, secret, address):
    """Drive, and again where the site asks for it, as a page does."""
    async with asyncio.timeout(20):
        while (status := (await site.ask("PUT", f"{path}/state", {"address": address}, secret))[0]) == 503:
            await asyncio.sleep(0.1)
    return status


def test_a_lecture_on_two_machines_outlives_its_redis(redis, sites):
    async def lecture():
        first, second = sites
        room = await first.done("POST", "/rooms")
        code, secret, path = room["code"], room["secret"], f"/rooms/{room['code']}"
        heard = ([], [])
        followers = [
            await follow(site, code, lambda event, seen=seen: seen.append(json.loads(event)))
            for site, seen in zip(sites, heard, strict=True)
        ]
        assert await driven(second, path, secret, "/steps/sharding?gpus=8") == 204  # not where it was opened
        for seen in heard:
            await until(seen, lambda state: state["address"].endswith("gpus=8"))
            await until(seen, lambda state: state["followers"] == 2)
        await second.done("PUT", f"{path}/question", {"of": "/", "low": 0, "high": 24}, secret)
        guesses = [site.done("PUT", f"{path}/guesses/seat-{seat:04}", {"value": seat % 24}) for seat in range(20) for site in sites]
        await asyncio.gather(*guesses)

        redis.kill()
        status, told = await first.ask("PUT", f"{path}/state", {"address": "/summary"}, secret)
        assert (status, told["detail"]) == (503, "Rooms cannot be reached for a moment. Try again.")
        redis.start()  # empty

        assert await driven(first, path, secret, "/steps/sharding?gpus=16") == 204
        for seen in heard:
            await until(seen, lambda state: state["address"].endswith("gpus=16"))
            assert seen[-1]["question"]["answered"] == 20
        assert (await second.ask("PUT", f"{path}/state", {"address": "/"}, "forged"))[0] == 403
        ticket = (await second.done("POST", f"{path}/hand-over", secret=secret))["ticket"]
        taken = await first.done("POST", f"{path}/driver", {"ticket": ticket})
        assert (await second.ask("PUT", f"{path}/state", {"address": "/"}, secret))[0] == 403
        assert await driven(second, path, taken["secret"], "/retelling") == 204
        assert (await first.ask("DELETE", path, secret=taken["secret"]))[0] == 204
        for seen, follower in zip(heard, followers, strict=True):
            await until(seen, lambda state: state["ended"])
            assert await asyncio.wait_for(follower.over, 5) == 200
            versions = [state["version"] for state in seen]
            assert versions == sorted(versions)
        assert {(await site.ask("GET", f"{path}/events"))[0] for site in sites} == {404}

    asyncio.run(lecture())


def test_the_newest_version_stays_whoever_writes(redis):
    async def write():
        one, other = InRedis(redis.url), InRedis(redis.url)
        room = Room("BCDF", "x", ends=time.time() + 600, touched=0)
        newer, heard = Room("BCDF", "x", room.ends, 0, version=5), []
        assert await one.replace(0, room) is room
        await other.listen("BCDF", heard.append)
        assert await one.replace(1, newer) is newer
        assert await other.replace(1, Room("BCDF", "y", room.ends, 0, version=2)) == newer
        assert await other.replace(0, Room("BCDF", "z", room.ends, 0)) == newer  # a code that is taken
        assert await one.read("BCDF") == newer
        assert await other.rooms() == 1
        async with asyncio.timeout(5):
            while newer not in heard:
                await asyncio.sleep(0.01)
        assert 0 < await one.redis.ttl("fsdp:room:BCDF") <= 1201
        assert [await one.crowd("BCDF", 3), await other.crowd("BCDF", 4)] == [3, 7]
        await one.close()
        await other.close()

    asyncio.run(write())


def test_nobody_is_told_that_a_room_has_ended_which_an_empty_redis_does_not_know_yet(redis):
    async def look():
        one, other = InRedis(redis.url), InRedis(redis.url)
        room, seen = Room("BCDF", "x", ends=time.time() + 600, touched=0), []
        await one.listen("BCDF", lambda _: None)
        await one.replace(0, room)
        assert (await other.read("BCDF"), await other.read("KXWR")) == (room, None)
        redis.kill()
        redis.start()
        async with asyncio.timeout(10):
            while room not in seen:
                with suppress(Unreachable):
                    seen.append(await other.read("BCDF"))
                await asyncio.sleep(0.01)
        assert seen == [room]
        await one.close()
        await other.close()

    asyncio.run(look())
