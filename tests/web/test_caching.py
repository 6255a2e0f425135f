"""Answers can be kept and asked for again cheaply."""

import gzip
import re

import brotli
import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.steps.catalog import PAGES, STEPS
from app.web.assets import JOINED, Assets, folder

PATHS = [*(step.path for step in PAGES), f"{STEPS[0].path}/live", "/api/v1/memory", "/api/v1/catalog", "/robots.txt"]


@pytest.mark.parametrize("path", PATHS)
def test_what_is_known_is_not_sent_again(client, path):
    first = client.get(path)
    again = client.get(path, headers={"if-none-match": f'"other", {first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    for name in ("etag", "cache-control", "vary"):
        assert again.headers[name] == first.headers[name]
    assert client.get(path, headers={"if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_whoever_has_any_answer_needs_no_other(client, path):
    assert client.get(path, headers={"if-none-match": "*"}).status_code == 304


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/memory?gpus=0", 422),
        (f"{STEPS[0].path}/live?gpus=none", 422),
        (f"{STEPS[0].path}/sweep?over=nothing", 422),
        ("/self-check/answer?question=nothing", 422),
        (f"/figures/{STEPS[0].slug}/{next(iter(STEPS[0].figures))}.svg?width=1", 422),
        (f"{STEPS[0].path}/live?params=7e9", 308),
        ("/steps/1", 307),
        ("/nothing", 404),
    ],
)
def test_what_is_no_answer_is_told_even_to_those_who_have_any(path, status):
    plain = TestClient(create_app(Settings(_env_file=None)), follow_redirects=False)
    assert plain.get(path, headers={"if-none-match": "*"}).status_code == status


@pytest.mark.parametrize("path", [path for path in PATHS if path not in ("/api/v1/catalog", "/robots.txt")])
def test_another_run_has_another_tag(client, path):
    assert client.get(f"{path}?params=13B").headers["etag"] != client.get(path).headers["etag"]


@pytest.mark.parametrize("path", PATHS)
def test_head_answers_as_get_does(client, path):
    got, asked = client.get(path), client.head(path)
    assert asked.status_code == got.status_code
    assert asked.headers["etag"] == got.headers["etag"]
    assert asked.headers["content-type"] == got.headers["content-type"]


def test_pages_are_asked_for_again_and_data_is_kept(client):
    assert client.get(STEPS[0].path).headers["cache-control"] == "no-cache"
    assert client.get(f"{STEPS[0].path}/live").headers["cache-control"].startswith("public, max-age=")


def test_pages_are_compressed(client):
    assert client.get(STEPS[0].path, headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    ("accepted", "encoding"), [("gzip, br", "br"), ("gzip", "gzip"), ("identity", ""), ("br;q=0, gzip;q=0.5", "gzip"), ("", "")]
)
def test_static_files_come_in_the_best_encoding(client, accepted, encoding):
    answer = client.get(Assets().path("site.css"), headers={"accept-encoding": accepted})
    assert answer.headers.get("content-encoding", "") == encoding
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["content-type"].startswith("text/css")


def test_an_old_fingerprint_still_answers_but_is_not_kept(client):
    answer = client.get("/static/0123456789abcdef/site.css")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


def test_compression_keeps_every_byte(tmp_path):
    assets = Assets(tmp_path)
    raw = assets.content("site.js")
    assert brotli.decompress(assets.content("site.js", "br")) == raw
    assert gzip.decompress(assets.content("site.js", "gzip")) == raw
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert brotli.decompress(Assets(blocked / "cache").content("icon.svg", "br")) == Assets().content("icon.svg")


def test_a_page_brings_its_sheet_and_loads_one_script_and_they_hold_all_of_ours(client):
    page = client.get("/steps/limits").text
    assert 'rel="stylesheet"' not in page
    sheets = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    scripts = re.findall(r'<script [^>]*src="([^"]+)"', page)
    assert len(sheets) == len(scripts) == 1
    root = folder("static").parent
    sources = "".join(path.read_text() for pattern in ("templates/**/*.html", "app/**/*.py") for path in root.glob(pattern))
    elsewhere = {f"js/{part}.js" for name, parts in JOINED.items() if name != "site.js" for part in parts} - {
        f"js/{part}.js" for part in JOINED["site.js"]
    }
    for joined, kind in ((sheets[0], "css"), (client.get(scripts[0]).text, "js")):
        files = {path.relative_to(folder("static")).as_posix(): path for path in (folder("static") / kind).rglob(f"*.{kind}")}
        parts = [path for name, path in files.items() if name not in elsewhere and path.name not in sources]  # named: on its own
        assert parts
        for part in parts:
            assert part.read_text() in joined, part.name
    assert joined.rstrip().endswith((folder("static") / "js" / "start.js").read_text().rstrip())
