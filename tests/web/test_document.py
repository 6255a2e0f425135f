"""The API does what its OpenAPI document says, whatever is asked; and every page is HTML that closes what it opens."""

import html5lib
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from app.main import create_app
from app.memory.scenario import FIELDS
from app.settings import Settings
from app.steps.catalog import PAGES

application = create_app(Settings(_env_file=None))
schema = schemathesis.openapi.from_asgi("/openapi.json", application)

BOUNDED = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None, "derandomize": True}


@schema.parametrize()
@settings(max_examples=60, **BOUNDED)
def test_every_answer_is_as_documented(case):
    case.call_and_validate(excluded_checks=[positive_data_acceptance])  # a text may be any, and not every text is a number


NAMES = st.sampled_from([*FIELDS, "model", "gpu", "theme", "hide", "lock", "answers", "question", "answer", "reveal"]) | st.text(max_size=6)
TEXTS = st.text(max_size=30) | st.sampled_from(
    ["7B", "64", "80GB", "none", "on", "all", "GiB", "dark", "<b>", "'\"", "]]>", "</script>", "-->"]
)


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
@given(data=st.data())
@settings(max_examples=6, **BOUNDED)
def test_pages_are_valid_whatever_is_asked(client, caplog, step, data):
    pairs = data.draw(st.lists(st.tuples(NAMES, TEXTS), max_size=6))
    answer = client.get(step.path, params=[(name, text.encode("utf-8", "replace").decode()) for name, text in pairs])
    assert answer.status_code == 200
    html5lib.HTMLParser(strict=True).parse(answer.text)  # raises at the first fault, such as an element that is not closed
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.parametrize("path", ["/about", "/notes", "/nothing", f"/{'x' * 5000}"])
def test_other_pages_are_valid(client, path):
    html5lib.HTMLParser(strict=True).parse(client.get(path).text)
