"""Figures as PNG: the same picture as the SVG, with letters for everything, and with its origin inside."""

import re
import struct
import xml.etree.ElementTree as ET

import pytest

from app.figures.style import PAPER, ROLES
from app.steps.catalog import PAGES
from app.web import raster
from tests.png import parts, pixels

DP = "/figures/data-parallel/dp-copies"
SMALL = "width=480&height=360"


def colours_in(rows):
    return {row[place : place + 3].hex() for row in rows for place in range(0, len(row), 4)}


def test_a_png_has_the_size_and_the_colours_of_the_figure(client):
    answer = client.get(f"{DP}.png?{SMALL}")
    assert answer.headers["content-type"] == "image/png"
    width, height, rows = pixels(answer.content)
    assert (width, height) == (480, 360)
    stacks = [role.light for role in ROLES if role.key in ("parameters", "gradients", "means", "squares")]
    assert len(stacks) == 4
    assert {colour.strip("#").lower() for colour in (*stacks, PAPER)} <= colours_in(rows)


def test_scale_gives_more_pixels_of_the_same_drawing(client):
    told = parts(client.get(f"{DP}.png?{SMALL}&scale=2").content)
    assert struct.unpack(">II", told[0][1][:8]) == (960, 720)


def test_its_origin_and_licence_are_inside(client):
    texts = dict(content.split(b"\0\0\0\0\0") for kind, content in parts(client.get(f"{DP}.png?{SMALL}&gpus=8").content) if kind == "iTXt")
    assert texts[b"Source"] == b"http://testserver/steps/data-parallel?params=7B&gpus=8&gpu_memory=80GB"
    assert texts[b"Copyright"].endswith(b"Apache-2.0")


def test_every_letter_of_every_figure_is_in_the_fonts(client):
    written = set()
    for step in PAGES:
        for name in step.figures:
            for settings in ("", "?gpus=64&stacks=all&rank=3&stage=5&checkpointing=on&moment=9&units=GiB&params=1e12"):
                root = ET.fromstring(client.get(f"/figures/{step.slug}/{name}.svg{settings}").text)
                written |= set("".join(root.itertext()))
    for look in ("", ' font-weight="700"'):
        unknown = letter("\ue000", look)
        assert [sign for sign in sorted(written) if not sign.isspace() and letter(sign, look) == unknown] == []


def letter(sign, look):
    text = f'<text x="4" y="24" font-size="20" font-family="sans-serif"{look}>&#{ord(sign)};</text>'
    return raster.png_of(f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="32">{text}</svg>', 1, {})


def test_the_same_address_gives_the_same_bytes_and_need_not_be_sent_twice(client):
    first = client.get(f"{DP}.png?{SMALL}")
    svg = client.get(f"{DP}.svg?{SMALL}").text
    again = raster.png_of(svg, 1, {})
    assert [part for part in parts(first.content) if part[0] != "iTXt"] == parts(again)
    assert client.get(f"{DP}.png?{SMALL}", headers={"If-None-Match": first.headers["etag"]}).status_code == 304


@pytest.mark.parametrize("query", ["scale=4", "scale=0", "scale=two", "width=2400&height=1600&scale=2"])
def test_what_would_be_too_large_is_refused(client, query):
    answer = client.get(f"{DP}.png?{query}")
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["field"] == "scale"


def test_without_the_extra_it_says_what_there_is_instead(client, monkeypatch):
    monkeypatch.setattr(raster, "PACKAGE", "no_such_package")
    answer = client.get(f"{DP}.png?{SMALL}&gpus=3")
    assert answer.status_code == 501
    assert re.search(r"extra “png”.*\.svg", answer.json()["detail"])
