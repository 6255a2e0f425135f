"""The application without a network."""

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings


@pytest.fixture(scope="session")
def client():
    """The whole application with default settings; it does not follow redirects."""
    return TestClient(create_app(Settings(_env_file=None)), follow_redirects=False)
