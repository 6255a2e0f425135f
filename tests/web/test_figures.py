"""Figures as pictures of their own."""

import re
import xml.etree.ElementTree as ET

import pytest

from app.figures.style import DARK, INK, PAPER
from app.steps.catalog import PAGES
from app.steps.evidence import PAGE as EVIDENCE
from app.web.assets import folder
from app.web.drawn import PROPERTIES
from tests.drawing.written import cut_off, overprinted

SVG = "{http://www.w3.org/2000/svg}"
DP = "/figures/data-parallel/dp-copies.svg"
FIGURES = [f"/figures/{step.slug}/{name}.svg" for step in (*PAGES, EVIDENCE) for name in step.figures]


@pytest.mark.parametrize(("step", "name"), [(step, name) for step in (*PAGES, EVIDENCE) for name in step.figures])
def test_every_figure_has_an_address(client, step, name):
    answer = client.get(f"/figures/{step.slug}/{name}.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ET.fromstring(answer.text).tag == f"{SVG}svg"


def test_it_says_what_it_shows_and_where_it_is_from(client):
    root = ET.fromstring(client.get(f"{DP}?gpus=1").text)
    words = "".join(text.text or "" for text in root.iter(f"{SVG}text"))
    assert root.find(f"{SVG}desc").text.startswith("One GPU holds all four stacks, 112\u00a0GB in all")
    assert "http://testserver/steps/data-parallel?params=7B&gpus=1" in words
    assert "Apache-2.0" in words


def test_its_permalink_stands_apart_from_its_licence_and_how_to_cite_it(client):
    root = ET.fromstring(client.get(f"{DP}?gpus=8").text)
    *_, licence, link = lines = [text.text for text in root.find(f"{SVG}g").findall(f"{SVG}text")]
    assert "Cite this: FSDP walkthrough" in " ".join(lines)
    assert licence.endswith("Licence: Apache-2.0.")
    assert link == "http://testserver/steps/data-parallel?params=7B&gpus=8&gpu_memory=80GB"


EXTREMES = (
    "params=1&layer=1&gpus=65536&gpu_memory=1GB",
    "params=1000T&layer=1000T&gpus=3&units=GiB&stacks=all&rank=2&stage=5&moment=21&checkpointing=on",
)


@pytest.mark.parametrize("step", [step for step in PAGES if step.figures], ids=lambda step: step.slug)
def test_it_shows_what_the_page_shows(client, step):
    """Every word, and every bar at the same place among all bars, whatever the size of the drawing."""
    for settings in EXTREMES:
        page = client.get(f"{step.path}?{settings}").text
        for name in step.figures:
            on_page = re.search(rf'id="{name}".*?(<svg class="drawing on-screens".*?</svg>)', page, re.DOTALL)[1]
            words, bars = shown(on_page)
            alone_words, alone_bars = shown(client.get(f"/figures/{step.slug}/{name}.svg?{settings}").text)
            assert alone_words == words
            assert alone_bars == pytest.approx(bars, abs=0.01)


def shown(drawing):
    """The words of a drawing, and the edges of its bars as shares of all that bars take, across and along."""
    root = ET.fromstring(drawing if "xmlns" in drawing else drawing.replace("<svg", f'<svg xmlns="{SVG[1:-1]}"', 1))
    drawn = next(group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}defs") is not None)
    words = [" ".join(text.itertext()) for text in drawn.iter(f"{SVG}text")]
    paths = [bar.get("d") for bar in drawn.iter(f"{SVG}path") if bar.get("data-kind") == "bar"]
    corners = [[float(number) for number in re.findall(r"-?[\d.]+", path)] for path in paths]  # M x,y V y H x V y Z
    across, along = [x for x, _, _, other, *_ in corners for x in (x, other)], [y for _, y, other, *_ in corners for y in (y, other)]
    return words, [(place - min(side)) / ((max(side) - min(side)) or 1) for side in (across, along) for place in side]


def test_it_has_the_size_that_was_asked_for(client):
    root = ET.fromstring(client.get(f"{DP}?width=480&height=360").text)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("480", "360", "0 0 480 360")


def test_dark_is_the_light_one_with_other_colours(client):
    light, dark = client.get(DP).text, client.get(f"{DP}?theme=dark").text
    ground = [ET.fromstring(text).find(f"{SVG}rect").get("fill") for text in (light, dark)]
    assert ground == [PAPER, DARK[PAPER]]
    assert INK not in dark
    assert re.sub("#[0-9a-f]{6}|-[0-9a-f]{8}-", "", light) == re.sub("#[0-9a-f]{6}|-[0-9a-f]{8}-", "", dark)


@pytest.mark.parametrize(("width", "height"), [(480, 360), (760, 460), (1200, 720)])
@pytest.mark.parametrize("path", FIGURES)
def test_its_words_are_whole_and_apart(client, path, width, height):
    """The smallest that may be asked for, too."""
    for settings in ("", "&params=1&gpus=65536&layer=1", "&gpus=64&stacks=all&rank=63&stage=5&checkpointing=on"):
        picture = client.get(f"{path}?width={width}&height={height}&units=GiB{settings}").text
        assert not cut_off(picture, width, height)
        assert not overprinted(picture)


def test_several_can_be_put_into_one_page(client):
    """Patterns and clips are found by their ids, which must be those of one picture alone."""
    queries = ("", "?gpus=8", "?theme=dark", "?width=1200")
    pictures = [client.get(f"{path}{query}").text for path in (DP, DP.replace("dp-copies", "memory-against-n")) for query in queries]
    ids = [set(re.findall(r' id="([^"]+)"', picture)) for picture in pictures]
    assert all(ids)
    assert len(set().union(*ids)) == sum(map(len, ids))


@pytest.mark.parametrize(
    ("query", "field"),
    [("width=479", "width"), ("height=1e3", "height"), ("width=-400", "width"), ("width=²", "width"), ("theme=red", "theme"),
     ("params=-1", "params")],
)  # fmt: skip
def test_what_cannot_be_used_is_refused(client, query, field):
    answer = client.get(f"{DP}?{query}")
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["field"] == field
    assert answer.json()["detail"][0]["example"]


@pytest.mark.parametrize("path", ["/figures/data-parallel/none.svg", "/figures/none/dp-copies.svg", "/figures/data-parallel/dp-copies.gif"])
def test_a_figure_that_is_not_there(client, path):
    assert client.get(path).status_code == 404


def test_it_need_not_be_sent_twice_and_may_stand_on_other_sites(client):
    first = client.get(DP)
    assert client.get(DP, headers={"If-None-Match": first.headers["etag"]}).status_code == 304
    assert first.headers["cross-origin-resource-policy"] == "cross-origin"


def test_a_drawing_in_a_page_has_the_page_s_own_colours():
    tokens = (folder("static") / "css" / "tokens.css").read_text()
    assert set(PROPERTIES) == set(DARK)
    for colour, name in PROPERTIES.items():
        assert f"--{name}: light-dark({colour}, {DARK[colour]});" in tokens


def test_ids_stand_once_on_a_page(client):
    for step in PAGES:
        ids = re.findall(r'\sid="([^"]+)"', client.get(step.path).text)
        assert len(ids) == len(set(ids)), step.slug
