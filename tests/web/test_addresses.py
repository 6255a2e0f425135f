"""Addresses: by number, under a proxy's path, in links."""

import re

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.steps.catalog import PAGES, STEPS


@pytest.fixture(scope="module")
def under():
    """The application as it is served under /fsdp, by a proxy that strips that path from what it passes on."""
    return TestClient(create_app(Settings(root_path="fsdp/")), follow_redirects=False)


def links(text):
    return re.findall(r'(?:href|src|action|content)="(/[^"]*|http[^"]*)"', text)


@pytest.mark.parametrize(("number", "step"), list(enumerate(STEPS, start=1)))
def test_numbers_lead_to_the_steps_with_the_settings(client, number, step):
    answer = client.get(f"/steps/{number}?params=13B&gpus=8&model=%C3%A9")
    assert answer.status_code == 307
    assert answer.headers["location"] == f"{step.path}?params=13B&gpus=8&model=%C3%A9"


@pytest.mark.parametrize("step", [step for step in PAGES if step.path != "/"], ids=lambda step: step.slug)
def test_a_slash_too_many_leads_to_the_page(client, step):
    assert client.get(f"{step.path}/?gpus=8").headers["location"] == f"{step.path}?gpus=8"


@pytest.mark.parametrize(
    ("asked", "led"),
    [("/steps/", "/"), ("/steps", "/"), ("/about/", "/about"), *((f"/steps/{n}/", step.path) for n, step in enumerate(STEPS, 1))],
)
def test_a_slash_too_many_leads_on_elsewhere_too(client, under, asked, led):
    assert client.get(f"{asked}?gpus=8").headers["location"] == f"{led}?gpus=8"
    assert under.get(f"/fsdp{asked}").headers["location"] == f"/fsdp{led}"


def test_redirects_stay_under_the_root(under):
    assert under.get("/steps/1?gpus=8").headers["location"] == f"/fsdp{STEPS[0].path}?gpus=8"
    assert under.get("/fsdp/steps/1").headers["location"] == f"/fsdp{STEPS[0].path}"


def test_every_link_stays_under_the_root_and_leads_somewhere(under):
    found = {link for step in PAGES for link in links(under.get(f"{step.path}?gpus=8").text)}
    own = {link.replace("http://testserver", "").replace("&amp;", "&") for link in found}
    assert len(own) > 40
    for link in own - {link for link in own if link.startswith("https://")}:  # the sources of the notes are elsewhere
        assert link.startswith("/fsdp/")
        assert under.get(link.removeprefix("/fsdp")).status_code == 200


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_a_proxy_may_keep_the_path(under, step):
    assert under.get(f"/fsdp{step.path}").content == under.get(step.path).content


def test_the_root_without_its_slash_is_the_start(under):
    assert under.get("/fsdp").content == under.get("/fsdp/").content


def test_a_path_that_only_begins_alike_is_another(under):
    assert under.get("/fsdpx/steps/1").status_code == 404


def test_errors_under_the_root_lead_back_into_it(under):
    answer = under.get("/nothing")
    assert answer.status_code == 404
    assert all(link.startswith("/fsdp/") for link in links(answer.text))
    assert under.get("/fsdp/api/v1/nothing").json() == {"detail": "Not Found"}


def test_openapi_names_the_root(under):
    assert under.get("/openapi.json").json()["servers"] == [{"url": "/fsdp"}]


def test_permalinks_begin_where_the_reader_is(client):
    answer = client.get(STEPS[0].path, headers={"host": "example.org:8080"})
    assert f"http://example.org:8080{STEPS[0].path}" in answer.text


def test_permalinks_begin_where_the_site_says():
    site = TestClient(create_app(Settings(public_url="https://example.org/", root_path="/fsdp")))
    assert f"https://example.org/fsdp{STEPS[0].path}" in site.get(STEPS[0].path).text


def test_a_host_that_is_none_is_not_repeated(client):
    answer = client.get(STEPS[0].path, headers={"host": "evil.example/x?y"})
    assert "evil.example" not in answer.text


def test_crawlers_and_icons_find_what_they_ask_for(client):
    assert client.get("/robots.txt").text.startswith("User-agent: *\n")
    assert client.get("/favicon.ico").headers["content-type"].startswith("image/svg+xml")
