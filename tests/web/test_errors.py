"""What goes wrong is told in words, with a way on, and never with a traceback."""

import dataclasses

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.steps import catalog
from app.steps.catalog import STEPS
from app.web import live, pages


@pytest.fixture
def broken(monkeypatch):
    """The application with a first step that fails."""

    def fail(scenario):
        raise ZeroDivisionError("the secret of the fault")

    step = dataclasses.replace(STEPS[0], readouts=fail)
    for module in (catalog, pages, live):
        monkeypatch.setattr(module, "PAGES", (step, *catalog.PAGES[1:]))
    return TestClient(create_app(Settings()))


def test_an_unknown_step_offers_the_way_on(client):
    answer = client.get("/steps/nothing?gpus=8&theme=dark")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    for step in STEPS:
        assert step.path in answer.text
    assert "gpus=8" in answer.text
    assert 'data-theme="dark"' in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_only_reading_is_answered(client, method):
    answer = client.request(method, STEPS[0].path)
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("path", ["/api/v1/memory", "/api/v1/catalog", "/openapi.json", STEPS[0].path, f"{STEPS[0].path}/live", "/healthz"])
def test_the_methods_allowed_are_those_that_are_answered(client, path):
    allowed = client.post(path).headers["allow"]
    assert sorted(allowed.split(", ")) == ["GET", "HEAD"]
    assert client.head(path).status_code == 200


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/", "/steps/nothing/live", "/steps/nothing/sweep"])
def test_programs_are_told_in_json(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json() == {"detail": "Not Found"}
    assert answer.headers["access-control-allow-origin"] == "*"


def test_a_fault_is_a_page_without_traceback(broken, caplog):
    answer = broken.get(STEPS[0].path)
    assert answer.status_code == 500
    assert "<h1>" in answer.text
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert "the secret of the fault" in caplog.text


def test_a_fault_is_json_for_programs(broken):
    answer = broken.get(f"{STEPS[0].path}/live")
    assert answer.status_code == 500
    assert answer.json() == {"detail": "Something went wrong on our side"}


def test_a_fault_leaves_with_the_headers_of_every_answer(broken, client):
    faulty, usual = broken.get(STEPS[0].path).headers, client.get(STEPS[1].path).headers
    for name in ("content-security-policy", "x-content-type-options", "referrer-policy", "permissions-policy", "vary"):
        assert faulty[name] == usual[name]
    assert faulty["cache-control"] == "no-store"


def test_a_fault_of_the_fault_page_is_still_an_answer(broken, monkeypatch):
    def fail(*_):
        raise RuntimeError("no template either")

    monkeypatch.setattr("app.web.errors.read_view", fail)
    answer = broken.get(STEPS[0].path)
    assert (answer.status_code, answer.text) == (500, "Something went wrong on our side.")
    assert "content-security-policy" in answer.headers


def test_other_pages_go_on_after_a_fault(broken):
    broken.get(STEPS[0].path)
    assert broken.get(STEPS[1].path).status_code == 200
