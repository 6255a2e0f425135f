"""`/teach`: every address in it opens without a complaint and shows the settings it was prepared with."""

import html
import re

import pytest

from app.steps.teaching import LESSONS, ONE_HOUR, TEN_MINUTES

SHOWS = [show for lesson in LESSONS for show in lesson.shows] + [turn.show for turn in (*TEN_MINUTES, *ONE_HOUR)]


@pytest.mark.parametrize("show", SHOWS, ids=lambda show: show.address)
def test_a_prepared_address_opens_as_it_was_prepared(client, show):
    answer = client.get(show.address)
    assert answer.status_code == 200
    assert "could not be used" not in answer.text
    assert re.search(r"data-notices hidden>", answer.text)  # nothing had to be put right


def test_every_address_is_on_the_page(client):
    links = {html.unescape(link) for link in re.findall(r'href="([^"]+)"', client.get("/teach").text)}
    assert {show.address for show in SHOWS} <= links


def test_each_step_has_its_notes(client):
    page = html.unescape(client.get("/teach").text).replace("\u00a0", " ")
    for lesson in LESSONS:
        card = re.search(rf'<article[^>]* id="{lesson.slug}">.*?</article>', page, re.DOTALL)[0]
        for name in ("Goal", "Ask", "Right", "Expect", "Point at", "Have ready"):
            assert f"<dt>{name}</dt>" in card
        assert re.search(r'<span class="again">\d+ minutes</span>', card)


def test_the_licence_is_told(client):
    assert "Apache License 2.0" in client.get("/teach").text
