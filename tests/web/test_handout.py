"""Handouts: one sheet for each page, with the reader's settings, exact numbers and a way back to the page."""

import html
import re

import html5lib
import pytest
import zxingcpp

from app.memory.scenario import Scenario
from app.steps.catalog import STEPS
from app.steps.presentation import present
from app.web.handout import SHEETS
from app.web.raster import png_of
from tests.png import pixels

EACH = pytest.mark.parametrize("step", SHEETS, ids=lambda step: step.slug)


@EACH
def test_a_handout_shows_figures_tables_and_the_address_for_the_run(client, step):
    body = client.get(f"/handout/{step.slug}?gpus=16").text
    html5lib.HTMLParser(strict=True).parse(body)
    shown = present(step, step.of(Scenario(gpus=16)))
    address = shown.scenario.address(step.stated).replace("&", "&amp;")
    assert f'href="http://testserver{step.path}?{address}"' in body
    assert body.count("<svg") == len(step.figures) + 1  # and the code
    for picture in shown.pictures.values():
        assert all(f">{cell}<" in body for row in picture.table.rows for cell in row if cell.replace(",", "").isdigit())


def test_all_steps_come_as_one_document_in_their_order(client):
    body = client.get("/handout").text
    assert re.findall(r'data-sheet="([^"]+)"', body) == [step.slug for step in STEPS]
    ids = re.findall(r'\sid="([^"]+)"', body)
    assert len(ids) == len(set(ids))


def test_what_cannot_be_used_is_said(client):
    assert "params “many” cannot be used" in client.get("/handout/sharding?params=many").text


def test_a_page_without_figures_has_no_handout(client):
    assert client.get("/handout/self-check").status_code == 404


def test_each_page_leads_to_its_handout_with_its_settings(client):
    assert 'href="/handout/sharding?gpus=16"' in client.get("/steps/sharding?gpus=16").text


def test_a_camera_reads_the_address_from_the_code(client):
    """As ZXing reads it, which knows nothing of how it was made."""
    body = client.get("/handout/sharding?params=13B&gpus=64&units=GiB").text
    link = html.unescape(re.search(r'<footer>.*?<a href="([^"]+)"', body, re.DOTALL)[1])
    width, height, rows = pixels(png_of(re.search(r'<svg[^>]* class="code".*?</svg>', body, re.DOTALL)[0], 3, {}))
    grey = memoryview(b"".join(row[::4] for row in rows)).cast("B", (height, width))
    assert [found.text for found in zxingcpp.read_barcodes(grey)] == [link]
    assert client.get(link).status_code == 200
