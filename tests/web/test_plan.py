"""The planner’s page: whole in its first answer, its state in the address, a pasted config turned into one, and nothing stored."""

import html
import json
import re
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import html5lib
import pytest

from app.memory.architecture.document import MOST_BYTES
from app.memory.run_fields import FIELDS
from app.steps.catalog import STEPS
from app.steps.plan import PAGE
from app.web.plan import SECTIONS
from tests.memory.architecture import configs
from tests.runs import LLAMA, PASTED, RUN_EDGES

QWEN = configs.text("qwen3-0.6b")


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="page-data">(.*?)</script>', page.text, re.DOTALL)[1])


def paste(client, text, query=""):
    return client.post(f"/plan{query}", content=urlencode({"config": text}), headers={"content-type": "application/x-www-form-urlencoded"})


def notices(answer):
    return [html.unescape(told) for told in re.findall(r'<div class="notice" role="status">(.*?)</div>', answer.text, re.DOTALL)]


@pytest.mark.parametrize("run", RUN_EDGES)
def test_page_and_live_say_the_same_and_the_page_is_valid(client, run):
    query = run.address(tuple(FIELDS))
    page = client.get(f"/plan?{query}")
    assert page.status_code == 200
    html5lib.HTMLParser(strict=True).parse(page.text)
    assert data_of(page) == client.get(f"/plan/live?{query}").json()


@pytest.mark.parametrize("run", RUN_EDGES)
def test_the_address_restores_the_page(client, run):
    first = client.get(f"/plan/live?{run.address()}").json()
    again = client.get(f"/plan/live?{first['address']}").json()
    assert again | {"notices": []} == first | {"notices": []}  # what was put right once needs no word again


def test_the_prose_shows_the_readouts_of_the_data(client):
    page = client.get("/plan?model=llama-3-8b&gpus=8")
    readouts = data_of(page)["readouts"]
    shown = re.findall(r'<span data-readout="([^"]+)">([^<]*)</span>', page.text)
    assert len(shown) >= 18
    for name, text in shown:
        assert html.unescape(text) == readouts[name]


def test_every_setting_has_a_control_with_its_present_value(client):
    page = client.get(f"/plan?{LLAMA.address()}").text
    assert set(FIELDS) == set(re.findall(r'<[^>]*\sdata-control="([a-z_]+)"', page))
    assert '<option value="llama-3-8b" selected>' in page
    assert '<option value="fsdp2" selected>' in page
    assert {name for _, names in SECTIONS for name in names} < set(PAGE.controls)


def test_the_form_works_without_scripts(client):
    page = client.get(f"/plan?{LLAMA.address()}").text
    assert '<form id="settings" method="get" action="/plan">' in page
    assert re.search(r"<fieldset[^>]* data-sizes hidden disabled>", page)  # sizes of a named model are not sent along
    assert not re.search(r"<fieldset[^>]* data-sizes hidden", client.get("/plan").text)


def test_a_pasted_config_becomes_its_few_numbers_in_the_address(client):
    answer = paste(client, QWEN, "?model=gpt2&gpus=3&theme=dark")  # the model before it goes
    assert answer.status_code == 303
    assert answer.headers["cache-control"] == "no-store"
    place = urlsplit(answer.headers["location"])
    given = dict(parse_qsl(place.query))
    assert (place.path, given["model_type"], given["hidden_size"], given["gpus"], given["theme"]) == ("/plan", "qwen3", "1024", "3", "dark")
    assert len(answer.headers["location"]) < 500
    page = client.get(answer.headers["location"])
    assert data_of(page)["figures"] == client.get(f"/plan/live?{PASTED.address()}").json()["figures"]
    assert 'name="hidden_size" value="1024"' in page.text
    assert "hidden_size" in re.search(r'data-fields="([^"]*)"', page.text)[1]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (QWEN[:100], "config.json"),
        ("", "config.json"),
        ('{"a":' * 99 + "1" + "}" * 99, "config.json"),
        (QWEN.replace('"hidden_size": 1024', '"hidden_size": -1024'), "hidden_size"),
        (QWEN.replace('"hidden_size": 1024', '"hidden_size": "1024"'), "hidden_size"),
        (QWEN.replace('"num_hidden_layers": 28', '"num_hidden_layers": 1' + "0" * 30), "num_hidden_layers"),
        ('{"model_type": "mamba"}', "model_type"),
        (" " * (MOST_BYTES + 1), "config.json"),
    ],
    ids=range(8),
)
def test_a_bad_config_is_refused_in_words_and_changes_nothing(client, text, field):
    answer = paste(client, text, "?model=gpt2&gpus=8")
    assert answer.status_code == 422
    html5lib.HTMLParser(strict=True).parse(answer.text)
    (notice,) = notices(answer)
    assert f"{field} cannot be used" in notice
    assert "for example" in notice
    assert "nothing was changed: GPT-2" in notice
    assert data_of(answer) == client.get("/plan/live?model=gpt2&gpus=8").json()


def test_a_pasted_text_comes_back_as_text(client):
    answer = paste(client, "</textarea><script>alert(1)</script>")
    assert "<script>alert" not in answer.text
    assert "&lt;/textarea&gt;&lt;script&gt;" in answer.text


