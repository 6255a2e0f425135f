"""A copy is whole: every address in it leads to one of its files, and the same export gives the same bytes."""

import argparse
import hashlib
import posixpath
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

import html5lib
import pytest

from app.__main__ import main
from app.export.command import add_export
from app.export.site import WORKER, file_of, other_pages, page_files
from app.steps.catalog import PAGES
from app.steps.four_per_parameter import STEP as FOUR
from app.steps.sharding import STEP as SHARDING
from app.steps.start import STEP as START
from app.web.assets import Assets
from app.web.embed import embed_path
from tests.exported import make_copy

DOCUMENT = (Path(__file__).parent.parent.parent / "docs" / "export.md").read_text()
LINK = re.compile(r'\b(?:href|src|action|data-carry|data-plotly)="([^"]*)"')


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return make_copy(tmp_path_factory.mktemp("copy"), (START, FOUR))


@pytest.fixture(scope="module")
def pages(copy):
    return sorted(copy.rglob("*.html"))


def test_every_address_leads_to_a_file_of_the_copy(copy, pages):
    assert {page.relative_to(copy).as_posix() for page in pages} == {
        file_of(path) for path in ("/", FOUR.path, "/embed/start", embed_path(FOUR), *other_pages(),
                               "/embed/start/whole-idea", *(f"{embed_path(FOUR)}/{name}" for name in FOUR.figures))
    }  # fmt: skip
    for page in pages:
        for address in LINK.findall(page.read_text()):
            scheme, _, target, *_ = urlsplit(urldefrag(address).url)
            assert scheme or not target or (page.parent / target).is_file(), (page, address)
            assert not target.startswith("/") or scheme, (page, address)


def test_pages_name_no_other_site_and_nothing_that_only_a_server_has(pages):
    for page in pages:
        assert "walkthrough.invalid" not in page.read_text()
        assert "data-served" not in page.read_text()


def test_nothing_lies_in_it_that_no_page_names(copy, pages):
    words = "".join(page.read_text() for page in pages)
    assert [path.name for path in (copy / "static").rglob("*") if path.is_file() and path.relative_to(copy).as_posix() not in words] == []
    assert not any(each.name.startswith(("room", "projector", "presenter")) for each in copy.rglob("*"))


def test_every_page_finds_all_it_needs_in_a_whole_copy():
    assets = Assets()
    files = dict(page_files(assets, PAGES, "", live=True))
    names = {*files, WORKER, *(f"static/{name}" for name in assets.names), *(f"copy/{step.slug}/index.js" for step in PAGES)}
    for page, content in files.items():
        for address in LINK.findall(content.decode()):
            scheme, _, target, _, part = urlsplit(address)
            file = posixpath.normpath(posixpath.join(posixpath.dirname(page), target)) if target else page
            assert scheme or file in names, (page, address)
            assert scheme or not part or f'id="{part}"' in files[file].decode(), (page, address)
        html5lib.HTMLParser(strict=True).parse(content.decode())


def test_a_home_is_named_in_citations_and_permalinks():
    files = {name: content.decode() for name, content in page_files(Assets(), (SHARDING,), "https://example.edu/fsdp", live=False)}
    assert not any("walkthrough.invalid" in content for content in files.values())
    assert "2026. https://example.edu/fsdp/" in files["about.html"]
    assert 'href="https://example.edu/fsdp/summary"' in files["about.html"]  # a page that this copy is without
    assert '<link rel="canonical" href="https://example.edu/fsdp/steps/sharding?' in files["steps/sharding.html"]


def test_the_same_export_gives_the_same_bytes(copy, tmp_path):
    command = [
        sys.executable,
        "-m",
        "app",
        "export",
        "--out",
        str(tmp_path),
        "--models",
        "gpt3-175b",
        "--gpus",
        "none",
        "--pages",
        FOUR.slug,
    ]
    told = subprocess.run(command, check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": "7"}).stdout
    assert f"copy/{FOUR.slug}/gpt3-175b-GiB.js" in told  # how far it is
    assert digests(tmp_path) == digests(copy)


def digests(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()
    }


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--models", "gpt5"], "--models knows no gpt5"),
        (["--gpus", "abacus"], "--gpus knows no abacus"),
        (["--pages", "step-9"], "--pages knows no step-9"),
        (["--home", "example.org/fsdp"], "--home example.org/fsdp cannot be used"),
        (["--home", "javascript:alert(1)//a"], "--home .* cannot be used"),
        (["--home", "https://example.org/fsdp/"], "is not empty"),
        ([], "is not empty"),
    ],
)
def test_what_cannot_be_done_is_said_in_words(tmp_path, words, told):
    (tmp_path / "old.html").touch()
    with pytest.raises(SystemExit, match=told):
        main(["export", "--out", str(tmp_path), *words])


@pytest.mark.parametrize("name", ["file", "file/site"])
def test_a_folder_that_cannot_be_made_is_named(tmp_path, name):
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit, match=f"cannot be written to .*{name}: "):
        main(["export", "--out", str(tmp_path / name), "--models", "none", "--gpus", "none", "--pages", "none"])


def test_every_option_is_documented():
    parser = argparse.ArgumentParser()
    add_export(parser)
    options = [option for action in parser._actions for option in action.option_strings if option.startswith("--") and option != "--help"]
    assert sorted(re.findall(r"`(--[a-z]+)`", DOCUMENT.split("| --- |")[1].split("\n\n")[0])) == sorted(options)


def test_every_page_has_a_name_for_the_option():
    assert len({step.slug for step in PAGES}) == len(PAGES)
    assert all(re.fullmatch(r"[a-z-]+", step.slug) for step in PAGES)
