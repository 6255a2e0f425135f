"""Scheme and host as a proxy tells them, from proxies that are trusted."""

import pytest
from pydantic import ValidationError
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings

TOLD = {"x-forwarded-proto": "https", "x-forwarded-host": "walk.example.org", "x-forwarded-for": "203.0.113.9"}


def home(peer="10.1.2.3", headers=TOLD, **settings):
    """The address of the site as its own page gives it."""
    text = TestClient(create_app(Settings(**settings)), client=(peer, 1)).get("/about", headers=headers).text
    return "https://walk.example.org/" in text


def test_nobody_is_believed_by_default():
    assert not home()


@pytest.mark.parametrize(
    ("trusted", "believed"), [("*", True), ("10.0.0.0/8", True), ("127.0.0.1, 10.1.2.3", True), ("10.2.0.0/16", False)]
)
def test_trusted_proxies_are_believed(trusted, believed):
    assert home(proxy_headers=True, trusted_proxies=trusted) is believed


def test_a_proxy_over_ipv6_and_one_without_address():
    assert home("fd00::1", proxy_headers=True, trusted_proxies="fd00::/8")
    assert not home("testclient", proxy_headers=True, trusted_proxies="fd00::/8")


def test_of_several_hosts_the_first_counts():
    assert home(headers={**TOLD, "x-forwarded-host": "walk.example.org, inner.example"}, proxy_headers=True)


@pytest.mark.parametrize("wrong", [{"x-forwarded-host": "evil.example/x?"}, {"x-forwarded-proto": "javascript"}])
def test_what_is_no_host_or_scheme_does_not_count(wrong):
    assert not home(headers={**TOLD, **wrong}, proxy_headers=True)


def test_a_list_that_cannot_be_read_is_refused():
    with pytest.raises(ValidationError):
        Settings(trusted_proxies="the proxy")
