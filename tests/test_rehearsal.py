"""A rehearsal, and a lecturer who takes the lead in it."""

import asyncio
import random
import re

import pytest

from app.rehearsal import student
from app.rehearsal.command import held
from app.rehearsal.follower import follow, read
from app.rehearsal.site import Refused, site_at
from app.settings import Settings
from tests.serving import serving_here


def test_a_lecturer_takes_over_asks_and_ends(server, capsys, monkeypatch):
    monkeypatch.setattr(student, "THINKING_SECONDS", (0.01, 0.1))
    site, states = site_at(server), []

    async def until(true):
        async with asyncio.timeout(20):
            while not (states and true(states[-1])):
                await asyncio.sleep(0.02)

    async def lecture():
        rehearsal = asyncio.create_task(held(site, 6))
        async with asyncio.timeout(20):
            while not (ticket := re.search(r"drives: (\w+)", told := told_so_far())):
                await asyncio.sleep(0.02)
        path = re.search(rf"{server}(/rooms/\w+)", told)[1]
        await follow(site, path.removeprefix("/rooms/"), lambda event: states.append(read(event)))
        secret = (await site.done("POST", f"{path}/driver", {"ticket": ticket[1]}))["secret"]
        await site.done("PUT", f"{path}/question", {"of": "/summary", "low": 10, "high": 20}, secret)
        await until(lambda state: state["question"] and state["question"]["answered"] == 6)
        async with asyncio.timeout(20):
            while "6 of 6 follow, at /, 6 have guessed (open)" not in told_so_far():
                await asyncio.sleep(0.05)
        await site.done("PUT", f"{path}/question", {"phase": "revealed"}, secret)
        await until(lambda state: state["question"]["phase"] == "revealed")
        assert sum(states[-1]["question"]["histogram"]) == 6
        await site.done("DELETE", path, secret=secret)
        await asyncio.wait_for(rehearsal, 20)
        assert secret not in told_so_far()

    texts = []

    def told_so_far():
        texts.append(capsys.readouterr().out)
        return "".join(texts)

    asyncio.run(lecture())
    assert "The room has ended." in told_so_far()


@pytest.mark.parametrize(("address", "found"), [
    ("http://127.0.0.1:8000", ("127.0.0.1", 8000, "")),
    ("https://example.org/fsdp/", ("example.org", 443, "/fsdp")),
    ("http://[::1]:9/", ("::1", 9, "")),
])  # fmt: skip
def test_an_address_is_read_and_written_as_it_was(address, found):
    site = site_at(address)
    assert (site.host, site.port, site.root) == found
    assert site.address == address.rstrip("/")


@pytest.mark.parametrize("address", ["example.org", "ftp://example.org", "http://"])
def test_what_is_no_address(address):
    with pytest.raises(ValueError, match="is no address"):
        site_at(address)


def test_a_refusal_is_told_in_the_sites_words(server):
    with pytest.raises(Refused, match="404: There is no such room"):
        asyncio.run(site_at(server).done("POST", "/rooms/BCDF/hand-over"))


def test_who_is_refused_does_not_follow():
    async def lecture(site):
        room = await site.done("POST", "/rooms")
        students = [student.Student(site, room["code"], random.Random(seat), lambda _: None) for seat in range(4)]
        attending = [asyncio.create_task(each.attend()) for each in students]
        async with asyncio.timeout(20):
            while sum(each.here for each in students) < 2:
                await asyncio.sleep(0.01)
        assert (await site.ask("GET", f"/rooms/{room['code']}/events"))[0] == 503
        assert sum(each.here for each in students) == 2
        await site.done("DELETE", f"/rooms/{room['code']}", secret=room["secret"])
        await asyncio.wait_for(asyncio.gather(*attending), 10)

    with serving_here(Settings(most_followers=2)) as address:
        asyncio.run(lecture(site_at(address)))
