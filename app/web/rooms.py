"""A room that follows, for the scripts of its pages: opened, driven, asked, handed over and ended, and followed by server-sent events."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from app.classroom import room as changes
from app.classroom.channel import Change, Channel
from app.classroom.keys import new_secret, new_ticket, read_code
from app.classroom.room import Refused
from app.classroom.rooms import Full, NoStore, Rooms
from app.classroom.store import Unreachable
from app.web.room_body import Asking, Guessed, State, Ticket, Turning, Unusable, read, read_question, read_seat
from app.web.room_refusals import NO_STORE, Refusals
from app.web.room_stream import RoomStream

PATH = "/rooms"
STATUS = {"secret": 403, "ticket": 403, "question": 409, "seats": 429, "ended": 404}
UNREACHABLE = "Rooms cannot be reached for a moment. Try again."
NOT_SHARED = (
    "Rooms need a place that all workers share. Whoever runs this site: set FSDP_REDIS_URL, or let one worker answer (FSDP_WORKERS=1)."
)
Act = Callable[[Request, Channel], Awaitable[ASGIApp]]


def rooms_api(rooms: Rooms) -> list[Route]:
    """The addresses of rooms that are no pages. See `Acts` for what each does."""
    acts = Acts(rooms)
    return [
        Route(PATH, acts.open, methods=["POST"]),
        Route(f"{PATH}/{{code}}", acts.within("end", acts.end), methods=["DELETE"]),
        Route(f"{PATH}/{{code}}/events", acts.within("events", acts.events)),
        Route(f"{PATH}/{{code}}/state", acts.within("state", acts.state), methods=["PUT"]),
        Route(f"{PATH}/{{code}}/question", acts.within("question", acts.question), methods=["PUT"]),
        Route(f"{PATH}/{{code}}/guesses/{{seat}}", acts.within("guess", acts.guess), methods=["PUT"]),
        Route(f"{PATH}/{{code}}/hand-over", acts.within("hand-over", acts.hand_over), methods=["POST"]),
        Route(f"{PATH}/{{code}}/driver", acts.within("driver", acts.driver), methods=["POST"]),
    ]


class Acts:
    """What may be done in a room; each refusal is answered in words and logged."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.refusals = Refusals()

    def within(self, what: str, act: Act) -> Callable[[Request], Awaitable[ASGIApp]]:
        """An endpoint that finds the room first and tells what went wrong."""

        async def endpoint(request: Request) -> ASGIApp:
            code = read_code(request.path_params["code"]) or ""
            try:
                channel = await self.rooms.find(code) if code else None
                return await act(request, channel) if channel else JSONResponse({"detail": changes.NO_ROOM}, 404, NO_STORE)
            except Unusable as error:
                return JSONResponse({"detail": str(error)}, 422, NO_STORE)
            except Unreachable:
                return self.refusals.refuse(code, what, 503, UNREACHABLE, again_seconds=1)
            except Refused as refused:
                return self.refusals.refuse(code, what, STATUS[refused.why], refused.words)

        return endpoint

    async def open(self, _: Request) -> Response:
        """A new room: its code, and the secret of who drives it."""
        try:
            room, secret = await self.rooms.open()
        except NoStore:
            return self.refusals.refuse("", "open", 503, NOT_SHARED)
        except Unreachable:
            return self.refusals.refuse("", "open", 503, UNREACHABLE, again_seconds=1)
        except Full:
            words = (
                f"At most {self.rooms.limits.most_rooms} rooms may be open at once, and no more can be opened now. Try again in a minute."
            )
            return self.refusals.refuse("", "open", 429, words, again_seconds=60)
        return JSONResponse({"code": room.code, "secret": secret, "seconds": self.rooms.limits.room_seconds}, 201, NO_STORE)

    async def events(self, request: Request, channel: Channel) -> ASGIApp:
        """Follow a room. With `driving` in the query one is not counted as a follower."""
        if not changes.is_used(channel.room):
            await self.rooms.change(channel, changes.use)
        most, driving = self.rooms.limits.most_followers, "driving" in request.query_params
        if (channel.drivers if driving else max(channel.followers, channel.crowd)) >= most:  # who drives gets into a full room
            words = f"{most} follow this room, and that is as many as may. Try again in a minute."
            return self.refusals.refuse(channel.room.code, "follow", 503, words, again_seconds=60)
        return RoomStream(channel, driving)

    async def state(self, request: Request, channel: Channel) -> Response:
        """Drive."""
        secret, now, told = _secret(request), self.rooms.clock(), await read(request, State)
        return await self._change(channel, lambda room: changes.tell(room, secret, now, told.address, told.part))

    async def question(self, request: Request, channel: Channel) -> Response:
        """Ask, close, reveal or withdraw."""
        secret, now, told = _secret(request), self.rooms.clock(), await read_question(request)
        if isinstance(told, Asking):
            return await self._change(channel, lambda room: changes.ask(room, secret, now, told.of, told.low, told.high))
        if isinstance(told, Turning):
            return await self._change(channel, lambda room: changes.turn(room, secret, now, told.phase))
        return await self._change(channel, lambda room: changes.withdraw(room, secret, now))

    async def guess(self, request: Request, channel: Channel) -> Response:
        """Guess, from a seat that the page has thought up."""
        limits = self.rooms.limits
        if not channel.guesses.allows(self.rooms.clock()):
            words = f"More than {limits.guesses_per_second} guesses come in a second. Yours is not lost if you send it again in a moment."
            return self.refusals.refuse(channel.room.code, "guess", 429, words, again_seconds=1)
        seat, told = read_seat(request.path_params["seat"]), await read(request, Guessed)
        return await self._change(channel, lambda room: changes.guess(room, seat, told.value, limits.most_followers))

    async def hand_over(self, request: Request, channel: Channel) -> Response:
        """A ticket for whoever drives next."""
        secret, ticket, now = _secret(request), new_ticket(), self.rooms.clock()
        await self.rooms.change(channel, lambda room: changes.offer(room, secret, now, ticket))
        return JSONResponse({"ticket": ticket, "seconds": changes.TICKET_SECONDS}, 201, NO_STORE)

    async def driver(self, request: Request, channel: Channel) -> Response:
        """Drive from now on, with a ticket."""
        if not channel.tickets.allows(self.rooms.clock()):
            words = "Too many tickets are tried in this room. Try again in a few seconds."
            return self.refusals.refuse(channel.room.code, "driver", 429, words, again_seconds=5)
        told, secret, now = await read(request, Ticket), new_secret(), self.rooms.clock()
        room = await self.rooms.change(channel, lambda room: changes.take(room, told.ticket.strip().upper(), now, secret))
        return JSONResponse({"secret": secret, "driver": room.driver}, 200, NO_STORE)

    async def end(self, request: Request, channel: Channel) -> Response:
        """End the room."""
        secret = _secret(request)
        return await self._change(channel, lambda room: changes.end(room, secret))

    async def _change(self, channel: Channel, change: Change) -> Response:
        await self.rooms.change(channel, change)
        return Response(status_code=204, headers=NO_STORE)


def _secret(request: Request) -> str:
    """What the caller shows as the driver's secret; empty where it shows none."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""
