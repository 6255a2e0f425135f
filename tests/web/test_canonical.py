"""Data has one spelling of each address, and what is spelled otherwise leads there in one step."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.main import create_app
from app.memory.scenario import FIELDS
from app.settings import Settings
from app.steps.catalog import PAGES, STEPS

LIVE = f"{STEPS[0].path}/live"
SVG = f"/figures/{STEPS[0].slug}/{next(iter(STEPS[0].figures))}.svg"


@pytest.fixture(scope="module")
def plain():
    """The application, and a client that follows nothing."""
    return TestClient(create_app(Settings(_env_file=None)), follow_redirects=False)


@pytest.mark.parametrize("spelling", ["7e9", "7_000_000_000", "7,000,000,000", "7%20billion", "7000M", "%37B", "7b", "+7B", "7B&params=7B"])
@pytest.mark.parametrize("path", [LIVE, SVG])
def test_all_spellings_lead_to_one(plain, path, spelling):
    answer = plain.get(f"{path}?params={spelling}")
    assert (answer.status_code, answer.headers["location"]) == (308, f"{path}?params=7B")
    assert "max-age" in answer.headers["cache-control"]
    assert plain.get(answer.headers["location"]).status_code == 200


@pytest.mark.parametrize("spelling", ["7e9", "7_000_000_000", "7%20billion", "7B"])
def test_the_api_answers_every_spelling_at_once(plain, spelling):
    answer = plain.get(f"/api/v1/memory?params={spelling}&foo=bar")
    assert answer.status_code == 200
    assert answer.json()["dp_bytes"] == 112_000_000_000


@pytest.mark.parametrize(
    ("asked", "led"),
    [
        ("gpus=8&params=13B", "params=13B&gpus=8"),
        ("utm_source=mail", ""),
        ("fbclid=1&gpus=8&theme=dark", "gpus=8"),
        ("gpu_memory=80e9", "gpu_memory=80GB"),
        ("gpus=8&model=gpt3-175b", "model=gpt3-175b&gpus=8"),
        ("rank=NONE&units=gib", "rank=none&units=GiB"),
        ("value=1e-1", "value=0.1"),
    ],
)
def test_order_foreign_names_and_cases_do_not_multiply(plain, asked, led):
    assert plain.get(f"{LIVE}?{asked}").headers["location"] == (f"{LIVE}?{led}" if led else LIVE)


def test_sweeps_and_pictures_keep_what_is_theirs(plain):
    over = STEPS[0].controls[0]
    assert plain.get(f"{STEPS[0].path}/sweep?over={over}&gpus=8").headers["location"].endswith(f"/sweep?gpus=8&over={over}")
    assert plain.get(f"{SVG}?height=0600&theme=dark&gpus=8").headers["location"].endswith(".svg?gpus=8&theme=dark&height=600")


def test_it_stays_under_the_root():
    under = TestClient(create_app(Settings(root_path="/fsdp")), follow_redirects=False)
    assert under.get(f"{LIVE}?params=7e9").headers["location"] == f"/fsdp{LIVE}?params=7B"


def test_pages_keep_what_was_written_and_say_what_matters(plain):
    answer = plain.get(f"{STEPS[0].path}?params=7e9&utm_source=mail")
    assert answer.status_code == 200
    told = answer.headers["no-vary-search"]
    assert told.startswith("key-order, params, except=(")
    for name in (*FIELDS, "model", "gpu", "theme", "hide", "lock", "answers", "question", "answer", "reveal"):
        assert f'"{name}"' in told
    assert plain.get(f"{STEPS[0].path}?gpus=8&params=7e9").content == plain.get(f"{STEPS[0].path}?utm=1&params=7e9&gpus=8").content


NUMBERS = st.builds(
    "{}{}".format, st.integers(1, 10**6), st.sampled_from(["", "k", "M", "e3", "B", "GB", "GiB", "_000"])
) | st.floats().map(str)


@given(step=st.sampled_from(PAGES), pairs=st.dictionaries(st.sampled_from([*FIELDS, "x"]), NUMBERS | st.text(max_size=5), max_size=5))
@settings(max_examples=150, deadline=None)
def test_nobody_is_led_twice(plain, step, pairs):
    first = plain.get(f"{step.path.rstrip('/')}/live", params={name: text.encode("utf-8", "replace") for name, text in pairs.items()})
    if first.status_code == 308:
        assert plain.get(first.headers["location"]).status_code == 200
