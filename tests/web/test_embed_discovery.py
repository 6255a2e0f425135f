"""What other sites learn of a page whose address is pasted there: a frame, a title, a picture; and of other addresses nothing."""

import html
import re
from urllib.parse import parse_qs, quote, urlsplit

import html5lib
import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.memory.scenario import Scenario
from app.settings import Settings
from app.steps.catalog import PAGES
from app.steps.teaching import LESSONS
from app.web.embed import embed_path
from app.web.unframed import UNFRAMED

HERE = "http://testserver"
TAGS = r'<meta property="og:([^"]+)" content="([^"]*)">'
STRANGE = {
    "another site": "https://example.com/steps/sharding",
    "a site that begins with our name": f"{HERE}.example.com/steps/sharding",
    "a script": "javascript:alert(document.domain)//testserver/steps/sharding",
    "data": "data:text/html,<script>alert(1)</script>",
    "user information before another host": f"{HERE}@example.com/steps/sharding",
    "user information before our host": "http://evil.example@testserver/steps/sharding",
    "an encoded slash": f"{HERE}/steps%2Fsharding",
    "an encoded way up": f"{HERE}/steps/%2e%2e/steps/sharding",
    "a way up": f"{HERE}/steps/../steps/sharding",
    "a backslash": f"{HERE}\\@example.com/steps/sharding",
    "a backslash for a slash": f"{HERE}/steps\\sharding",
    "another port": f"{HERE}:8080/steps/sharding",
    "no scheme": "//testserver/steps/sharding",
    "another scheme": "ftp://testserver/steps/sharding",
    "brackets": "http://[testserver/steps/sharding",
    "a line end": f"{HERE}/steps/sharding\n",
    "a tab within": f"{HERE}/steps/sha\trding",
    "a space before": f" {HERE}/steps/sharding",
    "a page that is not there": f"{HERE}/steps/nothing",
    "an address that is no page": f"{HERE}/healthz",
    "evidence that is not there": f"{HERE}/evidence/nothing",
    "a huge address": f"{HERE}/steps/sharding?params={'7' * 3000}",
    "an address beyond all limits": f"{HERE}/steps/sharding?params={'7' * 30_000}",
    "nothing": "",
}


def drawn(picture):
    """The same picture as SVG, which takes no time."""
    return picture.replace(".png?", ".svg?")


def ask(client, address, **more):
    return client.get("/oembed", params={"url": address, **more})


def source(answer):
    """The address in a frame that is nothing but a frame."""
    found = re.fullmatch(r'<iframe src="([^"<>]*)"( [a-z]+="[^"<>]*")+ allowfullscreen></iframe>', answer["html"])
    return html.unescape(found[1])


@pytest.mark.parametrize("address", STRANGE.values(), ids=STRANGE)
def test_what_is_not_ours_is_not_found_and_not_repeated(client, address):
    answer = ask(client, address)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    told = answer.text.lower()
    assert not [part for part in ("example", "script", "sharding", "nothing/", "777") if part in told]


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_every_page_is_a_frame(client, step):
    for path in (step.path, embed_path(step)):
        answer = ask(client, f"{HERE}{path}").json()
        assert (answer["version"], answer["type"], answer["title"]) == ("1.0", "rich", step.title)
        assert source(answer) == f"{HERE}{embed_path(step)}"
        assert client.get(source(answer)).status_code == 200
        assert client.get(drawn(answer["thumbnail_url"])).status_code == 200


def test_the_self_test_is_a_frame_too_where_an_address_is_pasted(client):
    """WordPress shows nothing but a link for an address that it finds described nowhere."""
    page = client.get("/embed/self-test?theme=dark")
    described = html.unescape(re.search(r'json\+oembed" href="([^"]+)"', page.text)[1])
    assert f"<{described}>" in page.headers["link"]
    answer = client.get(described).json()
    assert (answer["type"], source(answer)) == ("rich", f"{HERE}/embed/self-test?theme=dark")
    assert f"<title>{answer['title']} ·" in page.text
    assert ask(client, f"{HERE}/embed/self-test", maxwidth=320).json()["height"] > answer["height"]