@pytest.mark.parametrize("query", ["?model=gpt2&gpus=16", f"?{PASTED.address()}"], ids=["named", "config"])
def test_a_form_larger_than_any_config_keeps_the_page_and_its_settings(client, query):
    assert paste(client, '"' * (MOST_BYTES + 2000), query).status_code == 413
    answer = paste(client, "x" * 5_000_000, query)
    assert answer.status_code == 413
    (notice,) = notices(answer)
    assert "nothing was changed" in notice
    assert "it has 5,000,007 bytes. Accepted: at most 262,144 bytes" in notice
    assert data_of(answer) == client.get(f"/plan/live{query}").json()


def test_a_rejected_config_leaves_the_one_before_it_in_use(client):
    before = client.get(paste(client, QWEN, "?gpus=3").headers["location"])
    query = before.url.query.decode()
    (notice,) = notices(answer := paste(client, "{", f"?{query}"))
    assert "nothing was changed" in notice
    assert data_of(answer) == data_of(before)


def test_what_is_wrong_with_the_address_does_not_keep_a_config_out(client):
    answer = paste(client, QWEN, "?gpus=-3")
    assert answer.status_code == 303
    told = notices(paste(client, "{", "?gpus=-3"))
    assert "config.json cannot be used" in told[0]
    assert "gpus “-3” cannot be used" in told[1]
    assert "config.json" not in told[1]


def test_what_cannot_be_used_is_replaced_and_said(client):
    page = client.get("/plan?model=nope&recipe=fsdp9&gpus=-3&seq=many")
    assert page.status_code == 200
    for name in ("model “nope”", "recipe “fsdp9”", "gpus “-3”", "seq “many”"):
        assert f"{name} cannot be used" in page.text
    refusal = client.get("/plan/live?recipe=fsdp9")
    assert (refusal.status_code, refusal.json()["detail"][0]["field"]) == (422, "recipe")


def test_a_config_in_the_address_that_is_none_is_said_too(client):
    page = client.get("/plan?model_type=llama&hidden_size=4096")
    assert "num_attention_heads cannot be used: it is missing" in page.text


def test_data_has_one_spelling(client):
    for query, canonical in (
        ("gpus=8&model=llama-3-8b", "model=llama-3-8b&gpus=8"),
        ("checkpointing=on", "checkpointing=full"),
        ("strategy=zero3&gpu=h100-80gb", "gpu_memory=80GB&strategy=fsdp"),
        ("utm_source=x", ""),
    ):
        answer = super(type(client), client).get(f"/plan/live?{query}")
        assert answer.status_code == 308
        assert answer.headers["location"] == (f"/plan/live?{canonical}" if canonical else "/plan/live")


def test_the_steps_are_reached_with_what_they_know(client):
    page = client.get(f"/plan?{LLAMA.address()}").text
    link = html.unescape(re.search(r'href="(/steps/limits[^"]*)"', page)[1])
    assert dict(parse_qsl(urlsplit(link).query)) == {"params": "8030261248", "layer": "218112000", "gpus": "8", "checkpointing": "on"}
    assert "could not be used" not in client.get(link).text


def test_it_sends_the_same_headers_and_tags_as_other_pages(client):
    page = client.get("/plan")
    assert page.headers["etag"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert client.get("/plan", headers={"if-none-match": page.headers["etag"]}).status_code == 304
    assert client.get(f"/plan?model={quote('<b>')}").status_code == 200


def test_no_style_or_script_of_its_own_stands_in_the_page(client):
    page = client.get("/plan").text
    assert page.count("<style") == 1  # the site’s sheet
    assert not re.search(r"<[^>]*\s(style|on[a-z]+)=", page)
    assert all("src=" in tag or "application/json" in tag for tag in re.findall(r"<script[^>]*>", page))


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
def test_each_step_leads_to_the_account_of_its_own_run(client, step):
    page = client.get(f"{step.path}?params=6738415616&layer=202383360&gpus=16&gpu_memory=40GB&batch=2&seq=1024&checkpointing=on").text
    link = html.unescape(re.search(r'<a href="(/plan[^"]*)"[^>]*>See the full account of this', page)[1])
    controls = data_of(client.get(link))["controls"]
    texts = {name: controls[name]["text"] for name in ("model", "params", "gpus", "gpu_memory", "batch", "seq", "checkpointing")}
    assert texts == {
        "model": "llama-2-7b", "params": "6738415616", "gpus": "16", "gpu_memory": "40GB", "batch": "2", "seq": "1024",
        "checkpointing": "full",
    }  # fmt: skip


@pytest.mark.parametrize("name", PAGE.figures)
def test_each_figure_has_an_address_of_its_own(client, name):
    svg = client.get(f"/figures/plan/{name}.svg?{LLAMA.address()}&theme=dark")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert "model=llama-3-8b" in html.unescape(svg.text)
    assert ("logits and loss" in svg.text) == (name != "against-n")  # in the legend
    picture = client.get(f"/figures/plan/{name}.json?{LLAMA.address()}").json()
    assert picture["figure"] == client.get(f"/plan/live?{LLAMA.address()}").json()["figures"][name]["figure"]
    assert client.get(f"/figures/plan/{name}.svg?recipe=none").status_code == 422
