"""The pages of rooms: open one or enter its code, go where its lecturer is, and the board that says how to join."""

from urllib.parse import urlsplit

import jinja2
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from app.classroom.keys import read_code
from app.classroom.rooms import Rooms
from app.classroom.store import Unreachable
from app.memory.scenario import Scenario
from app.web.address import home_of, root_of
from app.web.answers import Endpoint
from app.web.embed_links import discovery
from app.web.handout import code
from app.web.query import read_scenario
from app.web.room_refusals import NO_STORE
from app.web.rooms import PATH
from app.web.unframed import links_of_unframed
from app.web.view import View, read_view

THIS_MACHINE = ("127.0.0.1", "localhost", "::1")


def room_pages(env: jinja2.Environment, public_url: str, rooms: Rooms) -> list[Route]:
    """`/rooms`, `/rooms/<code>`, which leads to the lecturer's page, and `/rooms/<code>/board` with its QR code."""

    async def enter(request: Request) -> Response:
        typed = request.query_params.get("code", "")
        if room := read_code(typed):
            return RedirectResponse(f"{root_of(request.scope)}{PATH}/{room}", status_code=303, headers=NO_STORE)
        return _entrance(env, request, public_url, refused="A code has four or five letters. Look at it once more." if typed else "")

    async def join(request: Request) -> Response:
        room = read_code(request.path_params["code"])
        address = await _shown(rooms, room)
        if not room or address is None:
            return _entrance(env, request, public_url, missing=request.path_params["code"][:12])
        look = View(theme=read_view(request.query_params).theme, room=room).query
        joined = f"{root_of(request.scope)}{address}{'&' if '?' in address else '?'}{look}"
        return RedirectResponse(joined, status_code=303, headers=NO_STORE)

    return [Route(PATH, enter), Route(f"{PATH}/{{code}}", join), Route(f"{PATH}/{{code}}/board", _board(env, public_url, rooms)),
            Route(f"{PATH}/{{code}}/code.svg", _picture(public_url))]  # fmt: skip


async def _shown(rooms: Rooms, room: str | None) -> str | None:
    """Path and query within the site that the lecturer shows; None where there is no such room."""
    try:
        channel = await rooms.find(room) if room else None
    except Unreachable as error:
        raise HTTPException(503, "Rooms cannot be reached for a moment") from error
    return channel.room.address if channel else None


def _entrance(env: jinja2.Environment, request: Request, public_url: str, missing: str = "", refused: str = "") -> HTMLResponse:
    view = read_view(request.query_params)
    known = {} if missing else {"links": links_of_unframed(request, public_url)}
    body = env.get_template("rooms.html").render(
        root=root_of(request.scope), view=View(theme=view.theme), here="rooms", home=home_of(request, public_url), missing=missing,
        refused=refused, carried=view.address(read_scenario(request.query_params).scenario.address()), **known,
    )  # fmt: skip
    return HTMLResponse(body, status_code=404 if missing else 200, headers=NO_STORE | (discovery(known["links"].oembed) if known else {}))


def _board(env: jinja2.Environment, public_url: str, rooms: Rooms) -> Endpoint:
    async def board(request: Request) -> Response:
        room, home = read_code(request.path_params["code"]), home_of(request, public_url)
        if not room or await _shown(rooms, room) is None:
            return _entrance(env, request, public_url, missing=request.path_params["code"][:12])
        view = View(theme=read_view(request.query_params).theme, room=room)
        body = env.get_template("room.html").render(
            root=root_of(request.scope), view=view, here="rooms", home=home, local=urlsplit(home).hostname in THIS_MACHINE,
            carried=view.address(Scenario().address()),
        )  # fmt: skip
        return HTMLResponse(body, headers=NO_STORE)

    return board


def _picture(public_url: str) -> Endpoint:
    async def picture(request: Request) -> Response:
        room = read_code(request.path_params["code"])
        drawn = code(f"{home_of(request, public_url)}{PATH}/{room}") if room else ""
        return Response(drawn, 200 if room else 404, media_type="image/svg+xml", headers=NO_STORE)

    return picture
