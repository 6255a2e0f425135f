"""Every test below drives a real browser."""

import os

import pytest

from app.export.live import NotFetched, live_files
from tests.browser.hosting import hosting
from tests.exported import HELD, make_copy


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/browser/" in item.nodeid or "browser" in str(item.path.parent.name):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def put():
    with hosting() as put:
        yield put


@pytest.fixture(scope="module")
def context(chromium):
    """One for all pages of the course site, which so keeps the scripts that it has loaded."""
    made = chromium.new_context()
    yield made
    made.close()


@pytest.fixture
def visit(context, put, faults):
    """A function that puts a page on the course site, unless it has an address already, and opens it."""
    pages = []

    def visit(body, width=1000, height=800, init="", theme="light"):
        page = context.new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.set_default_timeout(15_000)
        page.emulate_media(color_scheme=theme)
        faults.watch(page)
        if init:
            page.add_init_script(init)
        page.goto(body if body.startswith(("file:", "http:")) else put(body))
        return page

    yield visit
    for page in pages:
        page.close()


@pytest.fixture(scope="session")
def copy(tmp_path_factory):
    """A copy of some pages, in a folder of a folder."""
    return make_copy(tmp_path_factory.mktemp("a") / "b", HELD)


@pytest.fixture(scope="session")
def live_copy(tmp_path_factory):
    """The same with Python for the browser."""
    try:
        live = live_files()
    except NotFetched as error:  # like a missing browser: see tests/conftest.py
        if os.environ.get("REQUIRE_BROWSER"):
            raise
        pytest.skip(str(error))
    return make_copy(tmp_path_factory.mktemp("live") / "b", HELD, live=live)
