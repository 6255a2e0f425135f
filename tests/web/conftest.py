"""The application without a network."""

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings


class Reader(TestClient):
    """Goes where an address has its one spelling (308), and shows all other redirects."""

    def get(self, url, **options):
        answer = super().get(url, **options)
        return super().get(answer.headers["location"]) if answer.status_code == 308 else answer


@pytest.fixture(scope="session")
def client():
    """The whole application with default settings."""
    return Reader(create_app(Settings(_env_file=None)), follow_redirects=False)
