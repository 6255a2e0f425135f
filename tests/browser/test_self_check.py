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


def test_the_answer_is_shown_on_request(open_page):
    page = open_page("/self-check")
    page.locator("#bubble button[name=reveal]").click()
    settle(page)
    assert "808 MB: L_max = 4·ℓ" in result(page, "bubble")


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
