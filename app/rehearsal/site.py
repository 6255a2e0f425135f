"""A walkthrough that runs somewhere, asked over HTTP/1.1 with the standard library alone."""

import asyncio
import json
import ssl
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

ANSWER_SECONDS = 30


class Refused(Exception):
    """The site answered something else than was asked for; its words."""


@dataclass(frozen=True)
class Site:
    """Where it lies: host, port, whether over TLS, and under which path."""

    host: str
    port: int
    secure: bool
    root: str

    @property
    def address(self) -> str:
        """What a person types."""
        usual = 443 if self.secure else 80
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.secure else 'http'}://{host}{'' if self.port == usual else f':{self.port}'}{self.root}"

    @property
    def tls(self) -> ssl.SSLContext | None:
        """How its name is checked, if at all."""
        return ssl.create_default_context() if self.secure else None

    def head(self, method: str, path: str, body: bytes = b"", secret: str = "", stays: bool = False) -> bytes:
        """The bytes of a request with its body."""
        lines = [f"{method} {self.root}{path} HTTP/1.1", f"host: {self.host}:{self.port}"]
        lines += [] if stays else ["connection: close"]
        lines += [f"content-length: {len(body)}", "content-type: application/json"] if body else []
        lines += [f"authorization: Bearer {secret}"] if secret else []
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def ask(self, method: str, path: str, told: object = None, secret: str = "") -> tuple[int, Any]:
        """Status and JSON of one answer, over a connection of its own."""
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(self.host, self.port, ssl=self.tls)
            try:
                writer.write(self.head(method, path, b"" if told is None else json.dumps(told).encode(), secret))
                head, _, body = (await reader.read()).partition(b"\r\n\r\n")
            finally:
                writer.close()
        return int(head.split()[1]), json.loads(body) if body else None

    async def done(self, method: str, path: str, told: object = None, secret: str = "") -> Any:
        """The JSON of an answer of success. Raises Refused with the site's words otherwise."""
        status, answer = await self.ask(method, path, told, secret)
        if status >= 300:
            raise Refused(f"{status}: {answer.get('detail') if isinstance(answer, dict) else answer}")
        return answer


def site_at(address: str) -> Site:
    """The site at an address. Raises ValueError where it is none."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"“{address}” is no address like http://127.0.0.1:8000")
    secure = parts.scheme == "https"
    return Site(parts.hostname, parts.port or (443 if secure else 80), secure, parts.path.rstrip("/"))
