"""Page, live answer and sweep show the same numbers, because they come from the same presentation."""

import html
import json
import re

import pytest

from app.steps.catalog import FIELDS, PAGES
from app.steps.difference import restored
from tests.scenarios import EDGES, GPT2, GPT3, STORY


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="page-data">(.*?)</script>', page.text, re.DOTALL)[1])


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
@pytest.mark.parametrize("scenario", EDGES)
def test_page_and_live_agree(client, step, scenario):
    query = scenario.address(tuple(FIELDS))
    live = client.get(f"{step.path.rstrip('/')}/live?{query}").json()
    assert data_of(client.get(f"{step.path}?{query}")) == live


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
@pytest.mark.parametrize("scenario", [STORY, GPT3, GPT2], ids=["story", "gpt3", "gpt2"])
def test_sweep_and_live_agree_on_the_first_the_last_and_the_present_rung(client, step, scenario):
    query = scenario.address()
    for over in (name for name in step.controls if FIELDS[name].kind in ("ladder", "stepper")):
        swept = client.get(f"{step.path.rstrip('/')}/sweep?{query}&over={over}").json()
        rungs = swept["rungs"]
        for text in {next(iter(rungs)), next(reversed(rungs)), step.of(scenario).text(over)} & set(rungs):
            live = client.get(f"{step.path.rstrip('/')}/live?{step.of(scenario).but(**{over: FIELDS[over].read(text)}).address()}").json()
            assert restored(swept["base"], rungs[text]) == live


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_the_prose_shows_the_readouts_of_the_data(client, step):
    page = client.get(f"{step.path}?params=13B&gpus=8")
    shown = re.findall(r'<span data-readout="([^"]+)">([^<]*)</span>', page.text)
    readouts = data_of(page)["readouts"]
    for name, text in shown:
        assert html.unescape(text) == readouts[name]


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_the_address_restores_the_page(client, step):
    first = client.get(f"{step.path.rstrip('/')}/live?params=13B&gpus=6&layer=300M&units=GiB").json()
    assert client.get(f"{step.path.rstrip('/')}/live?{first['address']}").json() == first


SHOWN = [("data-parallel", "dp_bytes"), ("persistent-memory", "persistent_bytes"), ("all-gather", "total_bytes")]


@pytest.mark.parametrize(("slug", "quantity"), SHOWN)
@pytest.mark.parametrize("scenario", [STORY, GPT3, GPT2], ids=["story", "gpt3", "gpt2"])
def test_tables_hold_the_exact_integers_of_the_api(client, slug, quantity, scenario):
    query = scenario.address()
    exact = client.get(f"/api/v1/memory?{query}").json()[quantity]
    figures = client.get(f"/steps/{slug}/live?{query}").json()["figures"].values()
    assert f"{exact:,}" in {cell for figure in figures for row in figure["table"]["rows"] for cell in row}
