"""The server as a process: slow clients, workers that die, and the end."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from app import connection, server
from app.main import create_app
from app.settings import Settings
from app.steps.catalog import STEPS
from tests.serving import get, serving

ROOT = Path(__file__).parent.parent
SERVE = [sys.executable, "-m", "app", "serve", "--port", "0", "--no-browser"]
posix = pytest.mark.skipif(os.name != "posix", reason="signals and /proc")


@contextmanager
def running_here(running):
    """Host and port of a server in this process, which stops with the block."""
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield listener.getsockname()
    running.should_exit = True
    thread.join(20)


@pytest.fixture
def impatient(monkeypatch):
    """A server in this process whose patience ends at once, as host and port."""
    monkeypatch.setattr(connection, "REQUEST_SECONDS", 0.4)
    monkeypatch.setattr(connection, "TAKING_SECONDS", 0.4)
    with running_here(server.Server(server.configuration(Settings(), create_app(Settings())))) as address:
        yield address


@contextmanager
def connected(address, receive_buffer=None):
    with socket.socket() as client:
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.settimeout(20)
        client.connect(address)
        yield client


def all_of(client):
    """What arrives until the other side closes."""
    parts = []
    while part := client.recv(65_536):
        parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nhost: x\r\n", b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nx"])
def test_a_request_that_does_not_arrive_ends(impatient, sent):
    with connected(impatient) as client:
        client.sendall(sent)
        told = all_of(client)
        assert told.startswith((b"HTTP/1.1 408 ", b"HTTP/1.1 405 "))


def test_a_request_in_drops_ends_and_others_are_answered_meanwhile(impatient):
    with connected(impatient) as slow:
        stopped = threading.Event()

        def drip():
            for byte in b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 1000:
                if stopped.wait(0.02):
                    return
                try:
                    slow.send(bytes([byte]))
                except OSError:
                    return

        thread = threading.Thread(target=drip)
        thread.start()
        assert get(f"http://127.0.0.1:{impatient[1]}/healthz")[0] == 200
        assert all_of(slow).startswith(b"HTTP/1.1 408 ")
        stopped.set()
        thread.join(10)


def test_all_who_call_meanwhile_are_let_in_before_others_are_answered_again(monkeypatch):
    rounds, let_in = [0], []
    made = connection.Patient.connection_made
    monkeypatch.setattr(connection.Patient, "connection_made", lambda self, transport: let_in.append(rounds[0]) or made(self, transport))

    def count():
        rounds[0] += 1
        asyncio.get_running_loop().call_soon(count)

    async def application(scope, receive, send):
        count()
        time.sleep(0.3)  # as long as the worker is busy, others call
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    application.state = SimpleNamespace(rooms=SimpleNamespace(leave=lambda: None))
    with running_here(server.Server(server.configuration(Settings(), application))) as address, ExitStack() as others:
        first = others.enter_context(connected(address))
        first.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        while not rounds[0]:
            time.sleep(0.01)
        for _ in range(8):
            others.enter_context(connected(address))
        assert first.recv(100).startswith(b"HTTP/1.1 200 ")
        while len(let_in) < 9:
            time.sleep(0.01)
    assert len(set(let_in[1:])) <= 2


def test_headers_without_end_are_refused(impatient):
    with connected(impatient) as client:
        client.sendall(b"GET / HTTP/1.1\r\n" + b"x: " + b"y" * 100_000)
        assert all_of(client).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(("path", "status"), [("/oembed", 404), ("/steps/sharding", 414)])
@pytest.mark.parametrize("size", [10_000, 70_000])
def test_a_huge_address_is_refused_and_not_repeated(impatient, path, status, size):
    with connected(impatient) as client:
        client.sendall(f"GET {path}?url={'walk' * (size // 4)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
        told = all_of(client)
        assert told.startswith(f"HTTP/1.1 {status} ".encode())
        assert b"walkwalk" not in told


def test_an_address_without_end_is_refused(impatient):
    with connected(impatient) as client:
        client.sendall(b"GET /oembed?url=" + b"walk" * 25_000)
        assert all_of(client).startswith(b"HTTP/1.1 404 ")


def test_an_answer_that_is_not_taken_is_let_go(impatient):
    page = get(f"http://127.0.0.1:{impatient[1]}/")[2]
    script = re.search(r'"(/static/[^"]+plotly\.js)"', page)[1]
    size = int(get(f"http://127.0.0.1:{impatient[1]}{script}")[1]["content-length"])
    with connected(impatient, receive_buffer=4096) as client:
        client.sendall(f"GET {script} HTTP/1.1\r\nhost: x\r\n\r\n".encode() * 12)  # more than all buffers hold
        time.sleep(2)
        taken = 0
        with suppress(ConnectionError):
            while part := client.recv(65_536):
                taken += len(part)
    assert 0 < taken < 12 * size


def started(*words):
    """A server with those options, as its process and its port; whoever starts it ends it."""
    process = subprocess.Popen([*SERVE, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return process, int(re.search(r":(\d+)/", process.stdout.readline())[1])


def assert_whole(answer):
    """A 200 with all the bytes that it announces."""
    head, body = answer.split(b"\r\n\r\n", 1)
    assert head.startswith(b"HTTP/1.1 200 ")
    assert len(body) == int(re.search(rb"content-length: (\d+)", head)[1])


def assert_ended(process, port):
    """It ended as it was told to, and nobody listens there any more."""
    assert process.wait(30) in (0, -signal.SIGTERM)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), 1)


@posix
def test_the_end_waits_for_what_is_under_way():
    process, port = started()
    step = STEPS[-1]
    with connected(("127.0.0.1", port)) as client:
        get(f"http://127.0.0.1:{port}/healthz")
        client.sendall(f"GET {step.path}/sweep?over={step.controls[0]} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        get(f"http://127.0.0.1:{port}/healthz")  # answered between two slices of the sweep
        process.send_signal(signal.SIGTERM)
        assert_whole(all_of(client))
    assert_ended(process, port)


@posix
@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_end_hears_out_everyone_who_has_called(workers):
    process, port = started("--workers", workers)
    get(f"http://127.0.0.1:{port}/healthz")
    with ExitStack() as stack:
        silent = stack.enter_context(connected(("127.0.0.1", port)))
        callers = [stack.enter_context(connected(("127.0.0.1", port))) for _ in range(24)]
        for number, caller in enumerate(callers, start=1):
            caller.sendall(f"GET {STEPS[-1].path}/sweep?params={number}B&over=layers HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        process.send_signal(signal.SIGTERM)
        silent.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        for caller in (silent, *callers):
            assert_whole(all_of(caller))
    assert_ended(process, port)


@posix
def test_a_client_that_says_nothing_does_not_hold_up_the_end():
    process, port = started()
    get(f"http://127.0.0.1:{port}/healthz")
    with connected(("127.0.0.1", port)) as client:
        process.send_signal(signal.SIGTERM)
        assert process.wait(server.FAREWELL_SECONDS / 2) in (0, -signal.SIGTERM)
        assert all_of(client) == b""


@posix
def test_a_killed_worker_is_replaced_and_the_others_answer(tmp_path):
    with serving([*SERVE, "--workers", "2"], cwd=ROOT) as address:
        tags = {get(f"{address}/")[1]["etag"] for _ in range(6)}
        assert len(tags) == 1  # whoever answers
        parent = next(pid for pid in children(os.getpid()) if b"--workers" in command_of(pid))
        first = workers(parent)
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        deadline = time.monotonic() + 60
        while len(workers(parent)) < 2 or first[0] in workers(parent):
            assert time.monotonic() < deadline, "the worker was not replaced"
            assert get(f"{address}/healthz")[0] == 200
            time.sleep(0.1)
        assert get(f"{address}/")[0] == 200


def children(pid):
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]


def command_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def workers(parent):
    return [pid for pid in children(parent) if b"spawn_main" in command_of(pid)]
