"""A lecturer and three students: they follow, leave, return, guess; the network goes and comes back; others try to drive."""

import logging
import re
from urllib.parse import urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error

from app.classroom import rooms
from app.classroom.room import is_over
from tests import conftest

STEP = "/steps/data-parallel"
SETTINGS = "Walkthrough.store.shown().address"


def until(page, expression):
    """Wait until an expression is true in a page that may be on its way to another."""
    try:
        conftest.until(page, expression)
    except Error:
        page.wait_for_load_state()
        conftest.until(page, expression)


def assert_is_for_everyone(page, width=320):
    """Axe finds nothing, and nothing is wider than a narrow screen."""
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    usual = page.viewport_size
    page.set_viewport_size({"width": width, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size(usual)


def said(page):
    return page.locator("[data-room-said]").first.text_content()


def settings(page):
    return page.evaluate(SETTINGS)


def shows(page, lecturer):
    """Wait until a page shows what the lecturer's does: the same address, settings and numbers."""
    path, wanted = lecturer.evaluate(f"[location.pathname, {SETTINGS}]")
    until(page, f"location.pathname === {path!r} && window.Walkthrough?.store?.shown()?.address === {wanted!r}")


def move(page, control, presses=1):
    slider = page.locator(f"[data-control={control}] [data-range]")
    slider.focus()
    for _ in range(presses):
        page.keyboard.press("ArrowRight")
    until(page, "Walkthrough.store.settled()")


@pytest.fixture
def lecture(open_page):
    """A function that opens a room and fills it: the lecturer's page, its code, and so many students'."""

    def begin(students):
        lecturer = open_page("/rooms", wait=False, color_scheme="dark")
        lecturer.get_by_role("button", name="Open a room").click()
        lecturer.wait_for_url("**/board")
        code = lecturer.locator("#room-code").text_content().removeprefix("Room ")
        assert re.fullmatch("[A-Z]{4,5}", code)
        assert_is_for_everyone(lecturer)
        lecturer.get_by_role("link", name="Start leading").click()
        until(lecturer, "document.documentElement.dataset.room === 'leading' && Walkthrough.room.state()")
        lecturer.goto(lecturer.url.replace("/?", f"{STEP}?"))
        until(lecturer, f"Walkthrough.room.state()?.address.startsWith({STEP!r})")
        joined = [open_page(f"/rooms/{code.lower()}", wait=False) for _ in range(students)]
        for student in joined:
            shows(student, lecturer)
            until(student, "document.documentElement.dataset.room === 'following' && Walkthrough.room.state()")
        return lecturer, code, joined

    return begin


def test_a_class_follows_leaves_returns_and_is_told_of_the_end(lecture, faults):
    lecturer, code, (first, second, third) = lecture(3)
    assert f"room={code}" in first.url
    move(lecturer, "gpus", 3)
    for student in (first, second, third):
        shows(student, lecturer)
    assert first.evaluate("document.activeElement === document.body")

    move(second, "params")  # on her own
    until(second, "document.documentElement.dataset.room === 'own'")
    assert_is_for_everyone(second)
    mine = settings(second)
    third.get_by_role("link", name=re.compile("Step 4")).click()
    until(third, "location.pathname === '/steps/sharding' && document.documentElement.dataset.room === 'own' && Walkthrough.room.state()")
    move(lecturer, "gpu_memory")
    shows(first, lecturer)
    assert settings(second) == mine
    second.keyboard.press("r")
    shows(second, lecturer)
    assert said(second) == f"Following room {code}."
    third.get_by_role("button", name="Return").click()
    shows(third, lecturer)
    third.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")  # Back, from the browser’s memory
    until(third, "document.documentElement.dataset.room === 'own'")
    third.keyboard.press("r")

    lecturer.reload()
    until(lecturer, "document.documentElement.dataset.room === 'leading'")
    first.context.set_offline(True)
    until(first, "document.documentElement.dataset.room === 'away'")
    lecturer.get_by_role("link", name=re.compile("Step 5")).click()
    lecturer.wait_for_url("**/steps/persistent-memory?*")
    until(lecturer, "window.Walkthrough?.store?.shown()")
    move(lecturer, "gpus")
    lecturer.context.set_offline(True)
    move(lecturer, "params")
    lecturer.context.set_offline(False)
    moved = lecturer.locator("#params-box").input_value()
    until(lecturer, f"{SETTINGS}.startsWith('params={moved}&')")
    first.context.set_offline(False)
    for student in (first, second, third):
        shows(student, lecturer)
    faults.clear()  # a browser notes each request that finds no network

    lecturer.get_by_role("button", name="Show code").click()
    board = lecturer.get_by_role("dialog")
    assert board.locator("#room-code").bounding_box()["height"] > 900 / 5  # of the screen
    assert_is_for_everyone(lecturer)
    until(lecturer, "document.querySelector('[data-room-count]').textContent.startsWith('3 pages')")
    board.locator("summary").click()
    board.get_by_role("button", name="End the room").click()
    board.get_by_role("button", name="Really end it").click()
    for page in (lecturer, first, second, third):
        until(page, "document.documentElement.dataset.room === 'gone'")
        assert said(page) == f"Room {code} has ended. This page works on its own."
        assert "room=" not in page.locator("footer [data-permalink]").get_attribute("href")
    move(first, "gpus")
    assert "room=" not in first.url
    late = first.goto(f"{first.url.split('/steps')[0]}/rooms/{code}")
    assert late.status == 404
    assert "it has ended" in first.locator("h1").text_content()
    faults.clear()  # the 404 just asked for


def test_only_who_has_the_secret_leads_and_hands_over_until_the_room_expires(lecture, open_page, server, faults, caplog, monkeypatch):
    lecturer, code, (student,) = lecture(1)
    forged = "forged-secret-of-a-student"
    with caplog.at_level(logging.INFO):
        student.evaluate("([code, secret]) => Walkthrough.tab.set(code, 'secret', secret)", [code, forged])
        student.reload()
        until(student, "document.documentElement.dataset.room === 'following'")
        assert said(student) == f"Somebody else leads room {code} now. You follow."
    faults.clear()  # the browser notes the refusal
    shows(student, lecturer)
    assert any(code in record.getMessage() for record in caplog.records)
    assert forged not in caplog.text

    lecturer.get_by_role("button", name="Show code").click()
    lecturer.locator("[data-room-dialog] summary").click()
    lecturer.get_by_role("button", name="Make a ticket").click()
    until(lecturer, "document.querySelector('[data-room-ticket-text]').textContent.length > 5")
    ticket = lecturer.locator("[data-room-ticket-text]").text_content()
    other = open_page("/rooms", wait=False)
    for given in (ticket, "XXXXXXXX"):  # it counts once, and no other counts
        taker = other if given == ticket else open_page("/rooms", wait=False)
        taker.get_by_label("Code of the room").last.fill(code.lower())
        taker.get_by_label("Ticket").fill(given)
        taker.get_by_role("button", name="Take over").click()
        until(taker, "document.documentElement.dataset.room === 'leading' || document.querySelector('[data-room-untaken]')?.textContent")
    assert "ticket" in taker.locator("[data-room-untaken]").text_content()
    faults.clear()
    until(lecturer, "document.documentElement.dataset.room === 'following'")
    assert said(lecturer) == f"Somebody else leads room {code} now. You follow."
    assert lecturer.locator("[data-room-dialog]").is_hidden()  # there is something to follow
    move(other, "gpus", 2)
    for page in (lecturer, student):
        shows(page, other)
    assert ticket not in other.content() + student.content()

    lecturer.goto(f"{lecturer.url}&view=projector")  # a projected window that follows, and is moved by itself
    until(lecturer, "window.Walkthrough?.projector?.deck.window() && Walkthrough.room?.state()")
    for key, mode, slug in (("4", "own", "sharding"), ("r", "following", "data-parallel")):
        lecturer.keyboard.press(key)
        until(lecturer, f"document.documentElement.dataset.room === '{mode}' && Walkthrough.projector.state.slug === '{slug}'")

    monkeypatch.setattr(rooms, "is_over", lambda room, now, idle: is_over(room, now + idle, idle))  # nobody leads for an hour
    for page in (other, lecturer, student):
        until(page, "document.documentElement.dataset.room === 'gone'")
        assert said(page) == f"Room {code} has ended. This page works on its own."
    move(student, "gpus")
    assert student.request.get(f"{server}/rooms/{code}", max_redirects=0).status == 404


def test_a_page_of_a_room_that_there_is_not_says_so_and_works(open_page, faults):
    page = open_page(f"{STEP}?room=ZZZZ", wait=False)
    until(page, "document.documentElement.dataset.room === 'gone'")
    assert said(page) == "There is no room ZZZZ, or it has ended."
    move(page, "gpus")
    assert "room=" not in page.url
    faults.clear()  # the browser notes the 404

    plain = open_page(f"{STEP}?room=ZZZZ", scripts=False)
    assert plain.get_by_role("link", name="To the lecturer’s page").get_attribute("href") == "/rooms/ZZZZ"


COUNTS = "[...document.querySelectorAll('.guess-crowd')].map((bar) => Number(bar.dataset.count))"


def test_a_class_guesses_together(lecture, open_page):
    lecturer, code, (first, second) = lecture(2)
    lecturer.get_by_role("button", name="Ask the room").click()
    for student, presses in ((first, 2), (second, 2)):
        until(student, "document.documentElement.dataset.roomAsks === 'open'")
        assert student.evaluate("document.activeElement === document.body")
        student.locator("[data-guess-range]").focus()
        for _ in range(presses):
            student.keyboard.press("PageUp")
    first.keyboard.press("End")  # changed her mind
    guess = second.locator("[data-mark=guess] text").text_content()
    answered = lecturer.locator("[data-room-answered]")
    until(lecturer, "document.querySelector('[data-room-answered]').textContent === '2 of 2 have answered.'")
    assert lecturer.locator("[data-mark=guess]").count() == 0  # which would lead the others
    second.reload()
    until(second, "document.querySelector('[data-room-answered]')?.textContent === 'Your guess is in; you may change it.'")
    assert second.locator("[data-mark=guess] text").text_content() == guess
    lecturer.get_by_role("button", name="Close the question").click()
    for student in (first, second):
        until(student, "document.querySelector('[data-guess-range]').disabled")
        assert student.evaluate(COUNTS) == []
    lecturer.get_by_role("button", name="Show the guesses").click()
    for page in (lecturer, first, second):
        until(page, f"{COUNTS}.length && document.querySelector('[data-guess]').dataset.phase === 'shown'")
        assert page.evaluate(COUNTS) == [1, 1]
        assert page.locator("[data-mark=truth]").count() == 1
        assert page.locator("[data-room-answered]").text_content().startswith("2 guesses; ")
        assert page.locator("[data-room-answered]").text_content().replace("\xa0", " ").endswith("The answer: 112 GB.")
    for student in (first, second):
        assert said(student) == f"Following room {code}."
        shows(student, lecturer)
    lecturer.reload()  # whoever comes now sees the same
    late = open_page(f"/rooms/{code}", wait=False, width=360, height=740)
    second.reload()
    for page in (late, second, lecturer):
        until(page, f"{COUNTS}.length && document.querySelector('[data-guess]').dataset.phase === 'shown'")
        assert page.evaluate(COUNTS) == [1, 1]
        until(page, "document.querySelector('[data-room-answered]').textContent.startsWith('2 guesses; ')")
        assert "Take twice as many GPUs, 8." in page.locator("[data-guess-text]").text_content()
    bars = "(() => { const { top, bottom } = document.querySelector('.guess-over').getBoundingClientRect(); return [top, bottom]; })()"
    until(late, f"(([top, bottom]) => top > 0 && bottom < innerHeight)({bars})")
    late.close()
    lecturer.locator("[data-room-table] summary").click()
    rows = lecturer.locator("[data-room-rows] tr").all_text_contents()
    assert len(rows) == 2
    assert_is_for_everyone(lecturer)
    lecturer.get_by_role("button", name="Take it away").click()
    until(lecturer, f"{SETTINGS}.includes('gpus=4&')")
    for page in (first, second):
        until(page, f"!document.documentElement.dataset.roomAsks && !{COUNTS}.length")
        shows(page, lecturer)
        assert said(page) == f"Following room {code}."
    assert answered.text_content() == ""

    second.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    assert second.evaluate("document.querySelector('#what').getBoundingClientRect().bottom") < 0
    lecturer.goto(f"{urljoin(lecturer.url, STEP)}?room={code}&view=projector&part=what")  # whose settings its address leaves out
    lecturer.set_viewport_size({"width": 1024, "height": 768})
    until(lecturer, "window.Walkthrough?.room?.page.guess.asked()")
    lecturer.get_by_role("button", name="Ask the room").click()
    until(second, "document.querySelector('#what').getBoundingClientRect().top >= 0")  # the part that the lecturer shows
    until(first, "document.documentElement.dataset.roomAsks === 'open'")
    first.locator("[data-guess-range]").focus()
    first.keyboard.press("PageUp")
    until(lecturer, "document.querySelector('[data-room-answered]').textContent === '1 of 2 have answered.'")
    lecturer.keyboard.press("a")  # closes the question
    for page in (lecturer, first):
        until(page, "document.documentElement.dataset.roomAsks === 'closed'")
    lecturer.keyboard.press("a")  # shows the guesses
    until(first, f"{COUNTS}.length")
    until(lecturer, "document.querySelector('[data-room-answered]').textContent.startsWith('One guess')")
    frame = lecturer.frame_locator("iframe:not(.away)")
    assert frame.locator(".guess-crowd").get_attribute("data-count") == "1"
    assert frame.locator("[data-mark=truth] text").text_content().replace("\xa0", " ") == "right: 112 GB"
    for student in (first, second):
        until(student, f"{SETTINGS}.includes('gpus=8&')")
    assert lecturer.evaluate("Walkthrough.room.page.part()") == "picture"
    panel = "document.querySelector('[data-room-question]').getBoundingClientRect().bottom"
    number = "Walkthrough.projector.deck.window().document.querySelector('.key:not([hidden])').getBoundingClientRect().top"
    until(lecturer, f"{panel} > 20 && {number} >= {panel} - 1")
    lecturer.keyboard.press("a")  # takes it away
    for student in (first, second):
        until(student, f"{SETTINGS}.includes('gpus=4&')")
