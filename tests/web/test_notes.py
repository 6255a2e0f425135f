"""The companion notes as pages: listed, linked, with settings of their own beside those of the lesson."""

import json
import re

import jinja2
import pytest

from app.memory.scenario import FIELDS as LESSON
from app.steps.catalog import FIELDS, NOTES, PAGES
from app.web.assets import Assets
from app.web.offline import answer
from app.web.templating import environment


@pytest.mark.parametrize(
    ("slug", "notes"),
    [
        ("data-parallel", {"collectives"}),  # averages gradients
        ("all-gather", {"fsdp", "collectives"}),
        ("limits", {"fsdp", "collectives", "activation-checkpointing"}),
    ],
)
def test_a_step_leads_to_the_notes_on_what_it_only_touches(client, slug, notes):
    assert notes <= set(re.findall(r'href="/notes/([a-z-]+)', client.get(f"/steps/{slug}").text))


def test_the_list_leads_to_every_note_and_hands_the_settings_on(client):
    page = client.get("/notes?params=13B").text
    assert re.findall(r'data-carry="(/notes/[^"]+)"', page) == [note.path for note in NOTES]
    assert page.count("?params=13B") >= len(NOTES)
    assert page.count('<span class="glance"><svg') == len(NOTES)


def test_every_page_leads_to_the_list(client):
    for step in PAGES:
        assert 'data-carry="/notes"' in client.get(step.path).text


def test_a_name_means_one_setting_on_every_page():
    for step in PAGES:
        for name, field in step.kind.FIELDS.items():
            assert field == FIELDS[name] == LESSON.get(name, field)


def test_a_copy_without_a_server_knows_the_settings_of_notes_too(client):
    for address in ("/notes/fsdp/live?bandwidth=400", "/figures/fsdp/slowdown.svg?batch=16&bandwidth=400"):
        status, body = answer(address, "http://testserver")
        served = client.get(address)
        assert (status, json.loads(body) if "live" in address else body) == (200, served.json() if "live" in address else served.text)
        assert body != answer(address.replace("400", "200"), "http://testserver")[1]


def test_no_setting_stands_twice_on_a_page(client):
    """Two boxes of one id or two sets of radio buttons of one name would not follow each other."""
    for note in NOTES:
        marks = re.findall(r'\bdata-control="([^"]+)"', client.get(note.path).text)
        assert len(set(marks)) == len(marks), note.slug
        assert set(note.controls) <= set(marks), note.slug


@pytest.mark.parametrize("link", ['note("fdsp", "the note on FSDP")', 'step_link("shardings")'])
def test_a_link_to_a_page_that_does_not_exist_fails(link):
    env = environment(Assets())
    page = env.from_string('{% import "macros/page.html" as page with context %}{{ page.' + link + " }}")
    with pytest.raises(jinja2.UndefinedError):
        page.render(notes=NOTES, root="", carried="")
