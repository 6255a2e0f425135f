"""The planner with scripts: lists of choices, boxes, a config that is pasted, chosen or dropped, and everyone who reads it."""

import json
from urllib.parse import parse_qsl, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.drive import TABLES, assert_shows, live, settle
from tests.conftest import until
from tests.memory.architecture import configs

PLACES = pytest.mark.parametrize("path", ["/plan", "/plan?model=deepseek-v3&gpus=2048&recipe=bf16", "/evidence", "/evidence/fsdp1"])
GEMMA = configs.text("gemma-2-2b")


def settings(page):
    """What the address says."""
    return dict(parse_qsl(urlsplit(page.url).query))


def test_choosing_a_model_changes_everything_but_the_run(open_page, server):
    page = open_page("/plan?gpus=8&batch=2")
    page.select_option("#model-select", "llama-3-8b")
    settle(page)
    assert (settings(page)["model"], settings(page)["gpus"], settings(page)["batch"]) == ("llama-3-8b", "8", "2")
    assert not page.locator("[data-sizes]").is_visible()
    assert_shows(page, live(page, server))
    page.select_option("#model-select", "sizes")
    settle(page)
    assert page.locator("[data-sizes]").is_visible()


@pytest.mark.parametrize(
    ("name", "value"),
    [("recipe", "fsdp2"), ("strategy", "zero2"), ("wrapping", "ends"), ("checkpointing", "full")],
)
def test_each_choice_is_followed(open_page, server, name, value):
    page = open_page("/plan")
    page.select_option(f"#{name}-select", value)
    settle(page)
    assert settings(page)[name] == value
    assert_shows(page, live(page, server))


def test_a_slider_that_runs_ends_where_it_stopped(open_page, server):
    page = open_page("/plan?model=gpt2")
    page.locator("[data-control=gpus] [data-range]").focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    until(page, "Walkthrough.store.settled()")
    settle(page)
    assert settings(page)["gpus"] == page.locator("#gpus-box").input_value()
    assert_shows(page, live(page, server))


def test_a_running_slider_asks_for_one_answer_at_a_time(open_page):
    page = open_page("/plan?model=gpt2")
    under_way, most = set(), []
    page.on("request", lambda request: (under_way.add(request), most.append(len(under_way))) if "/plan/live" in request.url else None)
    for event in ("requestfinished", "requestfailed"):
        page.on(event, lambda request: under_way.discard(request))
    page.locator("[data-control=batch] [data-range]").focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    settle(page)
    assert max(most) == 1
    assert len(most) <= 8


def test_a_pasted_config_becomes_the_address(open_page, server):
    page = open_page("/plan?model=gpt2&gpus=16")
    page.fill("#config-text", GEMMA)
    with page.expect_navigation():
        page.click("[data-paste] button")
    settle(page)
    assert (settings(page)["model_type"], settings(page)["hidden_size"], settings(page)["gpus"]) == ("gemma2", "2304", "16")
    assert_shows(page, live(page, server))
    page.fill("#batch-box", "8")
    page.keyboard.press("Enter")
    settle(page)
    assert (settings(page)["batch"], settings(page)["hidden_size"]) == ("8", "2304")
    assert_shows(page, live(page, server))


def test_a_chosen_file_is_read(open_page, tmp_path):
    page = open_page("/plan?gpus=16")
    file = tmp_path / "config.json"
    file.write_text(GEMMA)
    with page.expect_navigation():
        page.set_input_files("[data-file]", str(file))
    assert settings(page)["model_type"] == "gemma2"


def test_a_dropped_file_is_read(open_page):
    page = open_page("/plan")
    transfer = page.evaluate_handle(
        """(text) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], "config.json", { type: "application/json" }));
          return transfer;
        }""",
        GEMMA,
    )
    with page.expect_navigation():
        page.dispatch_event("main", "drop", {"dataTransfer": transfer})
    assert settings(page)["hidden_size"] == "2304"