def test_the_frame_is_built_from_what_was_understood(client):
    settings = 'params=7e9&gpus=99999999&model=nothing&utm_source=x&theme=dark&hide=layer,onclick&x="><script>&figure=sharded-slices'
    answer = ask(client, f"{HERE}/steps/sharding?{quote(settings, safe='=&')}").json()
    assert source(answer) == f"{HERE}/embed/sharding?params=7B&gpus=65536&theme=dark&hide=layer&figure=sharded-slices"


def test_the_place_on_the_page_is_the_figure(client):
    answer = ask(client, f"{HERE}/steps/all-gather?gpus=8#training-step").json()
    assert source(answer) == f"{HERE}/embed/all-gather?gpus=8&figure=training-step"
    assert "/figures/all-gather/training-step." in answer["thumbnail_url"]


@pytest.mark.parametrize(
    ("most", "size"),
    [({}, (720, 880)), ({"maxwidth": 300, "maxheight": 500}, (300, 500)), ({"maxwidth": 5000}, (720, 880)), ({"maxwidth": 500}, (500, 910)),
     ({"maxwidth": "wide", "maxheight": "-3"}, (720, 880)), ({"maxwidth": "0", "maxheight": "²"}, (720, 880))],
)  # fmt: skip
def test_it_is_no_larger_than_allowed(client, most, size):
    answer = ask(client, f"{HERE}/steps/sharding", **most).json()
    assert (answer["width"], answer["height"]) == size
    assert f'width="{size[0]}" height="{size[1]}"' in answer["html"]


