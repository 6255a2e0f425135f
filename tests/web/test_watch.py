"""What is written down and counted about requests, and what is not."""

import json
import logging

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.steps.catalog import STEPS

PATH = STEPS[0].path


@pytest.fixture
def lines(capsys):
    """What is logged, as JSON documents; afterwards nothing is logged as before."""
    root, own = logging.getLogger(), logging.getLogger("app.web.watch")
    before, level = root.handlers, own.level
    yield lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    root.handlers = before
    own.setLevel(level)


def test_nothing_is_logged_by_default(capsys):
    TestClient(create_app(Settings())).get(f"{PATH}?params=13B")
    assert capsys.readouterr().err == ""


def test_nothing_is_traced_even_where_the_machine_collects_traces(monkeypatch):
    asked = []
    for what in ("trace.get_tracer_provider", "metrics.get_meter_provider", "_logs.get_logger_provider"):
        monkeypatch.setattr(f"opentelemetry.{what}", lambda: asked.append(1))
    assert TestClient(create_app(Settings())).get(PATH).status_code == 200
    assert asked == []


def test_each_request_is_one_line_without_reader_and_query(lines):
    client = TestClient(create_app(Settings(log_requests=True)), client=("198.51.100.7", 1234))
    client.get(
        f"{PATH}?params=13B", headers={"user-agent": "Some Browser", "x-forwarded-for": "203.0.113.9", "referer": "https://a.example"}
    )
    client.get("/nothing%0A{")
    told = lines()
    assert [(line["method"], line["path"], line["status"]) for line in told] == [("GET", PATH, 200), ("GET", "/nothing\n{", 404)]
    for line in told:
        assert set(line) == {"time", "level", "event", "method", "path", "status", "bytes", "milliseconds"}
        assert line["bytes"] > 0
    for secret in ("198.51.100.7", "203.0.113.9", "Some Browser", "13B", "a.example"):
        assert secret not in json.dumps(told)


def test_no_seat_of_a_room_is_logged(lines):
    client = TestClient(create_app(Settings(log_requests=True)))
    code = client.post("/rooms").json()["code"]
    client.put(f"/rooms/{code}/guesses/seat-12345678", json={"value": 1})
    assert [line["path"] for line in lines() if line["event"] == "answered"] == ["/rooms", f"/rooms/{code}/guesses/…"]


def test_a_fault_is_one_line_with_its_traceback(lines, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("the fault")

    monkeypatch.setattr("app.web.pages.render_page", fail)
    TestClient(create_app(Settings(log_requests=True))).get(PATH)
    fault, answered = lines()
    assert (fault["level"], answered["status"]) == ("error", 500)
    assert "ZeroDivisionError: the fault" in fault["fault"]


def test_a_long_path_is_cut(lines):
    TestClient(create_app(Settings(log_requests=True))).get(f"/{'x' * 1000}")
    assert len(lines()[0]["path"]) == 200


def test_metrics_count_answers_by_page_and_status():
    client = TestClient(create_app(Settings(metrics=True)))
    for path in (PATH, PATH, f"{PATH}?gpus=8", "/api/v1/memory?gpus=0", "/nothing", "/elsewhere", "/static/0/icon.svg"):
        client.get(path)
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    for line in (
        f'walkthrough_answers_total{{path="{PATH}",status="200"}} 3.0',
        'walkthrough_answers_total{path="/api/v1/memory",status="422"} 1.0',
        'walkthrough_answers_total{path="other",status="404"} 2.0',
        'walkthrough_answers_total{path="/static",status="200"} 1.0',
        f'walkthrough_answer_seconds_count{{path="{PATH}"}} 3.0',
    ):
        assert line in answer.text.splitlines()


def test_metrics_are_off_by_default(client):
    assert client.get("/metrics").status_code == 404
