"""Every test below drives a real browser."""

import pytest


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/browser/" in item.nodeid or "browser" in str(item.path.parent.name):
            item.add_marker(pytest.mark.browser)
