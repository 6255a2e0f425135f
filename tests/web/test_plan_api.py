"""`/api/v1/plan`: the account’s exact integers, and refusals that name the field, what is accepted and an example."""

import json

import pytest

from app.memory import Plan, account_of, largest_batch, recipe_of, smallest_gpus, traffic_of
from app.memory.architecture import architecture_of
from app.memory.architecture.document import MOST_BYTES
from tests.memory.architecture import configs

LLAMA = configs.text("llama-3-8b")
QUERY = "gpus=8&recipe=fsdp2&checkpointing=full"


def plan(**settings):
    units = architecture_of(LLAMA).units
    return Plan(units, gpus=8, batch=4, seq=2048, recipe=recipe_of("fsdp2"), checkpointing="full", **settings)


def test_the_answer_is_the_account_of_the_memory_model(client):
    answer = client.get(f"/api/v1/plan?model=llama-3-8b&{QUERY}").json()
    account = account_of(plan())
    assert answer["peak"]["bytes"] == account.peak.total
    assert [phase["bytes"] for phase in answer["phases"]] == [phase.total for phase in account.phases]
    assert all(sum(phase["components"].values()) == phase["bytes"] for phase in answer["phases"])
    assert answer["room_bytes"] == 80 * 10**9 - account.peak.total
    assert answer["fits"] is True
    assert (answer["floor_bytes"], answer["persistent_bytes"]) == (account.floor, account.persistent)
    assert answer["lesson_bytes"] == 16 * 8_030_261_248 // 8 + 2 * 218_112_000
    assert answer["smallest_gpus_that_fit"] == smallest_gpus(plan())
    assert answer["largest_batch_that_fits"] == largest_batch(plan())
    assert answer["traffic"]["gathered_bytes"] == traffic_of(plan()).gathered_bytes
    assert [entry["strategy"] for entry in answer["strategies"]] == ["dp", "zero1", "zero2", "fsdp", "hsdp"]
    assert set(answer["peak"]["components"]) <= set(answer["components"])


def test_a_config_says_the_same_as_the_published_model(client):
    named = client.get(f"/api/v1/plan?model=llama-3-8b&{QUERY}").json()
    posted = client.post(f"/api/v1/plan?{QUERY}", content=LLAMA)
    assert posted.status_code == 200
    assert posted.headers["cache-control"] == "no-store"
    own = ("settings", "address", "model")
    assert {name: value for name, value in posted.json().items() if name not in own} == {
        name: value for name, value in named.items() if name not in own
    }
    assert posted.json()["model"]["keys"] == named["model"]["keys"]


def test_the_address_of_a_config_leads_to_the_same_numbers(client):
    posted = client.post(f"/api/v1/plan?{QUERY}", content=LLAMA).json()
    again = client.get(posted["address"].replace("/plan", "/api/v1/plan")).json()
    assert again == posted


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (LLAMA[: len(LLAMA) // 2], "config.json"),
        ("[1, 2]", "config.json"),
        ("", "config.json"),
        ('{"a":' * 99 + "1" + "}" * 99, "config.json"),
        ('{"text_config": ' + LLAMA + "}", "model_type"),
        (LLAMA.replace('"hidden_size": 4096', '"hidden_size": "4096"'), "hidden_size"),
        (LLAMA.replace('"hidden_size": 4096', '"hidden_size": -4096'), "hidden_size"),
        (LLAMA.replace('"num_hidden_layers": 32', '"num_hidden_layers": 1' + "0" * 30), "num_hidden_layers"),
        (LLAMA.replace('"vocab_size": 128256', '"vocab_size": NaN'), "config.json"),
    ],
    ids=range(9),
)
def test_a_bad_config_is_422_and_names_the_key(client, body, field):
    answer = client.post("/api/v1/plan", content=body)
    assert answer.status_code == 422
    (reason,) = answer.json()["detail"]
    assert reason["field"] == field
    assert reason["accepted"] in reason["message"]
    assert reason["example"]
    assert reason["message"].endswith(f"for example {reason['example']}.")


def test_a_body_larger_than_any_config_is_413(client):
    assert client.post("/api/v1/plan", content=b" " * MOST_BYTES).status_code == 422
    assert client.post("/api/v1/plan", content=b" " * (MOST_BYTES + 1)).status_code == 413
    assert client.post("/api/v1/plan", content=b"x" * 5_000_000).status_code == 413
    assert client.post("/api/v1/memory", content=b"x" * 20_000).status_code == 413


