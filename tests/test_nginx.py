"""The nginx recipe, run as it stands but for ports, folders and the certificate."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from app.steps.catalog import STEPS
from tests.redis_server import REDIS, Kept
from tests.serving import serving

ROOT = Path(__file__).parent.parent
RECIPE = (ROOT / "docs" / "nginx.conf").read_text()
LIVE = f"{STEPS[0].path}/live"
NGINX, OPENSSL = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin"), shutil.which("openssl")
SERVE = [sys.executable, "-m", "app", "serve", "--port", "0", "--no-browser", "--workers", "2", "--proxy-headers"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed"),
    pytest.mark.skipif(OPENSSL is None, reason="openssl is not installed"),
]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def proxy(tmp_path_factory):
    """The port of an nginx that runs the recipe in front of two workers."""
    folder = tmp_path_factory.mktemp("nginx")
    redis = Kept(folder) if REDIS else None
    env = os.environ | {"FSDP_TRUSTED_PROXIES": "127.0.0.1", "FSDP_REDIS_URL": redis.url if redis else ""}
    with serving(SERVE, cwd=ROOT, env=env) as address:
        port = free_port()
        (folder / "walkthrough.conf").write_text(adapted(folder, address, port))
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user="user root;" if os.geteuid() == 0 else ""))
        certificate(folder)
        subprocess.run([NGINX, "-p", str(folder), "-c", "nginx.conf", "-t"], check=True, capture_output=True)
        process = subprocess.Popen([NGINX, "-p", str(folder), "-c", "nginx.conf"])
        try:
            until_open(port)
            yield port
        finally:
            process.terminate()
            process.wait(20)
            if redis:
                redis.kill()


MAIN = """daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
{user}
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/walkthrough.conf;
}}
"""


def adapted(folder, address, port):
    """The recipe with the ports and folders of this test; each replacement must have something to replace."""
    text = RECIPE
    changes = {
        "127.0.0.1:8000": address.removeprefix("http://"),
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ": f"listen 127.0.0.1:{port} ",
        "/etc/ssl/": f"{folder}/",
        "/var/cache/nginx/": f"{folder}/",
    }
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    return text


def certificate(folder):
    command = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    files = ["-keyout", str(folder / "walkthrough.key"), "-out", str(folder / "walkthrough.pem")]
    subprocess.run([OPENSSL, *command, *files], check=True, capture_output=True)


def until_open(port):
    deadline = time.monotonic() + 20
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < deadline, "nginx did not start"
            time.sleep(0.05)


def trusting():
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # the certificate was made a moment ago
    return context


def get(port, path, **headers):
    """Status, headers and body through the proxy."""
    return ask(port, "GET", path, headers={"Host": "walkthrough.example.org", **headers})


def ask(port, method, path, **options):
    connection = HTTPSConnection("127.0.0.1", port, context=trusting(), timeout=20)
    connection.request(method, path, **options)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def test_it_speaks_http_2(proxy):
    context = trusting()
    context.set_alpn_protocols(["h2", "http/1.1"])
    with socket.create_connection(("127.0.0.1", proxy)) as plain, context.wrap_socket(plain) as secure:
        assert secure.selected_alpn_protocol() == "h2"


def test_permalinks_have_the_readers_scheme_and_host(proxy):
    _, _, body = get(proxy, STEPS[0].path, **{"X-Forwarded-Host": "evil.example"})
    assert f"https://walkthrough.example.org{STEPS[0].path}".encode() in body
    assert b"evil.example" not in body


def test_data_is_kept_once_for_all_spellings(proxy):
    status, headers, _ = get(proxy, f"{LIVE}?params=7e9&gpus=6")
    assert (status, headers["location"]) == (308, f"{LIVE}?params=7B&gpus=6")
    first = get(proxy, headers["location"])
    again = get(proxy, headers["location"])
    assert (first[0], again[0], again[1]["x-cache"]) == (200, 200, "HIT")
    assert first[2] == again[2]
    assert get(proxy, f"{LIVE}?params=7e9&gpus=6")[1]["x-cache"] == "HIT"  # the redirect is kept too


def test_encodings_are_kept_apart(proxy):
    path = f"{LIVE}?gpus=12"
    packed, plain = get(proxy, path, **{"Accept-Encoding": "gzip"}), get(proxy, path)
    assert (packed[1]["content-encoding"], plain[1]["content-encoding"]) == ("gzip", None)
    assert plain[2].startswith(b"{")


def test_what_is_known_is_not_sent_again(proxy):
    for path in (STEPS[0].path, LIVE, re.search(rb'"(/static/[^"]+\.js)"', get(proxy, "/")[2])[1].decode()):
        tag = get(proxy, path)[1]["etag"]
        assert get(proxy, path, **{"If-None-Match": tag})[0] == 304


def test_limits_and_headers_pass_through(proxy):
    assert get(proxy, f"/?{'x' * 5000}")[0] == 414
    assert get(proxy, "/metrics")[0] == 404
    assert "content-security-policy" in get(proxy, "/")[1]


def test_pages_are_asked_for_each_time(proxy):
    assert "x-cache" not in get(proxy, STEPS[1].path)[1]


@pytest.mark.skipif(REDIS is None, reason="redis-server is not installed")
def test_a_rooms_events_come_as_they_happen(proxy):
    room = json.loads(ask(proxy, "POST", "/rooms")[2])
    connection = HTTPSConnection("127.0.0.1", proxy, context=trusting(), timeout=20)
    connection.request("GET", f"/rooms/{room['code']}/events")
    stream = connection.getresponse()
    assert state_of(stream)["address"] == "/"
    told = {"body": json.dumps({"address": "/summary"}), "headers": {"Authorization": f"Bearer {room['secret']}"}}
    assert ask(proxy, "PUT", f"/rooms/{room['code']}/state", **told)[0] == 204
    while (state := state_of(stream))["address"] != "/summary":
        assert state["address"] == "/"
    assert ask(proxy, "DELETE", f"/rooms/{room['code']}", headers=told["headers"])[0] == 204
    connection.close()
    assert {ask(proxy, "POST", "/rooms")[0] for _ in range(7)} == {201, 429}  # of one address, so many in a minute
    assert get(proxy, "/rooms")[0] == 200


def state_of(stream):
    """The next state of a stream of events."""
    while not (line := stream.readline()).startswith(b"data: "):
        assert line
    return json.loads(line[6:])
