"""What a balancer asks."""

import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.steps.catalog import PAGES, STEPS
from app.web import assets
from app.web.plotly import full_bundle, plotly_bundle, version

THUMB = f"thumbs/{STEPS[0].slug}.svg"


def test_alive(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert answer.headers["cache-control"] == "no-store"


def test_ready_says_pages_and_script(client):
    told = client.get("/readyz").json()
    assert told["status"] == "ready"
    assert told["pages"] == [step.slug for step in PAGES]
    assert told["plotly"] == {"bundle": plotly_bundle().name, "version": version(plotly_bundle())}


@pytest.mark.parametrize(
    ("file", "served"),
    [("js/start.js", ["site.js"]), ("css/tokens.css", ["site.css", "embed.css"]), ("icon.svg", ["icon.svg"]), (THUMB, [THUMB])],
)
def test_not_ready_once_a_static_file_is_lost(tmp_path, monkeypatch, file, served):
    shutil.copytree(assets.folder("static"), tmp_path / "static")
    shutil.copytree(assets.folder("templates"), tmp_path / "templates")
    monkeypatch.setattr(assets, "PACKAGE", tmp_path)
    client = TestClient(create_app(Settings(_env_file=None)))
    assert client.get("/readyz").json()["missing"] == []
    (tmp_path / "static" / file).unlink()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "not ready")
    assert answer.json()["missing"] == served
    assert client.get("/healthz").status_code == 200


def test_not_ready_once_the_script_of_the_figures_is_lost(tmp_path, monkeypatch):
    bundle = shutil.copy(plotly_bundle(), tmp_path / "plotly.js")
    monkeypatch.setattr(assets, "plotly_bundle", lambda: Path(bundle))
    client = TestClient(create_app(Settings(_env_file=None)))
    Path(bundle).unlink()
    told = client.get("/readyz")
    assert (told.status_code, told.json()["plotly"]["version"], told.json()["missing"]) == (503, None, ["plotly.js"])


def test_both_bundles_are_of_one_version():
    assert version(plotly_bundle()) == version(full_bundle())