def test_a_file_that_is_too_large_is_refused_where_it_is(open_page, tmp_path):
    page = open_page("/plan")
    file = tmp_path / "config.json"
    file.write_text(" " * 300_000)
    page.set_input_files("[data-file]", str(file))
    until(page, "!document.querySelector('[data-paste-error]').hidden")
    assert "300,000 bytes" in page.text_content("[data-paste-error]")


def test_a_pasted_text_that_is_too_large_is_refused_where_it_is(open_page):
    page = open_page("/plan?model=llama-3-8b&gpus=16")
    page.evaluate("document.querySelector('#config-text').value = '\"'.repeat(5000000)")
    page.click("[data-paste] button")
    until(page, "!document.querySelector('[data-paste-error]').hidden")
    assert "5,000,000 bytes" in page.text_content("[data-paste-error]")
    assert (settings(page)["model"], settings(page)["gpus"]) == ("llama-3-8b", "16")


@pytest.mark.parametrize(("text", "said"), [("x" * 5_000_000, "bytes"), ('{"model_type":"llama","hidden_si', "not valid JSON")])
def test_without_scripts_a_rejected_text_leaves_the_page_as_it_was(open_page, faults, text, said):
    page = open_page("/plan?model=llama-3-8b&gpus=16&recipe=fsdp2", scripts=False)
    page.fill("#config-text", text)
    with page.expect_navigation():
        page.click("[data-paste] button")
    faults.clear()  # the browser logs the status
    assert said in page.text_content(".notice[role=status]")
    assert "nothing was changed: Llama 3 8B" in page.text_content(".notice[role=status]")
    assert "address" not in page.text_content(".notice[role=status]")
    assert (page.input_value("#model-select"), page.input_value("#gpus-box"), page.input_value("#recipe-select")) == (
        "llama-3-8b", "16", "fsdp2",
    )  # fmt: skip


def test_links_to_the_steps_carry_what_the_steps_know(open_page):
    page = open_page("/plan")
    page.select_option("#model-select", "llama-2-7b")
    settle(page)
    link = page.get_attribute("[data-carry='/steps/limits']", "href")
    assert dict(parse_qsl(urlsplit(link).query)) == {"params": "6738415616", "layer": "202383360"}


def test_from_a_step_to_its_account(open_page):
    page = open_page("/steps/persistent-memory")
    page.locator("[data-control=gpus] [data-range]").focus()
    page.keyboard.press("ArrowRight")
    settle(page)
    gpus = page.locator("#gpus-box").input_value()
    with page.expect_navigation():
        page.click("text=See the full account of this")
    assert settings(page)["gpus"] == gpus


def test_without_scripts_the_form_updates_the_page(open_page):
    page = open_page("/plan", scripts=False)
    page.select_option("#model-select", "llama-3-8b")
    page.select_option("#recipe-select", "fsdp2")
    page.fill("#gpus-box", "8")
    with page.expect_navigation():
        page.click("text=Update")
    assert (settings(page)["model"], settings(page)["gpus"], settings(page)["recipe"]) == ("llama-3-8b", "8", "fsdp2")
    assert "8,030,261,248 parameters" in page.text_content("main")
    assert "could not be used" not in page.text_content("main")


@PLACES
def test_a_page_passes_axe_in_light_and_dark_and_is_no_wider_than_a_narrow_or_zoomed_screen(open_page, path):
    page = open_page(path, color_scheme="light", wait=path.startswith("/plan"))
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        results = Axe().run(page)
        assert results.violations_count == 0, f"{theme}: {results.generate_report()}"
    page.evaluate(TABLES)
    for width in (1280, 640, 320):  # 640 px at 1280 px wide is a zoom of 200 %
        page.set_viewport_size({"width": width, "height": 740})
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_is_whole_before_any_script(open_page):
    page = open_page("/plan?model=llama-3-8b&gpus=8", scripts=False)
    assert page.locator("[data-figure] svg").count() >= 4
    assert json.loads(page.text_content("#page-data"))["step"] == "plan"
