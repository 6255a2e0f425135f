"""A server in this process or in one of its own, for the tests that ask one over the network."""

import contextlib
import re
import socket
import subprocess
import threading
import time
import urllib.request

import uvicorn

from app.main import create_app
from app.steps.catalog import PAGES


@contextlib.contextmanager
def serving(command, **options):
    """The address that a command prints once it serves; the process ends with the block."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"no address in {line!r}"
        yield found[0].rstrip("/")
    finally:
        process.terminate()
        process.wait(20)


@contextlib.contextmanager
def serving_here(settings):
    """The address of the whole application, running on a free port in this process."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    running = uvicorn.Server(uvicorn.Config(create_app(settings), host="127.0.0.1", port=port, log_level="warning"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not running.started:
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}{settings.root_path}"
    running.should_exit = True
    thread.join(10)


def get(address):
    """Status, headers and body of one address."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        return answer.status, answer.headers, answer.read().decode()


def check_every_page(address):
    """Every page is there, complete, and so is every file it names."""
    files = set()
    for step in PAGES:
        status, _, body = get(f"{address}{step.path}")
        assert status == 200
        assert step.title in body or step.path == "/"
        files |= set(re.findall(r'(?:src|href|data-plotly)="(/static/[^"]+)"', body))
    assert any(name.endswith("plotly.js") for name in files)
    for name in files:
        assert get(f"{address}{name}")[0] == 200
