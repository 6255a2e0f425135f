"""Handouts: one sheet for each page, with the reader's settings, exact numbers and a way back to the page."""

import re

import html5lib
import pytest

from app.memory.scenario import Scenario
from app.steps.catalog import STEPS
from app.steps.presentation import present
from app.web.handout import SHEETS, code

EACH = pytest.mark.parametrize("step", SHEETS, ids=lambda step: step.slug)
FINDER = [[1] * 7, [1, 0, 0, 0, 0, 0, 1], *[[1, 0, 1, 1, 1, 0, 1]] * 3, [1, 0, 0, 0, 0, 0, 1], [1] * 7]


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


def modules(svg):
    """The rows of a code, 1 for dark: the path draws runs of modules from left to right."""
    side = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    rows, x, y = [[0] * side for _ in range(side)], 0, 0.0
    path = re.search(r'stroke="#000" d="([^"]+)"', svg) or re.search(r'd="([^"]+)"[^>]*stroke="#000"', svg)
    for command, text in re.findall(r"([MmhH])([-\d. ]+)", path[1]):
        numbers = [float(number) for number in text.split()]
        if command == "M":
            x, y = int(numbers[0]), numbers[1]
        elif command == "m":
            x, y = x + int(numbers[0]), y + numbers[1]
        else:
            for place in range(x, x + int(numbers[0])):
                rows[int(y)][place] = 1
            x += int(numbers[0])
    return rows


def test_the_code_has_the_marks_that_cameras_look_for():
    """ISO/IEC 18004: a finder pattern in three corners, inside the quiet zone; the side is 17 + 4·version modules."""
    rows = modules(code("https://example.edu/steps/sharding?params=7B&gpus=16"))
    inner = [row[2:-2] for row in rows[2:-2]]
    assert (len(inner) - 17) % 4 == 0
    corners = ([row[:7] for row in inner[:7]], [row[-7:] for row in inner[:7]], [row[:7] for row in inner[-7:]])
    assert corners == (FINDER, FINDER, FINDER)
    assert not any(map(any, (rows[0], rows[1], rows[-1], rows[-2])))


def test_other_addresses_have_other_codes():
    assert code("https://example.edu/a") != code("https://example.edu/b")
