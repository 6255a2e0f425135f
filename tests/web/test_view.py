"""How a page looks travels with every link, and what its author hid or locked cannot be moved by the way."""

import re

import pytest

from app.steps.catalog import PAGES

LOOK = "theme=dark&hide=units&lock=layer&answers=0"


def links(page, pattern):
    return [address.replace("&amp;", "&") for address in re.findall(pattern, page)]


def test_presets_and_the_way_back_keep_the_look(client):
    page = client.get("/steps/data-parallel?theme=dark&hide=units&answers=0").text
    presets = links(page, r'<a (?:class="reported" )?href="(\?[^"]*)" data-preset')
    assert len(presets) > 20
    for address in (*presets, *links(page, r'<a class="reset" href="[^"?]*(\?[^"]*)"')):
        assert "theme=dark&hide=units&answers=0" in address


@pytest.mark.parametrize(
    ("look", "models", "gpus"),
    [
        ("", True, True),
        ("lock=layer", False, True),
        ("hide=layer", True, True),
        ("hide=params", False, True),
        ("lock=gpu_memory", True, False),
    ],
)
def test_a_list_of_presets_is_offered_where_it_moves_nothing_that_is_locked(client, look, models, gpus):
    page = client.get(f"/retelling?{look}").text
    titles = re.findall(r'<span class="presets-title">(\w+)</span>', page)
    assert ("Model" in titles, "GPU" in titles) == (models, gpus)


@pytest.mark.parametrize("step", [step for step in PAGES if step.figures], ids=lambda step: step.slug)
def test_starting_over_keeps_what_is_hidden_or_locked_and_nothing_else(client, step):
    page = client.get(f"{step.path}?params=13B&gpus=64&batch=2&hide=gpus&lock=batch").text
    starts = links(page, r'<a class="reset" href="([^"]*)"')
    assert starts
    for start in starts:
        assert start == f"{step.path}?gpus=64&batch=2&hide=gpus&lock=batch"
    assert links(client.get(f"{step.path}?params=13B").text, r'<a class="reset" href="([^"]*)"')[0] == step.path
