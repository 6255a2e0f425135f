"""What browser.py measures, and how each is started: ours, a floor and Plotly alone as plain files, and other tools.

The floor is an SVG written by hand. Each other tool has an environment of its own under build/peers, made once.
"""

import contextlib
import http.server
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.web.assets import compress
from app.web.plotly import plotly_bundle

ROOT = Path(__file__).resolve().parent.parent
PEERS = Path(__file__).resolve().parent / "peers"


@dataclass(frozen=True)
class Subject:
    """One thing that is measured: how it is started, and where its figure and its slider are."""

    name: str
    command: tuple[str, ...]  # {port} is filled in; empty for the files of peers/
    path: str = "/"
    figure: str = "#figure"
    bars: str = ".bar, .bars .point path"
    slider: str = "input[type=range]"
    packages: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()


SERVE = (sys.executable, "-m", "app", "serve", "--no-browser", "--port", "{port}")
OURS = tuple(
    Subject(f"ours, {name}", SERVE, f"/steps/{path}", f"#{figure} [data-plot]", "[data-kind=bar]", f"[data-control={control}] [data-range]")
    for name, path, figure, control in (
        ("data-parallel", "data-parallel", "dp-copies", "params"),
        ("the same at N = 65,536", "data-parallel?gpus=65536", "dp-copies", "params"),
        ("parameter-bytes", "parameter-bytes", "theta-against-gpu", "params"),
        ("sharding", "sharding", "sharded-slices", "gpus"),
        ("all-gather", "all-gather", "training-step", "moment"),
        ("limits", "limits", "one-gpu", "gpus"),
    )
)
FILES = (Subject("SVG by hand, the floor", (), "/floor.html"), Subject("Plotly alone", (), "/plotly.html"))
PLOTLY = {"figure": ".js-plotly-plot, #figure", "bars": ".bars .point path", "slider": "[role=slider], input[type=range]"}
OTHERS = (
    Subject("Dash, client side", ("python", "dash_app.py", "{port}"), packages=("dash",), environment=(("CLIENTSIDE", "1"),), **PLOTLY),
    Subject("Dash", ("python", "dash_app.py", "{port}"), packages=("dash",), **PLOTLY),
    Subject("Panel", ("panel", "serve", "panel_app.py", "--port", "{port}"), "/panel_app", packages=("panel", "plotly"), **PLOTLY),
    Subject("Gradio", ("python", "gradio_app.py", "{port}"), packages=("gradio", "plotly"), **PLOTLY),
    Subject("Streamlit", ("streamlit", "run", "streamlit_app.py", "--server.port", "{port}", "--server.headless", "true",
                          "--browser.gatherUsageStats", "false"), packages=("streamlit", "plotly"), **PLOTLY),
)  # fmt: skip


@contextlib.contextmanager
def running(subject: Subject):
    """The address at which a subject answers while the block runs."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    if not subject.command:
        with files(port):
            yield f"http://127.0.0.1:{port}"
        return
    command = [part.format(port=port) for part in subject.command]
    if subject.packages:
        command[0] = str(environment(subject.packages) / command[0])
    where = PEERS if subject.packages else ROOT
    process = subprocess.Popen(
        command, cwd=where, env=os.environ | dict(subject.environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        answering(f"http://127.0.0.1:{port}{subject.path}")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(15)


def answering(address: str) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).read()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


@contextlib.contextmanager
def files(port: int):
    """The files of peers/ and Plotly's script, as plain static files; the script compressed as ours is."""
    with tempfile.TemporaryDirectory() as folder:
        for page in PEERS.glob("*.html"):
            shutil.copy(page, folder)
        (Path(folder) / "plotly.js").write_bytes(compress(plotly_bundle().read_bytes(), "br", thorough=True))

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def end_headers(self) -> None:
                if self.path.endswith(".js"):
                    self.send_header("Content-Encoding", "br")
                super().end_headers()

        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()


def environment(packages: tuple[str, ...]) -> Path:
    """The bin folder of an environment that holds these packages, made once."""
    place = ROOT / "build" / "peers" / packages[0]
    if not (place / "done").exists():
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        subprocess.run([place / "bin" / "python", "-m", "pip", "install", "-q", *packages], check=True)
        (place / "done").touch()
    return place / "bin"
