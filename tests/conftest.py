"""A running server and a real browser for the tests that need them."""

import os
import shutil
import time
from dataclasses import dataclass, field

import pytest

from app.settings import Settings
from tests.serving import serving_here

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path():
    """The browser to drive: CHROMIUM in the environment, or one of the usual names."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for name in names if name and (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def server():
    """The address of the whole application, running on a free port."""
    with serving_here(Settings()) as address:
        yield address


@pytest.fixture(scope="session")
def chromium():
    """A headless Chromium. Skips without one, unless REQUIRE_BROWSER is set: then it fails."""
    path = chromium_path()
    if path is None:
        message = "no Chromium found: install one or name it in CHROMIUM"
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Faults:
    """What a browser complained about; a test that provokes a complaint clears it."""

    messages: list = field(default_factory=list)

    def watch(self, page):
        page.on("pageerror", lambda error: self.messages.append(f"error: {error}"))
        page.on("console", lambda line: self.messages.append(line.text) if line.type in ("error", "warning") else None)

    def clear(self):
        self.messages.clear()


@pytest.fixture
def faults():
    """Fails the test at its end where a page raised an error, logged one or violated its policy."""
    kept = Faults()
    yield kept
    assert kept.messages == []


@pytest.fixture
def open_page(chromium, server, faults):
    """A function that opens an address of the server in a context of its own and waits until its figures are drawn."""
    contexts = []

    def open_address(path, *, width=1280, height=900, scripts=True, wait=True, **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, java_script_enabled=scripts, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        faults.watch(page)
        page.goto(server + path)
        if scripts:
            page.evaluate(
                "new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"
            )  # scripts begin after a frame
        if scripts and wait:
            wait_for_figures(page)
        return page

    yield open_address
    for context in contexts:
        context.close()


def wait_for_figures(page):
    """Wait until the reader is taken to rest and Plotly has drawn every figure of the page."""
    until(page, "Boolean(window.Walkthrough?.pace?.still() && Walkthrough.interactive.settled())")


def until(page, expression, seconds=15):
    """Wait until an expression is true in the page. Playwright's own waiting evaluates strings there, which our policy forbids."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"it never became true: {expression}"
        page.wait_for_timeout(30)