@pytest.mark.parametrize(("kind", "status"), [("json", 200), ("JSON", 200), ("xml", 501), ("yaml", 501)])
def test_it_is_given_as_json_alone(client, kind, status):
    assert ask(client, f"{HERE}/steps/sharding", format=kind).status_code == status


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_every_page_says_where_it_is_described(client, step):
    answer = client.get(f"{step.path}?gpus=8&theme=dark")
    told = html.unescape(re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', answer.text)[1])
    assert answer.headers["link"] == f'<{told}>; rel="alternate"; type="application/json+oembed"'
    described = client.get(told)
    assert described.status_code == 200
    assert parse_qs(urlsplit(source(described.json())).query)["gpus"] == ["8"]


def test_a_projected_page_has_the_preview_of_the_page(client):
    """A lecturer sends the address that is on the wall."""
    projected, page = (client.get(f"/steps/sharding?gpus=8{more}") for more in ("&view=projector", ""))
    assert re.findall(TAGS, page.text)
    assert re.findall(TAGS, projected.text) == re.findall(TAGS, page.text)
    assert projected.headers["link"] == page.headers["link"]


def test_a_framed_page_says_so_too_with_its_figure(client):
    told = re.search(r"<([^>]+)>", client.get("/embed/limits?figure=traffic&params=13B&hide=params").headers["link"])[1]
    assert source(client.get(told).json()) == f"{HERE}/embed/limits?params=13B&hide=params&figure=traffic"


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_a_preview_shows_the_very_settings(client, step):
    page = client.get(f"{step.path}?params=13B&gpus=64&units=GiB&theme=dark").text
    tags = {name: html.unescape(text) for name, text in re.findall(TAGS, page)}
    assert tags["title"] == step.title
    assert tags["url"].startswith(f"{HERE}{step.path}?")
    picture = urlsplit(tags["image"])
    asked = parse_qs(picture.query)
    assert {name: asked[name] for name in ("params", "gpus", "units", "theme")} == {
        "params": ["13B"], "gpus": ["64"], "units": ["GiB"], "theme": ["dark"],
    }  # fmt: skip
    assert client.get(drawn(tags["image"])).status_code == 200
    assert [asked["width"], asked["height"]] == [[tags["image:width"]], [tags["image:height"]]]


@pytest.mark.parametrize("path", [*UNFRAMED, "/evidence/usual"])
def test_a_page_without_a_frame_has_its_own_title_and_a_picture(client, path):
    answer = client.get(f"{path}?gpus=64&theme=dark")
    html5lib.HTMLParser(strict=True).parse(answer.text)
    tags = {name: html.unescape(text) for name, text in re.findall(TAGS, answer.text)}
    assert f"<title>{html.escape(tags['title'])} ·" in answer.text
    assert tags["url"].startswith(f"{HERE}{path}?")
    asked = parse_qs(urlsplit(tags["image"]).query)
    assert (asked["gpus"], asked["theme"]) == (["64"], ["dark"]) or path.startswith(("/predict/", "/handout/", "/notes"))
    assert client.get(drawn(tags["image"])).status_code == 200
    told = client.get(re.search(r"<([^>]+)>", answer.headers["link"])[1]).json()
    assert (told["title"], told["thumbnail_url"]) == (tags["title"], tags["image"])
    assert told["type"] == ("photo" if path == "/plan" else "link")


def test_no_page_is_without_a_preview(client):
    paths = [getattr(route, "path", "{") for route in client.app.router.routes]
    paths = [path for path in paths if not re.search(r"[{.]|/(live|sweep|answer)$|^/(figures|embed)/", path)]
    pages = [answer for answer in map(client.get, paths) if answer.headers.get("content-type", "").startswith("text/html")]
    assert len(pages) > len(PAGES) + len(UNFRAMED)
    assert [str(answer.url) for answer in pages if not re.search('property="og:image"|content="noindex"', answer.text)] == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_the_picture_of_a_guess_tells_no_answer(client, lesson):
    tags = dict(re.findall(TAGS, client.get(f"/predict/{lesson.slug}?gpus=8").text))
    picture = client.get(drawn(html.unescape(tags["image"]))).text
    assert lesson.question.shown(lesson.question.answer(Scenario(gpus=8)), Scenario()) not in picture


@pytest.mark.parametrize(
    ("most", "size"), [({}, [1200, 630]), ({"maxwidth": 600, "maxheight": 500}, [600, 500]), ({"maxwidth": 300}, None)]
)
def test_the_planner_is_a_picture_as_large_as_allowed(client, most, size):
    answer = ask(client, f"{HERE}/plan?model=llama-3-8b&gpus=64", **most).json()
    assert [answer.get("width"), answer.get("height")] == (size or [None, None])
    if size:
        picture = client.get(drawn(answer["url"])).text
        assert f'width="{size[0]}" height="{size[1]}"' in picture
        assert "gpus=64" in picture


def test_behind_a_proxy_all_addresses_begin_with_the_public_one():
    there = TestClient(create_app(Settings(public_url="https://fsdp.example", root_path="/a", _env_file=None)))
    page = there.get("/steps/sharding").text
    tags = dict(re.findall(TAGS, page))
    assert tags["image"].startswith("https://fsdp.example/a/figures/sharding/")
    assert 'href="https://fsdp.example/a/oembed?url=https%3A%2F%2Ffsdp.example%2Fa%2Fsteps%2Fsharding' in page
    assert source(ask(there, "https://fsdp.example/a/steps/sharding").json()) == "https://fsdp.example/a/embed/sharding"
    assert ask(there, "https://fsdp.example/steps/sharding").status_code == 404


def test_a_pasted_frame_has_the_preview_of_its_figure_at_its_settings(client):
    page = client.get("/embed/limits?figure=traffic&params=13B&gpus=64").text
    tags = {name: html.unescape(text) for name, text in re.findall(TAGS, page)}
    picture = urlsplit(tags["image"])
    assert "/limits/traffic." in picture.path
    assert parse_qs(picture.query)["params"] == ["13B"]
    assert client.get(tags["image"]).headers["content-type"] == tags["image:type"]
