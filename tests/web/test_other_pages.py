"""Start, about and error pages: the way in, the terms, the way on."""

import html
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.memory.scenario import FIELDS
from app.steps.catalog import STEPS
from app.web.assets import folder


def test_the_start_page_leads_to_every_step_with_a_line_and_a_picture(client):
    page = client.get("/?gpus=8").text
    assert 'class="begin" href="/steps/parameter-bytes?gpus=8"' in page
    for step in STEPS:
        tile = re.search(rf'<a class="tile" href="{step.path}\?gpus=8".*?</a>', page, re.DOTALL)[0]
        assert f"thumbs/{step.slug}.svg" in tile
        assert 'alt=""' in tile


def test_the_start_page_has_two_sliders(client):
    assert re.findall(r'data-kind="ladder"', client.get("/").text) == ['data-kind="ladder"'] * 2


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
def test_a_small_picture_brings_its_own_paper_and_no_text(step):
    drawing = ElementTree.parse(folder("static") / "thumbs" / f"{step.slug}.svg").getroot()
    paper = drawing.find("{http://www.w3.org/2000/svg}rect")
    assert (paper.get("width"), paper.get("height"), paper.get("fill")) == ("160", "100", "#ffffff")
    assert not list(drawing.iter("{http://www.w3.org/2000/svg}text"))


def test_the_summary_is_reached_by_every_stage_in_the_address(client):
    for stage in range(1, 6):
        assert f"Stage {stage} of 5: " in client.get(f"/summary?stage={stage}").text


def test_the_summary_links_all_seven_steps(client):
    stages = re.search(r'<ol class="stages".*?</ol>', client.get("/summary").text, re.DOTALL)[0]
    assert re.findall(r'data-carry="([^"]+)"', stages) == [step.path for step in STEPS]


def test_about_names_every_setting_of_the_address(client):
    page = client.get("/about").text
    for name in (*FIELDS, "model", "gpu", "theme", "hide", "lock", "answers"):
        assert f"<code>{name}</code>" in page


def test_about_cites_the_work_as_the_citation_file_does(client):
    file = (Path(__file__).parents[2] / "CITATION.cff").read_text()
    cited = dict(re.findall(r'^ {2}(\w+): "?(.+?)"?$', file.split("preferred-citation:")[1], re.MULTILINE))
    authors = re.findall(r"- name: (.+)", file)
    page = html.unescape(client.get("/about").text)
    entry = dict(re.findall(r"^ {2}(\w+) += \{(.+)\},$", page, re.MULTILINE))
    assert {name: entry[name] for name in ("year", "version")} == {name: cited[name] for name in ("year", "version")}
    assert entry["title"].replace("{", "").replace("}", "") == cited["title"]
    assert entry["author"] == f"{{{authors[0]}}}"
    assert set(authors) == {authors[0]}
    assert f"{cited['title']}. Version {cited['version']}. {authors[0]}, {cited['year']}. http" in page


def test_about_needs_no_script_and_carries_the_settings(client):
    page = client.get("/about?gpus=8&theme=dark").text
    assert "<script" not in page
    assert 'href="/summary?gpus=8&amp;theme=dark"' in page
    assert 'data-theme="dark"' in page


@pytest.mark.parametrize(
    "path",
    [
        "/summary",
        "/predict/sharding",
        "/practice",
        "/glossary",
        "/evidence",
        "/evidence/usual",
        "/about",
        "/notes",
        "/teach",
        "/self-check",
    ],
)
@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("gpus=oops", "gpus “oops” cannot be used: it is not a number. Accepted: 1 to 65536, for example 64. Used instead: 4."),
        ("theme=zz", "theme “zz” cannot be used: it is not one of the choices. Accepted: auto or light or dark"),
        ("answers=5", "answers “5” cannot be used: it is not one of the choices. Accepted: 0 or 1"),
        ("view=oops", "view “oops” cannot be used: it is not one of the choices. Accepted: projector"),
        ("gpsu=8", "“gpsu” is no setting. Accepted: gpus"),
    ],
)
def test_every_page_names_what_it_cannot_use(client, path, query, told):
    assert told in client.get(f"{path}?{query}").text
    assert "could not be used" not in client.get(f"{path}?gpus=8&theme=dark&utm_source=x").text


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/nothing", 404), ("POST", "/summary", 405), ("GET", "/steps/8", 404)])
def test_an_error_page_leads_to_the_start_and_to_every_step(client, method, path, status):
    answer = client.request(method, path)
    assert answer.status_code == status
    assert f"Error {status}" in answer.text
    assert 'class="begin" href="/"' in answer.text
    for step in STEPS:
        assert f'<li><a href="{step.path}">{step.title}</a></li>' in answer.text


@pytest.mark.parametrize(("query", "theme"), [("", "auto"), ("?theme=dark", "dark"), ("?theme=light", "light"), ("?theme=pink", "auto")])
def test_pages_without_a_switch_follow_the_theme_of_the_address(client, query, theme):
    for path in ("/nothing", "/about"):
        page = client.get(f"{path}{query}").text
        assert f'<html lang="en" data-theme="{theme}">' in page
        assert "data-theme-switch" not in page
