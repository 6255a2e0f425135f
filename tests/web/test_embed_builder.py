"""The builder writes, for each sort of course site, what shows exactly the view that was chosen."""

import html
import re

import html5lib
import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.steps.catalog import PAGES
from app.web.assets import folder
from app.web.embed_snippets import SITES as SNIPPETS
from app.web.embed_snippets import Framed, snippets

SITES = (
    "html",
    "moodle",
    "canvas",
    "wordpress",
    "open-edx",
    "notion",
    "myst",
    "jupyter",
    "quarto",
    "hugo",
    "docusaurus",
    "reveal",
    "markdown",
)
CHOSEN = "page=all-gather&figure=training-step&gpus=8&params=&theme=dark&state-layer=lock&state-params=hide&state-gpus=&seed="
EMBED = "http://testserver/embed/all-gather?gpus=8&theme=dark&hide=params&lock=layer&figure=training-step"


def codes(page):
    """The text to paste, by site."""
    return {name: html.unescape(code) for name, code in re.findall(r'id="for-([\w-]+)".*?<code>(.*?)</code>', page, re.DOTALL)}


def test_there_is_something_to_paste_for_every_site(client):
    assert tuple(codes(client.get("/embed").text)) == SITES


@pytest.mark.parametrize("site", SITES)
def test_what_is_pasted_shows_what_was_chosen(client, site):
    code = html.unescape(codes(client.get(f"/embed?{CHOSEN}").text)[site])
    if site == "markdown":
        picture, page = re.search(r"\]\((\S+)\)\]\((\S+)\)", code).groups()
        assert client.get(picture).headers["content-type"].startswith("image/")
        assert page == "http://testserver/steps/all-gather?gpus=8&theme=dark"
    elif site == "hugo":
        assert "http://testserver/embed/{{ .Get 0 }}" in code
        assert f'{{{{< fsdp "{EMBED.removeprefix("http://testserver/embed/")}" "' in code
    else:
        assert EMBED in code
    assert client.get(EMBED).status_code == 200


def test_the_preview_is_the_frame_itself(client):
    page = client.get(f"/embed?{CHOSEN}").text
    html5lib.HTMLParser(strict=True).parse(page)
    assert html.unescape(re.search(r'<iframe src="([^"]+)"[^>]* data-preview>', page)[1]) == EMBED.removeprefix("http://testserver")
    policy = client.get("/embed").headers["content-security-policy"]
    assert "frame-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


def test_the_form_shows_what_was_chosen(client):
    page = client.get(f"/embed?{CHOSEN}").text
    for name, value in (
        ("page", "all-gather"),
        ("figure", "training-step"),
        ("theme", "dark"),
        ("state-layer", "lock"),
        ("state-params", "hide"),
    ):
        select = re.search(rf'name="{name}"[^>]*>(.*?)</select>', page, re.DOTALL)[1]
        assert re.findall(r'value="([^"]*)" selected', select) == [value]
    assert re.search(r'name="gpus" value="8"', page)
    assert re.search(r'name="moment" value="" placeholder="1"', page)


@pytest.mark.parametrize("step", [step for step in PAGES if step.figures], ids=lambda step: step.slug)
def test_states_are_offered_for_what_the_frame_shows(client, step):
    for name in ("", *step.figures):
        builder = client.get("/embed", params={"page": step.slug, "figure": name}).text
        frame = client.get(f"/embed/{step.slug}", params={"figure": name}).text
        scene = re.search(r'<section class="scene">.*?</section>', frame, re.DOTALL)[0]  # where several are, the first alone is shown
        shown = re.findall(r'data-control="(\w+)"', scene)
        assert shown
        assert re.findall(r'name="state-(\w+)"', builder) == shown
        assert ("not in this frame" in builder) == (len(shown) < len(step.controls))


def test_a_state_of_what_the_figure_does_not_show_is_not_pasted(client):
    code = codes(client.get("/embed?page=limits&figure=one-gpu&state-batch=hide&state-gpus=lock&hidden=8192").text)["notion"]
    assert code == "http://testserver/embed/limits?hidden=8192&lock=gpus&figure=one-gpu"


def test_what_is_as_usual_is_not_written(client):
    code = codes(client.get("/embed?page=sharding&theme=auto&units=GB&stacks=theta&gpus=&state-gpus=&answers=1").text)["notion"]
    assert code == "http://testserver/embed/sharding"


def test_a_seed_stays_a_seed(client):
    code = codes(client.get("/embed?page=self-check&seed=ada&answers=0&params=&gpus=").text)["notion"]
    assert code == "http://testserver/embed/self-check?seed=ada&answers=0"


