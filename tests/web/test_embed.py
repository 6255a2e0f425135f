"""Pages for frames: the figures and controls of a page and nothing around them, in the look that an author chose."""

import re

import html5lib
import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.steps.catalog import PAGES
from app.web.embed import embed_path

WITH_FIGURES = [step for step in PAGES if step.figures]
STATES = {  # of the slider N: what stands in the address, whether it is there, whether it can be moved
    "shown and free": ("", True, True),
    "shown": ("lock=gpus", True, False),
    "hidden": ("hide=gpus", False, False),
}


def slider(page):
    return re.search(r'<input type="range"[^>]*aria-label="GPUs"[^>]*>', page)


def attributes(page, pattern):
    return [each.replace("&amp;", "&") for each in re.findall(pattern, page)]


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_every_page_can_be_framed_without_what_surrounds_it(client, step):
    answer = client.get(embed_path(step))
    assert answer.status_code == 200
    html5lib.HTMLParser(strict=True).parse(answer.text)
    assert re.findall(r'data-figure="([^"]+)"', answer.text) == list(step.figures)
    for surrounding in ('class="site"', 'class="prose"', 'class="pager"', 'class="further"', 'class="tile"', "data-save"):
        assert surrounding not in answer.text
    assert '<meta name="robots" content="noindex">' in answer.text


@pytest.mark.parametrize(("step", "name"), [(step, name) for step in PAGES for name in step.figures])
def test_every_figure_can_be_framed_alone_with_its_controls(client, step, name):
    page = client.get(f"{embed_path(step)}?figure={name}").text
    html5lib.HTMLParser(strict=True).parse(page)
    assert re.findall(r'data-figure="([^"]+)"', page) == [name]
    assert re.search(r"data-control=\"(?!units)", page)
    assert 'class="other-figures"' not in page


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_a_control_is_hidden_or_shown_or_can_be_moved(client, state):
    look, there, movable = state
    page = client.get(f"/embed/sharding?gpus=8&{look}").text
    assert bool(slider(page)) == there
    assert bool(slider(page) and "disabled" not in slider(page)[0]) == movable
    assert "8 pieces" in page


def test_a_figure_that_is_not_there_is_told(client):
    page = client.get("/embed/limits?figure=nothing").text
    assert "figure “nothing” cannot be used" in page
    assert "one-gpu or traffic or activation-bar" in page


def test_links_lead_out_of_the_frame_or_stay_in_it(client):
    for step in PAGES:
        page = client.get(f"{embed_path(step)}?gpus=8").text
        for link in re.findall(r"<a [^>]*>", page):
            inside = "href" in link and re.search(rf'href="(\?|{embed_path(step)}[?"])', link)
            assert inside or 'target="_blank" rel="noopener"' in link, link


def test_it_says_where_it_is_from_on_what_terms_and_how_to_cite_it(client):
    page = client.get("/embed/sharding?params=13B&theme=dark&figure=sharded-slices").text
    permalink = "http://testserver/steps/sharding?params=13B&gpus=4&stacks=theta&rank=none&theme=dark"
    assert attributes(page, r'<a href="([^"]+)"[^>]*data-permalink>') == [permalink]
    assert "Apache-2.0" in page
    assert 'href="/about"' in page


def test_starting_over_means_the_author_s_run(client):
    address = "/embed/sharding?params=13B&gpus=64&theme=dark&lock=gpus&figure=sharded-slices"
    assert attributes(client.get(address).text, r'<a class="reset" href="([^"]*)"') == [address]


def test_without_scripts_the_form_comes_back_to_the_same_frame(client):
    page = client.get("/embed/all-gather?figure=training-step&theme=dark&units=GiB").text
    form = re.search(r'<form id="settings" method="get" action="/embed/all-gather">(.*?)</form>', page, re.DOTALL)[1]
    kept = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert kept == {"figure": "training-step", "theme": "dark", "units": "GiB"}


def test_the_self_check_asks_and_does_not_tell_where_answers_are_off(client):
    page = client.get("/embed/self-check?answers=0").text
    assert 'id="persistent"' in page
    assert 'name="reveal"' not in page
    assert 'action="/embed/self-check#persistent"' in page
    assert "Move the sliders" in page
    assert "Move the sliders" not in client.get("/embed/self-check?lock=gpus").text


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_only_embed_pages_may_be_framed(client, step):
    assert framers(client.get(step.path)) == "'none'"
    assert framers(client.get(embed_path(step))) == "* file:"
    assert "x-frame-options" not in client.get(embed_path(step)).headers
    assert client.get(embed_path(step)).headers["cross-origin-resource-policy"] == "cross-origin"


def test_the_sites_that_may_frame_can_be_listed():
    settings = Settings(embed_hosts=" https://moodle.example.edu  https://*.example.org ", _env_file=None)
    there = TestClient(create_app(settings))
    assert framers(there.get("/embed/sharding")) == "'self' https://moodle.example.edu https://*.example.org"
    assert framers(there.get("/steps/sharding")) == "'none'"


def test_a_browser_that_has_a_page_learns_of_another_list():
    """With a 304 it would keep the policy that came with the page."""
    tag = TestClient(create_app(Settings(_env_file=None))).get("/embed/sharding").headers["etag"]
    there = TestClient(create_app(Settings(embed_hosts="https://moodle.example.edu", _env_file=None)))
    assert there.get("/embed/sharding", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("names", ["moodle.example.edu", "https://a.example; script-src *", "https://", "'unsafe'", "ftp://a.example"])
def test_a_site_that_is_none_is_refused(names):
    with pytest.raises(ValueError, match="Write https:// and the host"):
        Settings(embed_hosts=names, _env_file=None)


def test_an_address_with_a_slash_too_many_leads_to_the_page(client):
    answer = client.get("/embed/sharding/?gpus=8")
    assert (answer.status_code, answer.headers["location"]) == (307, "/embed/sharding?gpus=8")


def test_a_frame_whose_address_is_mistyped_says_so_and_leads_out(client):
    """The pages that others are sent to on a mistake may not be framed: their links would show a refusal."""
    answer = client.get("/embed/shrading?gpus=8")
    assert answer.status_code == 404
    html5lib.HTMLParser(strict=True).parse(answer.text)
    assert 'class="site"' not in answer.text
    links = re.findall(r"<a [^>]*>", answer.text)
    assert links
    assert all('target="_blank" rel="noopener"' in link for link in links)


def framers(answer):
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    return policy["frame-ancestors"]
