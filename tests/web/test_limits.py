"""What is too much is refused in clear words, and the server goes on."""

import asyncio
import itertools
import socket
import threading
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient

from app import server
from app.main import create_app
from app.memory.scenario import Scenario
from app.settings import Settings
from app.steps.catalog import STEPS
from app.steps.presentation import sweep
from app.web.answers import Answers, Kept
from app.web.limits import drain
from app.web.sweeps import Busy, Sweeps, written

STEP = STEPS[0]


@pytest.mark.parametrize("path", [STEP.path, f"{STEP.path}/live", "/api/v1/memory"])
def test_a_long_address_is_414_in_words(client, path):
    assert client.get(f"{path}?x={'y' * (4096 - len(path) - 2)}").status_code == 200
    answer = client.get(f"{path}?x={'y' * (4096 - len(path) - 1)}")
    assert answer.status_code == 414
    assert "longer than 4096 bytes" in answer.text
    assert "content-security-policy" in answer.headers


def test_a_long_path_is_414(client):
    assert client.get(f"/{'y' * 5000}").status_code == 414


def test_a_large_body_is_413_in_words(client):
    answer = client.post("/api/v1/memory", content=b"x" * 16_385)
    assert (answer.status_code, answer.headers["connection"]) == (413, "close")
    assert "16384 bytes" in answer.json()["detail"]


@pytest.fixture(scope="module")
def address():
    """A server of its own, as the start of its addresses."""
    listener = socket.create_server(("127.0.0.1", 0))
    running = server.Server(server.configuration(Settings(), create_app(Settings())))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    running.should_exit = True
    thread.join(20)


@pytest.mark.parametrize("path", ["/api/v1/plan", "/api/v1/memory", "/plan?gpus=16"])
def test_a_client_that_sends_all_before_it_reads_is_told_of_413(address, path):
    with pytest.raises(HTTPError) as told:
        urlopen(f"{address}{path}", data=b"x" * 5_000_000, timeout=20)
    assert (told.value.code, told.value.headers["connection"]) == (413, "close")
    assert b"bytes" in told.value.read()


def test_a_client_that_asks_before_it_sends_is_told_at_once(address):
    with socket.create_connection(address.removeprefix("http://").split(":"), timeout=20) as client:
        client.sendall(b"POST /api/v1/plan HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5000000\r\n\r\n")
        assert client.recv(65_536).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(("bytes_", "seconds"), [(10, 2.0), (10**9, 0.01)])
def test_a_body_is_taken_in_within_bounds(monkeypatch, bytes_, seconds):
    monkeypatch.setattr("app.web.limits.DRAINED_BYTES", bytes_)
    monkeypatch.setattr("app.web.limits.DRAINED_SECONDS", seconds)

    async def endless():
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"x", "more_body": True}

    asyncio.run(drain({"headers": [(b"content-length", b"99")]}, endless))


def test_a_body_of_unknown_length_is_413(client):
    assert client.request("GET", STEP.path, content=iter([b"x"])).status_code == 413


@pytest.mark.parametrize("length", ["-1", "1e3", "9" * 30, "²"])
def test_a_length_that_is_none_is_413(client, length):
    assert client.get(STEP.path, headers={"content-length": length.encode()}).status_code == 413


def test_a_small_body_is_not_read(client):
    assert client.request("GET", "/api/v1/memory", content=b"{}").status_code == 200


def test_limits_are_settings():
    strict = TestClient(create_app(Settings(longest_address=512, largest_body=0)))
    assert strict.get(f"{STEP.path}?{'x' * 512}").status_code == 414
    assert strict.post(STEP.path, content=b"x").status_code == 413


def test_too_many_sweeps_are_503_in_words(monkeypatch):
    async def busy(*_):
        raise Busy

    monkeypatch.setattr(Sweeps, "packed", busy)
    client = TestClient(create_app(Settings()))
    answer = client.get(f"{STEP.path}/sweep?over={STEP.controls[0]}")
    assert (answer.status_code, answer.headers["retry-after"], answer.headers["cache-control"]) == (503, "1", "no-store")
    assert "Ask again in a second" in answer.json()["detail"]


def test_only_so_many_different_sweeps_wait_and_equal_ones_are_made_once(monkeypatch):
    made = []
    monkeypatch.setattr("app.web.sweeps.written", lambda step, run, over: [made.append(over) or b"{}"])

    async def ask():
        sweeps = Sweeps(most_waiting=2)
        waiting = [asyncio.ensure_future(sweeps.packed(STEP, Scenario(), over)) for over in ("params", "params", "layer", "gpus")]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [isinstance(result, Busy) for result in results] == [False, False, False, True]
        assert await sweeps.packed(STEP, Scenario(), "gpus")  # there is room again
        return results

    assert len(set(asyncio.run(ask())[:2])) == 1
    assert made == ["params", "layer", "gpus"]


def test_others_have_their_turn_while_a_sweep_is_made(monkeypatch):
    monkeypatch.setattr("app.web.sweeps.SLICE_SECONDS", 0)
    turns = []

    monkeypatch.setattr("app.web.sweeps.perf_counter", itertools.count().__next__)  # every look at the clock is a second later

    async def other():
        while True:
            turns.append(1)
            await asyncio.sleep(0)

    async def ask():
        task = asyncio.ensure_future(other())
        await Sweeps(1).packed(STEP, Scenario(), STEP.controls[0])
        task.cancel()

    asyncio.run(ask())
    assert len(turns) > 50  # a ladder has more rungs


def test_a_sweep_written_in_pieces_is_the_sweep(client):
    over = STEP.controls[0]
    body = b"".join(written(STEP, Scenario(), over))
    answer = client.get(f"{STEP.path}/sweep?over={over}", headers={"accept-encoding": "identity"})
    assert answer.content == body
    assert answer.json()["rungs"].keys() == sweep(STEP, Scenario(), over)["rungs"].keys()


def test_kept_answers_are_bounded_and_the_last_ones_stay():
    answers = Answers("1", 10_000)
    for number in range(100):
        answers.kept.put((str(number), False), Response(b"x" * 1000))
        answers.kept.get(("0", False))
    assert answers.kept.size <= 10_000
    assert set(answers.kept.answers) == {("0", False), ("98", False), ("99", False)}  # 3,000 bytes each
    assert Kept(100).put(("1", True), Response(b"x" * 101)) is None


def test_what_is_kept_is_what_is_computed(client):
    fresh = TestClient(create_app(Settings(answer_memory=0)))
    for path in (STEP.path, f"{STEP.path}/live?gpus=8", "/api/v1/memory"):
        first, again = client.get(path), client.get(path)
        assert first.content == again.content == fresh.get(path).content
        assert first.headers == again.headers == fresh.get(path).headers
