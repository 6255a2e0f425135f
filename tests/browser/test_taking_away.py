"""A figure can be saved, with its address and licence inside, and the link to a view can be copied."""

from pathlib import Path

import pytest

from tests.browser.drive import settle
from tests.conftest import until


def test_a_saved_svg_carries_title_address_and_licence(open_page):
    page = open_page("/steps/data-parallel?params=13B")
    with page.expect_download() as download:
        page.locator("#dp-copies [data-save=svg]").click()
    text = Path(download.value.path()).read_text()
    assert download.value.suggested_filename == "dp-copies.svg"
    assert "every GPU holds everything" in text
    assert "/steps/data-parallel?params=13B" in text.replace("&amp;", "&")
    assert "Cite this: FSDP walkthrough" in text
    assert "Licence: Apache-2.0" in text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_saved_png_is_a_png(open_page, theme):
    page = open_page("/steps/data-parallel", color_scheme=theme)
    with page.expect_download() as download:
        page.locator("#dp-copies [data-save=png]").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_the_copied_link_is_the_view_on_screen(open_page):
    page = open_page("/steps/data-parallel", permissions=["clipboard-read", "clipboard-write"])
    page.locator("#params-box").fill("13B")
    page.locator("#params-box").press("Enter")
    settle(page)
    page.locator("#dp-copies [data-copy-link]").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert "params=13B" in page.url


def test_a_link_copied_twice_says_so_and_then_says_its_name_again(open_page):
    page = open_page("/steps/data-parallel", permissions=["clipboard-read", "clipboard-write"])
    button = page.locator("#dp-copies [data-copy-link]")
    button.click()
    page.get_by_role("button", name="Copied").wait_for()
    button.click()
    until(page, "document.querySelector('#dp-copies [data-copy-link]').textContent.trim() === 'Copy link'")


def test_a_link_keeps_the_place_on_the_page_and_begins_where_the_site_is_known(open_page):
    page = open_page("/steps/data-parallel#memory-against-n", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("document.body.dataset.origin = 'https://walkthrough.example'")
    page.locator("#params-box").fill("13B")
    page.locator("#params-box").press("Enter")
    settle(page)
    assert page.url.endswith("#memory-against-n")
    page.locator("#dp-copies [data-copy-link]").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("https://walkthrough.example/steps/data-parallel?params=13B")


def test_without_a_clipboard_the_reader_is_told_where_the_link_is(open_page):
    page = open_page("/steps/data-parallel")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator("#dp-copies [data-copy-link]").click()
    page.get_by_role("button", name="Copy it from the address bar").wait_for()


def test_printed_pages_show_figures_and_no_controls(open_page):
    page = open_page("/steps/data-parallel")
    page.emulate_media(media="print")
    assert page.locator("#dp-copies .plot").is_visible()
    assert page.locator(".panel").first.is_hidden()
    assert page.locator("header.site").is_hidden()
