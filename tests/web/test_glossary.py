"""`/glossary` has every term at an address of its own, and each page brings the sentences of the terms it marks."""

import html
import json
import re

import pytest

from app.steps.catalog import STEPS
from app.steps.glossary import TERMS


def brought(page):
    """Slug and sentence of the terms that a page’s script is told of."""
    found = re.search(r'<script type="application/json" id="glossary">(.*?)</script>', page, re.DOTALL)
    return {slug: sentence for slug, _, sentence in json.loads(found[1])}


def test_every_term_has_its_sentence_and_an_address(client):
    page = html.unescape(client.get("/glossary").text)
    for term in TERMS:
        entry = re.search(rf'<div id="{term.slug}">.*?</div>', page, re.DOTALL)[0]
        assert f"<dfn>{term.name}</dfn>" in entry
        assert term.sentence in entry


def test_the_glossary_carries_the_settings(client):
    assert 'href="/steps/sharding?gpus=8&amp;theme=dark"' in client.get("/glossary?gpus=8&theme=dark").text


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
def test_a_page_brings_the_terms_of_its_words(client, step):
    told = brought(client.get(step.path).text)
    sentences = {term.slug: term.sentence for term in TERMS}
    assert 3 <= len(told) < len(TERMS)
    assert told.items() <= sentences.items()


def test_what_a_page_does_not_say_it_does_not_bring(client):
    assert "logits" in brought(client.get("/steps/limits").text)
    assert "logits" not in brought(client.get("/steps/data-parallel").text)


def test_frames_bring_none(client):
    assert 'id="glossary"' not in client.get("/embed/sharding").text


@pytest.mark.parametrize("path", ["/", "/steps/sharding", "/about", "/nothing"])
def test_every_page_leads_to_practice_glossary_and_the_teachers_pack(client, path):
    page = client.get(path).text
    for other in ("/practice", "/glossary", "/teach"):
        assert f'href="{other}"' in page or f'href="{other}?' in page
