"""The pages of rooms, and a room as part of an address: carried by the site's own links, by none that is handed on."""

import html
import json
import re

import pytest
from starlette.testclient import TestClient

from app.classroom.channel import ALIVE_SECONDS, SOON
from app.classroom.room import TICKET_SECONDS, TOUCHED_SECONDS, Refused, Room, take
from app.classroom.rooms import HOUSEKEEPING_SECONDS
from app.main import create_app
from app.settings import Settings
from app.steps.catalog import PAGES
from app.web.assets import folder
from app.web.room_address import page_address
from app.web.stage import WALK


@pytest.fixture(scope="module")
def lecture():
    """A client, the code of an open room, and the secret."""
    with TestClient(create_app(Settings(_env_file=None)), follow_redirects=False) as client:
        room = client.post("/rooms").json()
        yield client, room["code"], room["secret"]


def test_whoever_joins_is_led_to_the_lecturers_page(lecture):
    client, code, secret = lecture
    told = client.put(f"/rooms/{code}/state", json={"address": "/steps/sharding?gpus=8"}, headers={"Authorization": f"Bearer {secret}"})
    assert told.status_code == 204
    assert client.get("/rooms", params={"code": f" {code.lower()} "}).headers["location"] == f"/rooms/{code}"
    joined = client.get(f"/rooms/{code.lower()}?theme=dark")
    assert (joined.status_code, joined.headers["cache-control"]) == (303, "no-store")
    assert joined.headers["location"] == f"/steps/sharding?gpus=8&theme=dark&room={code}"


def test_the_board_shows_code_address_and_a_picture_of_it(lecture):
    client, code, secret = lecture
    board = client.get(f"/rooms/{code}/board")
    assert f"{code}</p>" in board.text
    assert "testserver/rooms" in board.text
    assert secret not in board.text
    picture = client.get(f"/rooms/{code}/code.svg")
    assert (picture.headers["content-type"], picture.headers["cache-control"]) == ("image/svg+xml", "no-store")


def milliseconds(script, name):
    """A time that a script of the room’s pages waits."""
    text = (folder("static") / "js" / "room" / f"{script}.js").read_text(encoding="utf-8")
    return int(re.search(rf"const {name} = ([\d_]+);", text)[1])


def test_pages_and_server_mean_the_same_times(client):
    assert milliseconds("lead", "GAP") / 1000 >= SOON  # each state of a drag is sent on at once
    assert milliseconds("stream", "SILENCE") / 1000 > 2 * (ALIVE_SECONDS + HOUSEKEEPING_SECONDS)  # one sign of life may be lost
    heard_of = milliseconds("lead", "STAYING") / 1000
    idle = Settings.model_fields["room_idle_seconds"]
    assert TOUCHED_SECONDS < heard_of < idle.default / 2
    assert idle.description.endswith(f"every {heard_of:g}")
    told = (folder("docs") / "teach.md").read_text(encoding="utf-8")
    assert f"every {ALIVE_SECONDS} seconds" in told
    with pytest.raises(Refused) as refused:
        take(Room("BCDF", "", ends=10, touched=0), "ticket", 1, "secret")
    assert TICKET_SECONDS == 2 * 60
    for text in (client.get("/rooms").text, client.get("/?room=ZZZZ").text, told, refused.value.words):
        assert "for two minutes" in text


@pytest.mark.parametrize("path", ["/notes", "/evidence/usual", "/plan", "/predict/sharding"])
def test_pages_of_other_kinds_can_be_shown_to_a_room(client, path):
    assert client.get(path).status_code == 200
    assert page_address(f"{path}?theme=dark") == path


@pytest.mark.parametrize("path", ["/teach", "/evidence/none", "/handout/sharding", "/embed/sharding"])
def test_what_is_the_lecturers_alone_is_not_shown(path):
    assert page_address(path) is None


@pytest.mark.parametrize("path", ["/rooms/ZZZZ", "/rooms/ZZZZ/board", "/rooms/%3Cscript%3E", "/rooms/aeiou"])
def test_a_room_that_there_is_not_is_said_with_a_way_on(lecture, path):
    answer = lecture[0].get(path)
    assert answer.status_code == 404
    assert "or it has ended" in answer.text
    assert 'name="code"' in answer.text
    assert "<script>" not in answer.text


def test_what_is_no_code_is_said(client):
    assert "four or five letters" in client.get("/rooms?code=12").text
    assert "it is no room’s code" in html.unescape(client.get("/steps/sharding?room=12").text)


@pytest.mark.parametrize("step", PAGES, ids=lambda step: step.slug)
def test_a_room_is_carried_within_the_site_and_not_handed_on(client, step):
    page = html.unescape(client.get(f"{step.path}?gpus=8&room=zzzz").text)
    assert 'data-room="ZZZZ"' in page
    assert "room.js" in page
    carried = re.findall(r'href="([^"]*)" data-carry="/steps/', page)
    assert carried
    assert all("room=ZZZZ" in each for each in carried)
    handed_on = re.findall(r'(?:rel="canonical" href|data-permalink|property="og:url" content|rel="alternate"[^>]* href)="([^"]*)', page)
    handed_on += re.findall(r'<a href="([^"]*)" data-permalink', page)
    assert len(handed_on) >= 2
    assert not any("room" in each for each in handed_on)
    framed = client.get(f"/embed/{step.slug}?gpus=8&room=ZZZZ").text
    assert "ZZZZ" not in framed
    assert "room.js" not in client.get(step.path).text


@pytest.mark.parametrize("step", WALK, ids=lambda step: step.slug)
def test_a_page_of_a_room_knows_its_parts_on_the_projector(client, step):
    walk = json.loads(re.search(r'id="walk">(.*?)</script>', client.get(f"{step.path}?view=projector").text)[1])
    parts = next(page["parts"] for page in walk if page["slug"] == step.slug)
    assert f'data-parts="{" ".join(part["name"] for part in parts)}"' in client.get(f"{step.path}?room=ZZZZ").text
