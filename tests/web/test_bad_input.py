"""Pages go on and say what they changed; the API refuses and says what it would take."""

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.memory.scenario import FIELDS
from app.steps.catalog import PAGES

LADDERS = [name for name, field in FIELDS.items() if field.kind == "ladder"]
UNUSABLE = [
    "",
    " ",
    "many",
    "-1",
    "0",
    "1e99",
    "9" * 400,
    "NaN",
    "nan",
    "inf",
    "Infinity",
    "-inf",
    "0x10",
    "1e",
    "७",
    "\u202e7B",
    "7B;8B",
    "'\"<b>",
]


def text_of(answer):
    return html.unescape(re.sub(r"<[^>]+>", " ", answer.text))


@pytest.mark.parametrize("name", LADDERS)
@pytest.mark.parametrize("text", UNUSABLE)
def test_the_api_names_field_range_and_example(client, name, text):
    answer = client.get("/api/v1/memory", params={name: text})
    assert answer.status_code == 422
    (told,) = answer.json()["detail"]
    assert (told["field"], told["accepted"], told["example"]) == (name, FIELDS[name].accepted, FIELDS[name].example)
    assert name in told["message"]
    assert len(told["given"]) <= 41


@pytest.mark.parametrize(("query", "field"), [("checkpointing=maybe", "checkpointing"), ("units=GB GiB", "units"), ("value=NaN", "value")])
def test_choices_and_real_numbers_are_refused_alike(client, query, field):
    assert client.get(f"/api/v1/memory?{query}").json()["detail"][0]["field"] == field


def test_all_problems_are_told_at_once(client):
    told = client.get("/api/v1/memory?params=x&gpus=y&model=z").json()["detail"]
    assert {each["field"] for each in told} == {"params", "gpus", "model"}


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
@pytest.mark.parametrize("text", UNUSABLE)
def test_pages_say_what_was_used_instead_and_keep_the_rest(client, step, text):
    answer = client.get(step.path, params={"params": text, "gpus": "8"})
    assert answer.status_code == 200
    assert "Used instead:" in text_of(answer)
    assert FIELDS["params"].accepted in text_of(answer)
    assert "gpus=8" in answer.text


def test_values_beyond_a_bound_become_the_bound(client):
    path = next(step.path for step in PAGES if "gpus" in step.controls)
    assert "Used instead: 65536." in text_of(client.get(f"{path}?gpus=70000"))
    assert "Used instead: 1." in text_of(client.get(f"{path}?gpus=-5"))


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_unknown_parameters_are_ignored(client, step):
    assert client.get(f"{step.path}?utm_source=mail&a[]=1").content == client.get(step.path).content


def test_of_repeated_settings_the_last_counts_and_it_is_said(client):
    path = next(step.path for step in PAGES if "gpus" in step.controls)
    told = text_of(client.get(f"{path}?gpus=2&gpus=8"))
    assert "given more than once" in told
    assert "Used instead: 8." in told
    assert client.get("/api/v1/memory?gpus=2&gpus=8").status_code == 422
    assert client.get("/api/v1/memory?gpus=8&gpus=8").json()["scenario"]["gpus"] == 8


def test_many_repetitions_are_one_problem(client):
    query = "&".join(f"gpus={number}" for number in range(1, 400))
    assert len(client.get(f"/api/v1/memory?{query}").json()["detail"]) == 1


@pytest.mark.parametrize("raw", ["params=%FF%FE", "params=%", "params=%ZZ", "%FF=1", "gpus=%00", "&&==&", "params", "?", "params=7%C2%A0B"])
def test_broken_escapes_are_no_fault(client, raw):
    assert client.get(f"{PAGES[0].path}?{raw}").status_code == 200
    assert client.get(f"/api/v1/memory?{raw}").status_code in (200, 422)


@pytest.mark.parametrize(
    "path", ["/%FF", "/steps/%00", "/steps/..%2f..%2fetc%2fpasswd", "/static/x/%2e%2e/%2e%2e/pyproject.toml", "/steps/0", "/steps/8"]
)
def test_paths_that_lead_nowhere(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("over", ["", "rank", "units", "params<script>", "PARAMS"])
def test_a_sweep_over_no_slider_is_refused(client, over):
    path = next(step.path for step in PAGES if "params" in step.controls)
    answer = client.get(f"{path.rstrip('/')}/sweep", params={"over": over})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["field"] == "over"
    assert "params" in answer.json()["detail"][0]["accepted"]


def test_what_was_given_cannot_become_markup(client):
    answer = client.get(PAGES[0].path, params={"params": "<script>alert(1)</script>", "theme": '"><script>', "hide": "<b>"})
    assert "<script>alert" not in answer.text
    assert '"><script>' not in answer.text


NAMES = st.sampled_from([*FIELDS, "model", "gpu", "theme", "hide", "lock", "answers", "over"]) | st.text(max_size=8)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.integers().map(str),
    st.floats().map(str),
    st.builds("{}{}".format, st.floats(min_value=0, max_value=1e18), st.sampled_from(["", "B", "T", "GB", "GiB", " q"])),
)


@given(step=st.sampled_from(PAGES), pairs=st.lists(st.tuples(NAMES, TEXTS), max_size=6), kind=st.sampled_from(["", "/live", "/sweep"]))
@settings(max_examples=200, deadline=None)
def test_no_query_breaks_a_page(client, step, pairs, kind):
    path = f"{step.path.rstrip('/')}{kind}" or "/"
    answer = client.get(path, params=[(name, text.encode("utf-8", "replace").decode()) for name, text in pairs])
    assert answer.status_code in ((200,) if not kind else (200, 422))


@given(raw=st.binary(max_size=80).map(lambda some: "".join(f"%{byte:02X}" for byte in some)))
@settings(max_examples=100, deadline=None)
def test_no_bytes_break_a_page(client, raw):
    assert client.get(f"{PAGES[0].path}?params={raw}&{raw}=1").status_code == 200
    assert client.get(f"/steps/{raw}").status_code in (200, 307, 404)
