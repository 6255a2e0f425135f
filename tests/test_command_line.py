"""`python -m app`: what it starts, and what it says when it cannot."""

import os
import queue
import socket
import sys
import webbrowser

import pytest
import uvicorn
from starlette.testclient import TestClient
from uvicorn.supervisors import Multiprocess

from app.__main__ import main
from app.settings import Settings
from app.web.assets import Assets


@pytest.fixture
def started(monkeypatch):
    """What would be served and opened, without either."""
    seen = {"opened": queue.Queue()}

    def run(server, sockets):
        seen["config"], seen["port"] = server.config, sockets[0].getsockname()[1]
        sockets[0].close()

    monkeypatch.setattr(uvicorn.Server, "run", run)
    monkeypatch.setattr(webbrowser, "open", seen["opened"].put)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    return seen


@pytest.mark.parametrize("words", [["--port", "0"], ["serve", "--port", "0"]])
def test_it_prints_the_address_and_opens_the_start_page(started, capsys, words):
    main(words)
    address = f"http://127.0.0.1:{started['port']}/"
    assert address in capsys.readouterr().out
    assert started["opened"].get(timeout=10) == address


def test_it_opens_nothing_when_told_not_to(started):
    main(["--port", "0", "--no-browser"])
    assert started["opened"].empty()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
def test_it_opens_nothing_without_a_screen(started, monkeypatch):
    monkeypatch.delenv("DISPLAY")
    main(["--port", "0"])
    assert started["opened"].empty()


def test_the_root_path_is_part_of_the_address(started, capsys):
    main(["--port", "0", "--root-path", "fsdp/", "--host", "0.0.0.0"])
    assert f"http://localhost:{started['port']}/fsdp/" in capsys.readouterr().out


def test_no_reader_is_written_down(started):
    main(["--port", "0"])
    assert started["config"].access_log is False


def test_forwarded_headers_are_believed_only_when_told_to(started):
    def scheme():
        app = TestClient(started["config"].app)
        return app.get("/about", headers={"x-forwarded-proto": "https"}).text.count("https://testserver/")

    main(["--port", "0"])
    assert scheme() == 0
    main(["--port", "0", "--proxy-headers"])
    assert scheme() > 0


def test_several_workers_read_the_same_settings(started, monkeypatch):
    monkeypatch.setattr(Multiprocess, "__init__", lambda _, config, sockets: started.update(config=config, sockets=sockets))
    monkeypatch.setattr(Multiprocess, "run", lambda _: None)
    monkeypatch.setattr(os, "environ", os.environ.copy())
    main(["--port", "0", "--workers", "3", "--root-path", "fsdp", "--proxy-headers"])
    assert (started["config"].workers, started["config"].app) == (3, "app.main:create_app")
    assert (Settings().root_path, Settings().proxy_headers, Settings().workers) == ("/fsdp", True, 3)
    started["sockets"][0].close()


def test_a_taken_port_is_said_plainly_and_another_proposed_whatever_the_command_was():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit) as ended:
            main(["--port", str(port)])
    assert "Something listens there already" in str(ended.value)
    assert f"Add --port {port + 1 if port < 65_535 else 65_534} to the command you started it with." in str(ended.value)
    assert "python" not in str(ended.value)  # the one that starts scripts/start.py has no packages of ours


@pytest.mark.parametrize("words", [["--port", "99999"], ["--host", "no.such.host.invalid"]])
def test_an_impossible_address_is_said_plainly(words):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert str(ended.value).startswith("Cannot listen on ")


def test_a_wrong_setting_is_said_plainly(monkeypatch):
    monkeypatch.setenv("FSDP_PORT", "many")
    with pytest.raises(SystemExit) as ended:
        main([])
    assert str(ended.value).startswith("FSDP_PORT: ")


def test_assets_are_compressed_into_a_folder(tmp_path, capsys):
    main(["assets", "--out", str(tmp_path / "compressed")])
    made = list((tmp_path / "compressed").iterdir())
    assert made
    assert Assets(tmp_path / "compressed").compress_all() >= len(made)
    assert str(tmp_path) in capsys.readouterr().out


@pytest.mark.parametrize("under", [(), ("folder",)])
def test_a_folder_that_cannot_be_written_is_said_and_fails(tmp_path, under):
    file = tmp_path / "file"
    file.write_text("not a folder")
    with pytest.raises(SystemExit) as ended:
        main(["assets", "--out", str(file.joinpath(*under))])
    assert str(ended.value).startswith(f"The compressed files cannot be written to {file}")
    assert file.read_text() == "not a folder"


def test_fetching_without_npm_is_said_plainly(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit) as ended:
        main(["fetch-plotly"])
    assert "npm is not installed" in str(ended.value)
