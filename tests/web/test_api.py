"""The numbers for programs, against the lesson worked by hand."""

import json

import pytest

from app.memory.catalog import GPUS, MODELS
from app.memory.scenario import FIELDS
from app.web.quantities import MemoryAnswer


def memory(client, query=""):
    answer = client.get(f"/api/v1/memory{query}")
    assert answer.status_code == 200
    return answer.json()


def test_the_story_is_worked_by_hand(client):
    told = memory(client)
    assert told["dp_bytes"] == 112 * 10**9
    assert told["shard_parameters"] == 1_750_000_000
    assert told["padding_parameters"] == 0
    assert told["persistent_bytes"] == 28 * 10**9
    assert told["gathered_bytes"] == 808 * 10**6
    assert told["total_bytes"] == 28_808_000_000
    assert told["smallest_gpus_that_fit"] == 2
    assert (told["fits_data_parallel"], told["fits_sharded"]) == (False, True)


def test_activations_are_worked_by_hand(client):
    told = memory(client, "?batch=2&seq=1024&hidden=1000&layers=10&checkpointing=on")
    assert told["activation_bytes"] == 4 * 2 * 1024 * 1000 * 10 == 81_920_000
    assert told["activation_bytes_without_checkpointing"] == 1_310_720_000
    assert told["activation_bytes_with_checkpointing"] == 81_920_000 + 131_072_000
    assert told["total_with_activations_bytes"] == 28_808_000_000 + 212_992_000


def test_padding_is_worked_by_hand(client):
    told = memory(client, "?params=10&gpus=4&layer=3")
    assert (told["shard_parameters"], told["padding_parameters"]) == (3, 2)  # 3 + 3 + 3 + 1
    assert (told["persistent_bytes"], told["total_bytes"]) == (48, 60)
    assert (told["dp_cluster_bytes"], told["persistent_cluster_bytes"]) == (640, 192)
    assert (told["dp_traffic_elements"], told["sharded_traffic_elements"]) == (18, 27)  # 2·3·3 and 3·3·3


def test_integers_are_exact_beyond_floats(client):
    told = memory(client, "?params=999_999_999_999_999&gpus=1&layer=1")
    assert told["dp_bytes"] == 15_999_999_999_999_984
    assert told["total_bytes"] == 15_999_999_999_999_988


def test_no_number_of_gpus_is_null(client):
    assert memory(client, "?gpu_memory=1GB&layer=250M")["smallest_gpus_that_fit"] is None
    assert memory(client, "?gpu_memory=1GB&layer=249M")["smallest_gpus_that_fit"] == 28_000  # 4 MB left, 250,000 parameters each


def test_numbers_are_read_as_people_write_them(client):
    written = ("7B", "7e9", "7_000_000_000", "7,000,000,000", "7 billion")
    assert {memory(client, f"?params={text}")["dp_bytes"] for text in written} == {112 * 10**9}


@pytest.mark.parametrize(
    ("query", "field", "example"), [("gpsu=64", "gpsu", "gpus=64"), ("N=64", "N", "gpus=64"), ("parms=8B", "parms", "params=7B")]
)
def test_a_slip_for_a_name_is_refused_with_what_was_meant(client, query, field, example):
    answer = client.get(f"/api/v1/memory?{query}&utm_source=x&theme=dark")
    assert answer.status_code == 422
    (reason,) = answer.json()["detail"]
    assert (reason["field"], reason["example"]) == (field, example)
    assert reason["message"].startswith(f"{field} “{query.split('=')[1]}” cannot be used: there is no such setting. Accepted: ")
    assert client.get("/api/v1/memory?utm_source=x&theme=dark").status_code == 200


def test_every_quantity_has_unit_meaning_and_text(client):
    told = memory(client)
    amounts = {name for name in told if name not in ("scenario", "explained", "notes")}
    assert set(told["explained"]) == amounts
    assert told["explained"]["dp_bytes"]["unit"] == "bytes"
    assert told["explained"]["dp_bytes"]["text"] == "112\u00a0GB"
    assert memory(client, "?units=GiB")["explained"]["dp_bytes"]["text"] == "104\u00a0GiB"


def test_the_scenario_names_every_setting_as_used(client):
    assert set(memory(client)["scenario"]) == set(FIELDS)
    assert memory(client, "?gpus=8")["scenario"]["gpus"] == 8


def test_a_layer_larger_than_the_model_is_lowered_and_said(client):
    told = memory(client, "?params=1000&layer=2000")
    assert told["gathered_bytes"] == 4000
    assert "lowered from 2K to 1K" in told["notes"][0]


def test_presets_fill_what_is_not_given(client):
    told = memory(client, "?model=gpt2&gpu=t4-16gb&gpus=1")
    assert (told["dp_bytes"], told["gathered_bytes"]) == (16 * 124_439_808, 4 * 7_087_872)
    assert told["scenario"]["gpu_memory"] == 16 * 10**9
    assert memory(client, "?model=gpt2&params=1000&layer=10")["dp_bytes"] == 16_000


@pytest.mark.parametrize("name", FIELDS)
def test_openapi_documents_every_setting(client, name):
    documented = {each["name"]: each for each in client.get("/openapi.json").json()["paths"]["/api/v1/memory"]["get"]["parameters"]}
    field = FIELDS[name]
    assert field.help in documented[name]["description"]
    assert field.accepted in documented[name]["description"]
    assert client.get("/api/v1/memory", params={name: documented[name]["example"]}).status_code == 200


def test_openapi_documents_the_answers(client):
    answers = client.get("/openapi.json").json()["paths"]["/api/v1/memory"]["get"]["responses"]
    assert answers["200"]["content"]["application/json"]["schema"]["$ref"].endswith("/MemoryAnswer")
    assert answers["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/Refusal")


@pytest.mark.parametrize("query", ["", "?params=1&layer=1", "?gpu_memory=1GB&layer=250M", "?params=1000T&gpus=65536&units=GiB"])
def test_answers_are_of_the_documented_shape(client, query):
    told = memory(client, query)
    assert set(told) == set(MemoryAnswer.model_fields)
    MemoryAnswer.model_validate(told)


def test_the_catalogue_is_served_with_its_sources(client):
    told = client.get("/api/v1/catalog").json()
    assert {entry["slug"] for entry in told["models"]} == {model.slug for model in MODELS}
    assert len(told["gpus"]) == len(GPUS)
    assert all(entry["source"] and entry["date"] for entry in told["models"] + told["gpus"])
    assert {entry["slug"]: entry["params"] for entry in told["models"]}["gpt2"] == 124_439_808


def test_any_origin_may_read_it(client):
    for path in ("/api/v1/memory", "/api/v1/catalog", "/openapi.json", "/api/v1/memory?gpus=0"):
        assert client.get(path).headers["access-control-allow-origin"] == "*"


def test_it_is_plain_json(client):
    answer = client.get("/api/v1/memory")
    assert answer.headers["content-type"] == "application/json"
    json.loads(answer.content, parse_constant=lambda name: pytest.fail(name))
