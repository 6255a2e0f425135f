"""What a balancer asks."""

from app.steps.catalog import PAGES
from app.web.plotly import full_bundle, plotly_bundle, version


def test_alive(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert answer.headers["cache-control"] == "no-store"


def test_ready_says_pages_and_script(client):
    told = client.get("/readyz").json()
    assert told["status"] == "ready"
    assert told["pages"] == [step.slug for step in PAGES]
    assert told["plotly"] == {"bundle": plotly_bundle().name, "version": version(plotly_bundle())}


def test_both_bundles_are_of_one_version():
    assert version(plotly_bundle()) == version(full_bundle())
