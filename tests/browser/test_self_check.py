"""The self-check and the summary's stages by keyboard, in a real browser."""

from playwright.sync_api import expect

from tests.browser.drive import assert_shows, live, settle


def result(page, name):
    return (page.locator(f"#{name} [data-result]").text_content() or "").replace("\u00a0", " ")


def test_enter_marks_an_answer_without_leaving_the_page(open_page):
    page = open_page("/self-check")
    before = page.url
    page.locator("#persistent-answer").fill("112 GB")
    page.keyboard.press("Enter")
    settle(page)
    assert "plain data parallelism" in result(page, "persistent")
    assert page.locator("#persistent-answer").input_value() == "112 GB"
    assert page.url.split("?")[0] == before.split("?")[0]


def test_what_is_missed_comes_back_and_is_summed_up_by_step(open_page):
    page = open_page("/self-check")
    state = "[data-summary=all-gather] td"
    page.locator("#bubble button[name=reveal]").click()  # asking for the answer is missing it
    settle(page)
    assert "808 MB: L_max = 4·ℓ" in result(page, "bubble")
    assert page.locator(state).all_text_contents() == ["not yet solid", "1", "0", "The bubble"]
    for number, knew in ((0, "yes"), (1, "no")):
        card = page.locator("details[data-card]").nth(number)
        card.locator("summary").click()
        card.locator(f"[data-knew={knew}]").click()
        assert not card.evaluate("card => card.open")
    again = page.locator("[data-missed-list] [data-card]")
    expect(again).to_have_count(1)  # two others later
    assert page.locator("[data-once-more]").text_content() == "Once more, below: The bubble."
    assert page.locator("[data-summary=parameter-bytes] [data-state]").text_content() == "✓ solid"  # it has one question here
    again.locator("[name=answer]").fill("808 MB")
    page.keyboard.press("Enter")
    expect(again.locator("[data-result]")).to_contain_text("Right.")
    assert page.locator(state).all_text_contents()[:3] == ["one more to go", "2", "1"]
    assert page.locator("[data-result]").first.get_attribute("id") == "data-parallel-result"
    ids = page.locator("[id]").evaluate_all("all => all.map((each) => each.id)")
    assert len(ids) == len(set(ids))
    box = page.locator("#total-answer")
    assert box.get_attribute("placeholder").replace("\u00a0", " ") == "like 3.5 GB"
    page.get_by_role("radio", name="GiB", exact=True).check()
    settle(page)
    assert box.get_attribute("placeholder").replace("\u00a0", " ") == "like 3.5 GiB"
    assert page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]


def test_a_result_goes_when_its_question_changes_and_a_fixed_one_stays(open_page):
    page = open_page("/self-check")
    for name, text in (("total", "28.8 GB"), ("traffic", "21B")):
        page.locator(f"#{name}-answer").fill(text)
        page.keyboard.press("Enter")
    settle(page)
    assert result(page, "total").startswith("Right.")
    page.locator("[data-control=gpus] [data-nudge='1']").click()
    settle(page)
    assert result(page, "total") == ""
    assert result(page, "traffic").startswith("Right.")
    page.locator("#total-answer").press("Enter")
    settle(page)
    assert "Not yet" in result(page, "total")  # 112 / 6 + 0.8 GB now


def test_without_scripts_the_form_brings_the_result(open_page):
    page = open_page("/self-check?gpus=8", scripts=False)
    page.locator("#persistent-answer").fill("14 GB")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "gpus=8" in page.url
    assert result(page, "persistent").startswith("Right.")


def test_the_stages_are_stepped_through_by_keyboard_and_stand_in_the_address(open_page, server):
    page = open_page("/summary")
    page.locator("[data-control=stage] [data-range]").focus()
    for stage in (2, 3, 4, 5):
        page.keyboard.press("ArrowRight")
        settle(page)
        assert f"stage={stage}" in page.url
        assert page.locator("#one-picture [data-title]").text_content().startswith(f"Stage {stage} of 5")
        assert_shows(page, live(page, server))


def test_play_goes_to_the_last_stage_and_stops_there(open_page):
    page = open_page("/summary?stage=3")
    page.locator("[data-play]").click()
    expect(page.locator("#one-picture [data-title]")).to_contain_text("Stage 5 of 5", timeout=20_000)
    expect(page.locator("[data-play]")).to_have_text("Play", timeout=20_000)
    settle(page)
    assert "stage=5" in page.url
