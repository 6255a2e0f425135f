"""A handout is one side of paper, whatever the settings, and has neither buttons nor notices on it."""

import re

import pytest

from app.steps.catalog import STEPS
from app.web.handout import SHEETS

FULL = "params=1000T&gpus=65536&stacks=all&rank=65535&moment=21&stage=5&checkpointing=on&units=GiB"


def sides(page, paper):
    """How many sides of paper it prints on."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper, prefer_css_page_size=True)))


@pytest.mark.parametrize("step", SHEETS, ids=lambda step: step.slug)
def test_each_page_fits_on_one_side(open_page, step):
    page = open_page(f"/handout/{step.slug}", wait=False)
    assert sides(page, "Letter") == 1
    page.goto(f"{page.url}?{FULL}")
    assert sides(page, "A4") == 1


def test_all_steps_are_one_side_each(open_page):
    page = open_page("/handout?gpus=16", wait=False)
    assert sides(page, "A4") == len(STEPS)
    assert page.get_by_role("button", name="Print").is_visible()
    page.emulate_media(media="print")
    assert not page.get_by_role("button").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_the_link_of_a_page_follows_its_sliders(open_page):
    page = open_page("/steps/sharding")
    page.locator('[data-control="gpus"] [data-nudge="1"]').click()
    page.wait_for_timeout(500)
    page.get_by_role("link", name="Handout to print").click()
    assert "gpus=6" in page.url
    assert page.get_by_text("Each GPU keeps").first.is_visible()
