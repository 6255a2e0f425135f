"""What is true in a room, whatever is done to it and in whatever order."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from app.classroom.event import BINS, encoded, histogram, told
from app.classroom.keys import LETTERS, hash_of, new_code, new_ticket, read_code
from app.classroom.limits import Rate
from app.classroom.room import (
    TICKET_SECONDS,
    Refused,
    Room,
    ask,
    end,
    guess,
    is_over,
    offer,
    over,
    take,
    tell,
    turn,
    withdraw,
)

ROOM = Room("BCDF", hash_of("first"), ends=10_000, touched=0)
SECRETS = some.sampled_from(["first", "second", "third"])
SEATS = some.sampled_from(["seat-a", "seat-b", "seat-c"])
ACTS = some.one_of(
    some.tuples(some.just("tell"), SECRETS, some.sampled_from(["/", "/summary", "/retelling"])),
    some.tuples(some.just("ask"), SECRETS, some.just("/")),
    some.tuples(some.just("turn"), SECRETS, some.sampled_from(["open", "closed", "revealed"])),
    some.tuples(some.just("withdraw"), SECRETS, some.just("")),
    some.tuples(some.just("offer"), SECRETS, some.sampled_from(["ticket-1", "ticket-2"])),
    some.tuples(some.just("take"), SECRETS, some.sampled_from(["ticket-1", "ticket-2"])),
    some.tuples(some.just("guess"), SEATS, some.floats(-5, 15)),
)


def done(room, act, now):
    """A room after one act."""
    what, who, detail = act
    match what:
        case "tell":
            return tell(room, who, now, detail, "")
        case "ask":
            return ask(room, who, now, detail, 0, 10)
        case "turn":
            return turn(room, who, now, detail)
        case "withdraw":
            return withdraw(room, who, now)
        case "offer":
            return offer(room, who, now, detail)
        case "take":
            return take(room, detail, now, who)
    return guess(room, who, detail, 2)


def attempted(room, act, now):
    """The room after an act, and why it was refused, if it was."""
    try:
        return done(room, act, now), ""
    except Refused as refused:
        return room, refused.why


@given(some.lists(some.tuples(ACTS, some.integers(0, 100)), max_size=40))
def test_whatever_is_done_one_drives_a_seat_guesses_once_and_versions_grow(acts):
    room, now, driver, offered = ROOM, 0, "first", {}
    for act, seconds in acts:
        now += seconds
        what, who, detail = act
        allowed = {"take": offered.get(detail, -1) > now, "guess": True}.get(what, who == driver)
        after, why = attempted(room, act, now)
        assert why in (("", "question", "seats") if allowed else ("secret", "ticket"))
        if why:
            continue
        assert after == room or after.version == room.version + 1
        room = after
        if what == "offer":
            offered = {detail: now + TICKET_SECONDS}
        if what == "take":
            driver, offered = who, {}
        assert room.secret == hash_of(driver)
        assert len(room.guesses) <= 2
        assert all(0 <= value <= 10 for value in room.guesses.values())
        assert room.question or not room.guesses
        assert Room.from_json(json.loads(json.dumps(room.as_json()))) == room


def test_a_guess_is_revised_until_the_question_is_closed():
    room = ask(ROOM, "first", 1, "/", 0, 10)
    room = guess(guess(room, "seat-a", 3, 9), "seat-a", 4, 9)
    closed = turn(room, "first", 2, "closed")
    with pytest.raises(Refused, match="closed"):
        guess(closed, "seat-a", 5, 9)
    assert dict(closed.guesses) == {"seat-a": 4}
    assert guess(turn(closed, "first", 3, "open"), "seat-a", 5, 9).guesses == {"seat-a": 5}
    assert ask(closed, "first", 3, "/", 0, 10).guesses == {}


def test_a_room_ends_when_its_time_is_up_or_nobody_drives():
    assert not is_over(ROOM, 59, idle=60)
    assert is_over(ROOM, 60, idle=60)
    driven = tell(ROOM, "first", 50, "/summary", "")
    assert not is_over(driven, 109, idle=60)
    assert is_over(driven, 10_000, idle=20_000)
    assert not is_over(guess(ask(ROOM, "first", 1, "/", 0, 1), "seat-a", 1, 9), 60, idle=60)
    assert is_over(guess(ask(ROOM, "first", 1, "/", 0, 1), "seat-a", 1, 9), 61, idle=60)  # students do not keep it open


@pytest.mark.parametrize(
    "act", [lambda room: tell(room, "first", 1, "/", ""), lambda room: guess(room, "a", 1, 9), over, lambda room: end(room, "first")]
)
def test_nothing_is_done_in_a_room_that_has_ended(act):
    ended = end(ROOM, "first")
    if act is over:
        assert act(ended) is ended
    else:
        with pytest.raises(Refused, match="ended"):
            act(ended)


def test_where_the_driver_stays_nothing_changes_but_that_they_are_there():
    here = tell(ROOM, "first", 100, "/summary", "")
    assert tell(here, "first", 101, "/summary", "") is here
    assert tell(here, "first", 200, "/summary", "").touched == 200


@given(some.lists(some.floats(-3, 7), max_size=60))
def test_a_histogram_loses_no_guess_and_each_lies_in_its_bin(values):
    counts = histogram(values, -3, 7)
    assert len(counts) == BINS
    assert sum(counts) == len(values)
    for number in range(1, BINS):
        edge = -3 + 10 * number / BINS
        below = sum(value < edge for value in values)
        near = sum(math.isclose(value, edge, abs_tol=1e-9) for value in values)
        assert below - near <= sum(counts[:number]) <= below + near


def test_an_event_tells_no_secret_no_seat_and_no_guess_too_early():
    room = guess(ask(offer(ROOM, "first", 1, "ticket-1"), "first", 1, "/summary", 0, 10), "seat-a", 7.25, 9)
    text = encoded(room, 3).decode()
    for hidden in (room.secret, room.ticket, "seat-a", "7.25", "histogram"):
        assert hidden not in text
    assert text.startswith(f"id: {room.version}\ndata: {{")
    assert text.endswith("}\n\n")
    assert told(turn(room, "first", 2, "revealed"), 3)["question"]["histogram"][17] == 1  # 7.25 of 10 in 24 bins


def test_what_a_newer_release_keeps_besides_is_left_out():
    assert Room.from_json({**ROOM.as_json(), "mood": "good"}) == ROOM


def test_codes_are_read_as_people_type_them():
    for code in (*(new_code() for _ in range(100)), new_code(longer=True)):
        assert read_code(f" {code.lower()} ") == code
        assert set(code) <= set(LETTERS)
    assert len(new_ticket()) == 8


@pytest.mark.parametrize("text", ["", "ABC", "BCD", "BCDFGH", "BC1F", "BCDÉ", "BC/F", "AEIO"])
def test_what_can_be_no_code(text):
    assert read_code(text) is None


def test_no_letter_looks_like_another_or_like_a_digit():
    assert not set(LETTERS) & set("AEIOULQ") | set(LETTERS) & set("0123456789")


@given(some.lists(some.floats(0, 3), max_size=200), some.integers(1, 20))
def test_no_more_than_so_many_in_a_second(pauses, per_second):
    rate, now, allowed = Rate(per_second), 100.0, []
    for pause in pauses:
        now += pause
        if rate.allows(now):
            allowed.append(now)
    for start in allowed:
        assert sum(start <= each < start + 1 for each in allowed) <= 2 * per_second + 1


def test_a_clock_that_is_set_back_stops_nothing():
    rate = Rate(2)
    assert rate.allows(1000)
    assert rate.allows(10)


def test_a_ticket_is_void_after_its_time_and_after_another():
    offered = offer(ROOM, "first", 0, "ticket-1")
    with pytest.raises(Refused, match="opens nothing"):
        take(offered, "ticket-1", TICKET_SECONDS, "second")
    with pytest.raises(Refused, match="opens nothing"):
        take(offer(offered, "first", 1, "ticket-2"), "ticket-1", 2, "second")
    with pytest.raises(Refused, match="opens nothing"):
        take(replace(ROOM, ticket_ends=100), "", 1, "second")
