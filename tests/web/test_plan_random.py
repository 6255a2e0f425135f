"""Whatever stands in the address or the body, the planner answers: with a page, with numbers, or with words about what is wrong."""

import json

import html5lib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.memory.architecture.published import PUBLISHED
from app.memory.run_fields import FIELDS

BOUNDED = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None, "derandomize": True}
KEYS = sorted({key for entry in PUBLISHED.values() for key in entry.keys})
NAMES = st.sampled_from([*FIELDS, *KEYS, "gpu", "theme", "config", "over"]) | st.text(max_size=6)
TEXTS = st.text(max_size=20) | st.sampled_from(
    [
        "7B",
        "64",
        "80GB",
        "llama",
        "gpt2",
        "config",
        "sizes",
        "fsdp2",
        "full",
        "hsdp",
        "true",
        "null",
        "[1,2]",
        "1" * 50,
        "1e400",
        "<b>",
        "-1",
    ]
)
VALUES = st.none() | st.booleans() | st.integers(-10, 10**40) | st.floats() | st.text(max_size=8) | st.lists(st.integers(0, 9), max_size=3)


def encoded(text):
    return text.encode("utf-8", "replace").decode()


@given(pairs=st.lists(st.tuples(NAMES, TEXTS), max_size=8))
@settings(max_examples=60, **BOUNDED)
def test_pages_are_valid_whatever_is_asked(client, caplog, pairs):
    answer = client.get("/plan", params=[(encoded(name), encoded(text)) for name, text in pairs])
    assert answer.status_code == 200
    html5lib.HTMLParser(strict=True).parse(answer.text)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@given(slug=st.sampled_from(sorted(PUBLISHED)), changes=st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), VALUES, max_size=4))
@settings(max_examples=80, **BOUNDED)
def test_a_config_with_anything_in_it_is_counted_or_refused_by_name(client, slug, changes):
    answer = client.post("/api/v1/plan?gpus=8", content=json.dumps({**PUBLISHED[slug].keys, **changes}))
    assert answer.status_code in (200, 422)
    if answer.status_code == 200:
        assert client.get(answer.json()["address"].replace("/plan", "/api/v1/plan", 1)).json()["peak"] == answer.json()["peak"]
    else:
        (reason,) = answer.json()["detail"]
        assert reason["field"]
        assert reason["accepted"]


@given(body=st.binary(max_size=200))
@settings(max_examples=60, **BOUNDED)
def test_no_body_is_too_strange(client, body):
    for path in ("/api/v1/plan", "/plan"):
        assert client.post(path, content=body).status_code == 422