@pytest.mark.parametrize("query", ["gpus=-1", "gpus=0", "gpus=1e30", "recipe=fp8", "seq=half", "model=gpt5", "prefetch=9", "batch="])
def test_a_setting_that_cannot_be_used_is_422(client, query):
    for answer in (client.get(f"/api/v1/plan?{query}"), client.post(f"/api/v1/plan?{query}", content=LLAMA)):
        assert answer.status_code == 422
        reason = answer.json()["detail"][0]
        assert reason["field"] == query.split("=")[0]
        assert reason["accepted"]
        assert reason["example"]


@pytest.mark.parametrize(
    ("query", "example"), [("gpsu=64", "gpus=64"), ("stratgy=dp", "strategy=zero2"), ("chekpointing=full", "checkpointing=full")]
)
def test_a_slip_for_a_name_is_422(client, query, example):
    for answer in (client.get(f"/api/v1/plan?model=gpt2&{query}"), client.post(f"/api/v1/plan?{query}", content=LLAMA)):
        assert answer.status_code == 422
        assert (answer.json()["detail"][0]["field"], answer.json()["detail"][0]["example"]) == (query.split("=")[0], example)
    assert client.get("/api/v1/plan?utm_source=x&rank=1").status_code == 200


def test_the_keys_of_a_config_are_no_slips(client):
    keys = "model_type=gpt2&vocab_size=100&n_positions=10&n_embd=8&n_layer=2&n_head=2&batch_size=3"
    assert client.get(f"/api/v1/plan?{keys}").status_code == 200


def test_another_model_beside_a_config_contradicts_it(client):
    answer = client.post("/api/v1/plan?model=gpt2", content=LLAMA)
    assert (answer.status_code, answer.json()["detail"][0]["field"]) == (422, "model")
    assert client.post("/api/v1/plan?model=config", content=LLAMA).status_code == 200


def test_sizes_beside_a_model_contradict_it(client):
    answer = client.get("/api/v1/plan?model=llama-3-8b&params=9B")
    assert answer.status_code == 422
    assert (answer.json()["detail"][0]["field"], answer.json()["detail"][0]["given"]) == ("params", "9B")


def test_a_family_beside_a_model_of_another_contradicts_it(client):
    answer = client.get("/api/v1/plan?model=gpt2&model_type=llama")
    assert answer.status_code == 422
    assert "model_type “llama” cannot be used: it contradicts model, which is gpt2" in answer.json()["detail"][0]["message"]
    assert client.get("/api/v1/plan?model=gpt2&model_type=gpt2").status_code == 200
    assert "could not be used" not in client.get("/plan?model=gpt2&model_type=llama").text  # what its form without scripts sends


@pytest.mark.parametrize(
    ("changes", "example"),
    [
        ({"architectures": ["LlamaForSequenceClassification"]}, '["LlamaForCausalLM"]'),
        ({"n_layer": 5}, "32"),
        ({"is_encoder_decoder": True}, "false"),
    ],
)
def test_what_would_be_accepted_and_its_example_agree(client, changes, example):
    reason = client.post("/api/v1/plan", content=json.dumps(json.loads(LLAMA) | changes)).json()["detail"][0]
    assert (reason["field"], reason["example"]) == (next(iter(changes)), example)


def test_other_spellings_lead_to_one(client):
    answer = super(type(client), client).get("/api/v1/plan?gpus=8&model=gpt2&strategy=ZeRO3")
    assert (answer.status_code, answer.headers["location"]) == (308, "/api/v1/plan?model=gpt2&gpus=8&strategy=fsdp")


def test_it_is_documented(client):
    paths = client.get("/openapi.json").json()["paths"]["/api/v1/plan"]
    assert {"get", "post"} <= set(paths)
    assert {parameter["name"] for parameter in paths["get"]["parameters"]} >= {"model", "gpus", "recipe", "strategy", "wrapping"}
    example = paths["post"]["requestBody"]["content"]["application/json"]["example"]
    assert architecture_of(json.dumps(example)).units == architecture_of(LLAMA).units
    assert {"200", "413", "422"} <= set(paths["post"]["responses"])


def test_head_answers_as_get_does(client):
    assert client.head("/api/v1/plan?gpus=8").headers["etag"] == client.get("/api/v1/plan?gpus=8").headers["etag"]
