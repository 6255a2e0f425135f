"""Pointing at a figure, and playing a stepper."""

import pytest

from tests.browser.drive import assert_shows, live, settle
from tests.conftest import until


def test_pointing_at_a_gpu_lights_it_up(open_page, server):
    page = open_page("/steps/sharding?gpus=4&stacks=all")
    page.locator("[data-plot] .bars .point").nth(2).hover(force=True)  # the layer that listens lies above it
    until(page, "/[?&]rank=[0-3](&|$)/.test(location.search)")
    settle(page)
    answer = live(page, server)
    assert int(answer["controls"]["rank"]["text"]) in range(4)
    assert_shows(page, answer)


def moment(page):
    return int(page.locator("[data-control=moment] [data-range]").input_value())


def test_play_moves_on_until_another_control_is_moved(open_page):
    page = open_page("/steps/all-gather")
    play = page.locator("[data-control=moment] [data-play]")
    assert moment(page) == 1
    play.click()
    until(page, "Number(document.querySelector('[data-control=moment] [data-range]').value) >= 3")
    assert (play.get_attribute("aria-pressed"), play.text_content()) == ("true", "Pause")
    page.locator("[data-control=gpus] [data-range]").focus()
    page.keyboard.press("ArrowRight")
    assert (play.get_attribute("aria-pressed"), play.text_content()) == ("false", "Play")
    stopped = moment(page)
    page.wait_for_timeout(2000)  # more than two moments
    assert moment(page) == stopped
    settle(page)
    assert f"moment={stopped}" in page.url


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_play_goes_by_whole_moments(open_page, motion):
    page = open_page("/steps/all-gather", reduced_motion=motion)
    page.evaluate(
        """() => {
          window.seen = [];
          Walkthrough.store.listen(({ controls }) => window.seen.push(controls.moment.value));
        }"""
    )
    page.locator("[data-control=moment] [data-play]").click()
    until(page, "window.seen.length >= 3")
    assert page.evaluate("window.seen.slice(0, 3)") == [2, 3, 4]
