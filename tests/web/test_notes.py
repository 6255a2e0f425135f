"""The companion notes as pages: listed, linked, with settings of their own beside those of the lesson."""

import re

from app.memory.scenario import FIELDS as LESSON
from app.steps.catalog import FIELDS, NOTES, PAGES


def test_the_list_leads_to_every_note_and_hands_the_settings_on(client):
    page = client.get("/notes?params=13B").text
    assert re.findall(r'data-carry="(/notes/[^"]+)"', page) == [note.path for note in NOTES]
    assert page.count("?params=13B") >= len(NOTES)


def test_every_page_leads_to_the_list(client):
    for step in PAGES:
        assert 'data-carry="/notes"' in client.get(step.path).text


def test_a_name_means_one_setting_on_every_page():
    for step in PAGES:
        for name, field in step.kind.FIELDS.items():
            assert field == FIELDS[name] == LESSON.get(name, field)
