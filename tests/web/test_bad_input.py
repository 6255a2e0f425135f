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
    "\u0007B",
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
def test_foreign_parameters_are_ignored(client, step):
    assert client.get(f"{step.path}?fbclid=1&s=20&t=x&ref=y").content == client.get(step.path).content
    assert client.get(f"{step.path}?utm_source=mail&a[]=1").content == client.get(step.path).content


def test_of_repeated_settings_the_last_counts_and_it_is_said(client):
    path = next(step.path for step in PAGES if "gpus" in step.controls)
    told = text_of(client.get(f"{path}?gpus=2&gpus=8"))
    assert "given more than once" in told
    assert "Used instead: 8." in told
    assert client.get("/api/v1/memory?gpus=2&gpus=8").status_code == 422
    assert client.get("/api/v1/memory?gpus=8&gpus=8").json()["scenario"]["gpus"] == 8


@pytest.mark.parametrize("name", ["model", "gpu"])
def test_repeated_presets_are_said_too(client, name):
    one, other = {"model": ("gpt2", "gpt3-175b"), "gpu": ("t4-16gb", "h100-80gb")}[name]
    told = text_of(client.get(f"/summary?{name}={one}&{name}={other}"))
    assert f"{name} “{one}” cannot be used: it is given more than once." in told
    assert f"Used instead: {other}." in told
    assert client.get(f"/api/v1/memory?{name}={one}&{name}={other}").json()["detail"][0]["field"] == name


@pytest.mark.parametrize(
    ("path", "query", "used", "silent"),
    [
        ("/steps/sharding", "rank=100000", "Used instead: 3.", "There is no GPU"),
        ("/steps/sharding", "rank=100000&gpus=2", "Used instead: 1.", "There is no GPU"),
        ("/steps/all-gather", "moment=999&params=1000&layer=1000", "Used instead: 5.", "lies beyond"),
        ("/steps/all-gather", "layer=1e99&params=1000", "Used instead: 1K.", "was lowered"),
        ("/steps/sharding", "rank=1&rank=9", "There is no GPU 9 among 4 GPUs: the last one is lit up, GPU 3.", "GPU 1 among"),
    ],
)
def test_what_was_used_instead_is_what_the_page_shows(client, path, query, used, silent):
    told = text_of(client.get(f"{path}?{query}"))
    assert used in told
    assert silent not in told


def test_a_moment_that_this_run_does_not_have_is_said(client):
    address = "/steps/all-gather?params=1000&layer=1000&moment=21"
    assert "Moment 21 lies beyond the last one, which is shown: 5." in text_of(client.get(address))
    assert client.get(address.replace("?", "/live?")).json()["notices"] == ["Moment 21 lies beyond the last one, which is shown: 5."]


@pytest.mark.parametrize(
    ("query", "told", "used"),
    [
        ("theme=purple", "theme “purple” cannot be used: it is not one of the choices. Accepted: auto or light or dark", "auto"),
        ("theme=", "theme “” cannot be used", "auto"),
        ("theme=dark&theme=light", "theme “dark” cannot be used: it is given more than once", "light"),
        ("answers=maybe", "answers “maybe” cannot be used: it is not one of the choices. Accepted: 0 or 1, for example answers=0", "1"),
        (
            "hide=nonsense",
            "hide “nonsense” cannot be used: “nonsense” is no setting. Accepted: names of settings between commas",
            "nothing",
        ),
        ("lock=gpus,nonsense", "lock “gpus,nonsense” cannot be used: “nonsense” is no setting", "gpus"),
        ("parms=13B", "“parms” is no setting. Accepted: params, for example params=7B", "nothing"),
        ("gpsu=8", "“gpsu” is no setting. Accepted: gpus, for example gpus=64", "nothing"),
        ("gpuu=t4-16gb", "“gpuu” is no setting. Accepted: gpu, for example gpu=t4-16gb", "nothing"),
        ("gpu-memory=40GB", "“gpu-memory” is no setting. Accepted: gpu_memory", "nothing"),
        ("N=8", "“N” is no setting. Accepted: gpus, for example gpus=64", "nothing"),
        ("Theme=dark", "“Theme” is no setting. Accepted: theme, for example theme=dark", "nothing"),
    ],
)
def test_looks_and_names_that_there_are_none_of_are_said(client, query, told, used):
    page = text_of(client.get(f"/summary?{query}"))
    assert told in page
    assert f"Used instead: {used}." in page


def test_a_page_in_gib_speaks_of_gib(client):
    page = client.get("/summary?gpu_memory=80&units=GiB")
    told = text_of(page)
    assert (
        "gpu_memory “80” cannot be used: it has no unit. Accepted: 0.932GiB to 9.09TiB, for example 80GiB. Used instead: ≈74.5GiB."
        in " ".join(told.split())
    )
    live = client.get("/steps/data-parallel/live?gpu_memory=80GB&units=GiB").json()
    assert live["controls"]["gpu_memory"]["brief"] == "≈74.5GiB"
    assert live["controls"]["gpu_memory"]["accepted"] == "0.932GiB to 9.09TiB"
    assert "gpu_memory=80GB" in live["address"]


def test_a_question_that_there_is_none_of_is_said(client):
    told = text_of(client.get("/self-check?question=nothing&answer=7"))
    assert "question “nothing” cannot be used: it is no question of the self-check." in told


@pytest.mark.parametrize("query", ["theme=auto", "theme=dark&theme=dark", "answers=1", "answers=0", "hide=", "lock=gpus,&hide=rank"])
def test_looks_that_there_are_need_no_words(client, query):
    assert "could not be used" not in client.get(f"/summary?{query}").text


@pytest.mark.parametrize(
    "mark", ["\u202e", "\u202d", "\u2066", "\u200f", "\u200b", "\u2060", "\ufeff", "\u00ad", "\u061c", "\u2028", "\U000e0041"]
)
def test_marks_that_nobody_sees_change_nothing(client, mark):
    assert client.get("/api/v1/memory", params={"params": f"{mark}7{mark}B{mark}"}).json()["dp_bytes"] == 112 * 10**9
    told = client.get("/summary", params={"params": f"{mark}many{mark}", "hide": f"x{mark}y", "theme": f"{mark}pink"}).text
    assert "params “many” cannot be used" in told
    assert mark not in told


def test_words_in_another_direction_are_set_apart(client):
    told = client.get("/summary", params={"params": "שבעה 7"}).text
    assert "params “\u2068שבעה 7\u2069” cannot be used" in told


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
