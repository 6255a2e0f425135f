"""The choice between GB and GiB, on the page."""

from tests.browser.drive import settle


def test_with_gib_chosen_memory_is_in_gib_and_the_address_stays_exact(open_page):
    page = open_page("/steps/data-parallel?gpu_memory=80GB&units=GiB")
    box, bounds = page.locator("#gpu_memory-box"), page.locator("#gpu_memory-help [data-accepted]")
    assert (box.input_value(), bounds.text_content()) == ("≈74.5GiB", "0.932GiB to 9.09TiB")
    page.get_by_role("radio", name="GB", exact=True).check()
    settle(page)
    assert (box.input_value(), bounds.text_content()) == ("80GB", "1GB to 10TB")
    page.get_by_role("radio", name="GiB", exact=True).check()
    settle(page)
    assert (box.input_value(), bounds.text_content()) == ("≈74.5GiB", "0.932GiB to 9.09TiB")
    assert "gpu_memory=80GB" in page.url
    box.focus()
    page.keyboard.type("80GiB")  # over what was there
    page.keyboard.press("Tab")
    settle(page)
    assert box.input_value() == "80GiB"
    assert "gpu_memory=85899345920B" in page.url
