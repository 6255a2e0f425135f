"""Each public question in docs/questions.md has an address that answers, and what is quoted of the page stands there."""

import html
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings

DOCUMENT = (Path(__file__).parent.parent / "docs" / "questions.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in DOCUMENT.splitlines() if line.startswith("| R")]
ASKED = [f"R{number:02}" for number in (1, 2, 3, 5, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21, 22, 24, 26, 28)]


@pytest.fixture(scope="module")
def client():
    """The application without a network."""
    return TestClient(create_app(Settings(_env_file=None)))


def text_of(page):
    """What a reader sees, on one line."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", page)))


def test_every_question_is_there_once():
    assert [question.split(".")[0] for question, _, _ in ROWS] == ASKED


@pytest.mark.parametrize(("question", "address", "look"), ROWS, ids=ASKED)
def test_the_address_shows_the_answer(client, question, address, look):
    pages = [address.strip("`"), *re.findall(r"`(/[^`]*)`", look)]
    answers = [client.get(page) for page in pages]
    assert [answer.status_code for answer in answers] == [200] * len(pages)
    assert "could not be used" not in answers[0].text
    shown = " ".join(text_of(answer.text) for answer in answers)
    for quoted in re.findall(r"“([^”]*)”", look):
        assert quoted in shown, quoted
