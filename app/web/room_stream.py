"""Server-sent events of a room, to one who follows it: always the newest state, and a sign of life when nothing happens."""

import asyncio
from contextlib import suppress
from random import randint

from starlette.types import Receive, Scope, Send

from app.classroom.channel import Channel
from app.classroom.event import KEPT_ALIVE
from app.web.headers import encoded

HOLD_LITTLE = "walkthrough.hold_little"  # in a scope’s state: a function that keeps old events from piling up for a slow client
HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "Connection": "close",  # when the stream ends
    "X-Accel-Buffering": "no",  # nginx passes each event on at once
}
AGAIN_MILLISECONDS = (500, 2500)  # after which a browser comes back, each after another while


class RoomStream:
    """An ASGI response that ends with the room, with the process, or when the follower leaves."""

    def __init__(self, channel: Channel, driving: bool) -> None:
        self.channel = channel
        self.driving = driving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if hold_little := scope.get("state", {}).get(HOLD_LITTLE):
            hold_little()
        await send({"type": "http.response.start", "status": 200, "headers": encoded(HEADERS)})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body"})
            return
        with self.channel.joined(self.driving):
            sending = asyncio.ensure_future(self._send(send))
            try:
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                sending.cancel()
                with suppress(asyncio.CancelledError):
                    await sending

    async def _send(self, send: Send) -> None:
        channel, number = self.channel, self.channel.number
        await send(piece(f"retry: {randint(*AGAIN_MILLISECONDS)}\n\n".encode() + channel.present()))
        while not channel.leaving and not (channel.shown.ended and number == channel.number):
            if number == channel.number:
                await channel.woken.wait()
                if number == channel.number and not channel.leaving:
                    await send(piece(KEPT_ALIVE))
            else:
                number = channel.number
                await send(piece(channel.event))
        await send({"type": "http.response.body"})


def piece(body: bytes) -> dict[str, object]:
    """A part of a response of which more will come."""
    return {"type": "http.response.body", "body": body, "more_body": True}