def test_the_key_that_a_seed_leads_to_answers_what_the_frame_asks(client):
    """With all that was set besides the seed, which a frame puts above what the seed stands for."""
    page = client.get("/embed?page=self-check&seed=ada&gpus=64&state-gpus=lock").text
    key = html.unescape(re.search(r'<a href="(/key\?[^"]+)"', page)[1])
    assert key == "/key?seeds=ada&gpus=64"
    assert '<a href="/key">' in client.get("/embed?page=self-check&seed=a+b&gpus=64").text


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_every_page_leads_to_the_builder_with_its_settings(client, step):
    link = html.unescape(re.search(r'<a href="(/embed\?[^"]+)"', client.get(f"{step.path}?gpus=8&lock=layer").text)[1])
    assert link == f"/embed?page={step.slug}&gpus=8&lock=layer"
    assert "/embed/" + step.slug + "?gpus=8&lock=layer" in codes(client.get(link).text)["notion"]


def test_what_cannot_be_used_is_told_and_not_pasted(client):
    page = client.get("/embed", params={"page": "sharding", "gpus": "<script>", "seed": "<b>", "theme": "pink"}).text
    html5lib.HTMLParser(strict=True).parse(page)
    assert "Used instead: 4." in page
    assert codes(page)["notion"] == "http://testserver/embed/sharding?gpus=4"
    assert "<script>alert" not in page
    assert "<b>" not in page


@pytest.mark.parametrize(
    ("query", "told", "used"),
    [
        ("page=nope", "page “nope” cannot be used: it is no page. Accepted: parameter-bytes or four-per-parameter", "parameter-bytes"),
        (
            "page=limits&figure=zz",
            "figure “zz” cannot be used: it is no figure of this page. Accepted: one-gpu or traffic",
            "all figures of the page",
        ),
        ("state-gpus=foo", "state-gpus “foo” cannot be used: it is not one of the choices. Accepted: lock or hide", "movable"),
        ("state-nope=hide", "state-nope “hide” cannot be used: there is no such setting. Accepted: params", "nothing"),
    ],
)
def test_what_cannot_be_used_of_its_own_form_is_told(client, query, told, used):
    page = html.unescape(client.get(f"/embed?{query}").text)
    assert told in page
    assert f"Used instead: {used}." in page


@pytest.mark.parametrize("query", ["", "page=limits&figure=&state-gpus=", CHOSEN])
def test_nothing_is_told_of_what_can_be_used(client, query):
    assert "cannot be used" not in client.get(f"/embed?{query}").text


def test_behind_a_proxy_the_public_address_is_pasted():
    there = TestClient(create_app(Settings(public_url="https://fsdp.example", root_path="/a", _env_file=None)))
    code = codes(there.get("/embed?page=sharding").text)["html"]
    assert 'src="https://fsdp.example/a/embed/sharding"' in code
    assert 'const walkthrough = "https://fsdp.example";' in code


def test_the_listener_is_ten_lines_and_checks_source_and_origin():
    listener = (folder("static") / "js" / "embed-host.js").read_text()
    lines = [line for line in listener.splitlines() if not line.startswith("//")]
    assert len(lines) <= 10
    assert "origin" in listener
    assert "contentWindow === source" in listener


def test_the_documentation_has_every_site_and_the_listener_itself():
    text = (folder("static").parent / "docs" / "embed.md").read_text()
    listed = re.findall(r"^\| ([^|]+) \|", text.split("## What the address says")[0], re.MULTILINE)[2:]
    assert [name.lower() for name in listed] == [site.lower() for _, site, *_ in SNIPPETS]
    assert (folder("static") / "js" / "embed-host.js").read_text() in text


def test_titles_cannot_break_out_of_a_snippet():
    odd = Framed(
        "https://a.example/embed/x?a=1&b=2",
        "https://a.example/x",
        "https://a.example/x.svg",
        'A "title" [of] <mine>',
        500,
        "https://a.example",
    )
    made = {each.id: each.code for each in snippets(odd, "")}
    assert 'title="A &quot;title&quot; [of] &lt;mine&gt;"' in made["moodle"]
    assert "a=1&amp;b=2" in made["moodle"]
    assert r"[![A \"title\"" not in made["markdown"]
    assert made["markdown"].startswith(r'[![A "title" \[of\] <mine>]')


def test_the_self_test_has_an_answer_before_any_script(client):
    page = client.get("/embed/self-test").text
    html5lib.HTMLParser(strict=True).parse(page)
    assert '<td data-test="scripts">no</td>' in page
