"""The headers that stand on every answer, whatever it is."""

import re

import pytest

from app.steps.catalog import PAGES, STEPS
from app.web.plotly import csp_hash

ANSWERS = [
    *(step.path for step in PAGES), f"{STEPS[0].path}/live", "/api/v1/memory", "/api/v1/memory?gpus=0", "/steps/1", "/nothing",
    "/healthz", "/readyz", "/robots.txt", "/favicon.ico", "/openapi.json",
]  # fmt: skip


@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_is_guarded(client, path):
    headers = client.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert "camera=()" in headers["permissions-policy"]
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]


@pytest.mark.parametrize("path", ANSWERS)
@pytest.mark.parametrize("accepted", ["gzip", "br", "identity"])
def test_vary_stands_once(client, path, accepted):
    assert client.get(path, headers={"accept-encoding": accepted}).headers.get_list("vary") == ["Accept-Encoding"]


def test_styles_are_allowed_by_hash():
    assert csp_hash("") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="  # published hash of the empty string


@pytest.mark.parametrize("path", [*(step.path for step in PAGES), f"/embed/{STEPS[0].slug}", "/about", "/nothing"])
def test_the_sheet_that_stands_in_a_page_is_the_one_its_policy_allows(client, path):
    answer = client.get(path)
    sheets = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    assert len(sheets) == 1
    assert f"'{csp_hash(sheets[0])}'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", STEPS[0].path])
def test_pages_are_not_for_other_origins(client, path):
    assert "access-control-allow-origin" not in client.get(path).headers


@pytest.mark.parametrize("path", [f"{STEPS[0].path}/live", f"{STEPS[0].path}/sweep?over={STEPS[0].controls[0]}"])
def test_data_may_be_read_from_a_sandboxed_frame(client, path):
    headers = client.get(path, headers={"origin": "null"}).headers
    assert headers["access-control-allow-origin"] == "*"
    assert headers["cross-origin-resource-policy"] == "cross-origin"


def test_nothing_is_stored_about_readers(client):
    for path in ANSWERS:
        assert "set-cookie" not in client.get(path).headers
