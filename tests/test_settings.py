"""What an installation is told is checked at the start, and refused in words."""

import pytest
from pydantic import ValidationError
from starlette.testclient import TestClient

from app.__main__ import main
from app.main import create_app
from app.settings import Settings
from app.steps.catalog import STEPS


@pytest.mark.parametrize(
    ("written", "meant"),
    [("", ""), ("/", ""), ("fsdp", "/fsdp"), ("/fsdp/", "/fsdp"), ("/a/b-c", "/a/b-c"), ("/..a/b.", "/..a/b.")],
)
def test_a_root_path_begins_with_a_slash_and_ends_without(written, meant):
    assert Settings(root_path=written).root_path == meant


@pytest.mark.parametrize("written", ["//", "a b", "/a b", "?x", "..", "/a/../b", ".", "/a//b", "a#b", "%2e", "/é", "https://x", "/a\n"])
def test_an_odd_root_path_is_refused(written):
    with pytest.raises(ValidationError, match="Write it like /fsdp"):
        Settings(root_path=written)


@pytest.mark.parametrize(
    ("written", "root_path", "meant"),
    [
        ("", "", ""),
        ("https://example.org", "", "https://example.org"),
        ("https://example.org/", "/fsdp", "https://example.org"),
        ("https://example.org/fsdp", "/fsdp", "https://example.org"),
        ("https://example.org/fsdp/", "fsdp/", "https://example.org"),
        ("HTTP://Example.org:8080", "", "http://example.org:8080"),
        ("http://[::1]:8000/", "", "http://[::1]:8000"),
    ],
)
def test_a_public_address_may_name_the_root_path_or_leave_it_out(written, root_path, meant):
    settings = Settings(public_url=written, root_path=root_path)
    assert settings.public_url == meant
    page = TestClient(create_app(settings)).get(STEPS[0].path).text
    assert f'href="{meant or "http://testserver"}{settings.root_path}{STEPS[0].path}?' in page
    assert f'<body data-root="{settings.root_path}" data-origin="{meant}"' in page


@pytest.mark.parametrize(
    "written",
    ["example.org", "//example.org", "ftp://example.org", "https://", "https://a b", "https://example.org/?x=1", "https://example.org/#x"]
    + ["https://me@example.org", "https://example.org /", "javascript:alert(1)", "https://example.org\n"],
)
def test_a_public_address_that_is_none_is_refused(written):
    with pytest.raises(ValidationError, match="Write http:// or https:// and the host"):
        Settings(public_url=written)


@pytest.mark.parametrize(("path", "root_path"), [("/course", ""), ("/course", "/fsdp"), ("/fsdp/more", "/fsdp")])
def test_a_public_address_under_another_path_is_refused(path, root_path):
    with pytest.raises(ValidationError, match=f"set FSDP_ROOT_PATH={path}"):
        Settings(public_url=f"https://example.org{path}", root_path=root_path)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [("FSDP_PUBLIC_URL", "example.org", "Write http:// or https://"), ("FSDP_ROOT_PATH", "//", "Write it like /fsdp")],
)
def test_the_command_names_the_setting_and_says_what_to_write(monkeypatch, name, text, words):
    monkeypatch.setenv(name, text)
    monkeypatch.setattr("app.__main__.run", lambda *_: pytest.fail("it was accepted"))
    with pytest.raises(SystemExit) as ended:
        main(["--port", "0"])
    assert str(ended.value).startswith(f"{name}: “{text}” cannot be used. {words}")
    assert "Value error" not in str(ended.value)
    assert ended.value.code != 0


@pytest.mark.parametrize("path", ["/about", "/nothing"])
def test_pages_without_scripts_of_their_own_say_where_they_lie_too(path):
    page = TestClient(create_app(Settings(root_path="/fsdp", public_url="https://example.org"))).get(path).text
    assert '<body data-root="/fsdp" data-origin="https://example.org"' in page


def test_a_redis_is_named_by_its_address_and_needs_its_package(monkeypatch):
    for address in ("redis://localhost:6379", "rediss://:secret@cache.example:6380/1", "unix:///run/redis.sock"):
        assert Settings(redis_url=address).redis_url == address
    with pytest.raises(ValidationError, match="Write it like redis://localhost:6379"):
        Settings(redis_url="localhost:6379")
    monkeypatch.setattr("app.settings.find_spec", lambda name: None)
    with pytest.raises(ValidationError, match="extra `classroom`"):
        Settings(redis_url="redis://localhost:6379")
