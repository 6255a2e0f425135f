"""The few things that differ between installations, read once from the environment (prefix FSDP_)."""

import re
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

from pydantic import Field, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.classroom.limits import RoomLimits
from app.web.address import HOST
from app.web.forwarded import ANYONE, networks

ROOT_PATH = re.compile(r"(/(?!\.{1,2}(/|$))[\w.~-]+)+", re.ASCII)
PUBLIC_URL = re.compile(rf"(?P<origin>https?://(?:{HOST.pattern}))(?P<path>/[^?#\s]*)?", re.ASCII | re.IGNORECASE)

SITE = re.compile(r"https?://(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?", re.ASCII | re.IGNORECASE)


class Settings(BaseSettings):
    """Frozen. Every field can be set in the environment, for example FSDP_PORT=9000."""

    model_config = SettingsConfigDict(env_prefix="FSDP_", env_ignore_empty=True, frozen=True, extra="ignore")

    host: str = Field(default="127.0.0.1", description="address to listen on")
    port: int = Field(default=8000, ge=0, le=65_535, description="port to listen on; 0 for any free one")
    root_path: str = Field(default="", description="path under which a proxy serves the site, such as /fsdp")
    public_url: str = Field(
        default="", description="scheme and host that permalinks start with, such as https://example.org; empty: those of the request"
    )
    cache_folder: Path | None = Field(default=None, description="folder for compressed static files; empty: kept in memory only")
    proxy_headers: bool = Field(default=False, description="whether X-Forwarded-Proto and X-Forwarded-Host count; only behind a proxy")
    trusted_proxies: str = Field(
        default="*", description="proxies whose X-Forwarded headers count, by address or network; *: whoever connects"
    )
    log_requests: bool = Field(default=False, description="whether each request is logged, as a line of JSON without the reader’s address")
    metrics: bool = Field(default=False, description="whether /metrics counts answers for Prometheus; needs the extra `metrics`")
    workers: int = Field(default=1, ge=1, le=64, description="processes that answer; one for each core is enough")
    longest_address: int = Field(default=4096, ge=512, le=60_000, description="bytes of path and query that are read; longer ones get 414")
    largest_body: int = Field(default=16_384, ge=0, description="bytes of a request’s body that are let pass; larger ones get 413")
    most_sweeps: int = Field(default=32, ge=1, description="different sweeps that one worker makes or has waiting; further ones get 503")
    answer_memory: int = Field(default=16_000_000, ge=0, description="bytes of answers that one worker keeps ready; 0: none")
    embed_hosts: str = Field(
        default="*", description="sites that may show `/embed/…` in a frame, such as `https://moodle.example.edu https://*.example.org`"
    )
    most_connections: int = Field(default=2000, ge=1, description="connections that one worker holds; further ones get 503")
    redis_url: str = Field(
        default="",
        description="Redis that keeps rooms for several workers or machines, such as redis://localhost:6379; needs the extra `classroom`",
    )
    most_rooms: int = Field(
        default=RoomLimits.most_rooms, ge=0, description="rooms open at once in one process, or in all that share a Redis; 0: none"
    )
    most_followers: int = Field(default=RoomLimits.most_followers, ge=1, description="followers of one room; further ones get 503")
    guesses_per_second: int = Field(
        default=RoomLimits.guesses_per_second,
        ge=1,
        description="guesses that one worker takes in one room each second; further ones get 429",
    )
    room_seconds: int = Field(default=RoomLimits.room_seconds, ge=60, description="seconds after which a room ends")
    room_idle_seconds: int = Field(
        default=RoomLimits.room_idle_seconds,
        ge=10,
        description="seconds without word from a page that leads, after which a room ends; an open page sends word every 240",
    )

    @field_validator("root_path")
    @classmethod
    def _slashes(cls, path: str) -> str:
        """A path starts with a slash and ends without one, however it was written; '/' alone is no path at all."""
        full = (path if path.startswith("/") else f"/{path}").removesuffix("/")
        if full and not ROOT_PATH.fullmatch(full):
            raise ValueError(f"“{path}” cannot be used. Write it like /fsdp: letters, digits and - . _ ~ between single slashes")
        return full

    @field_validator("public_url")
    @classmethod
    def _origin(cls, address: str, told: ValidationInfo) -> str:
        """Scheme and host. The path, if there is one, must be the root path, which links have anyway."""
        found = PUBLIC_URL.fullmatch(address)
        if address and not found:
            raise ValueError(f"“{address}” cannot be used. Write http:// or https:// and the host, like https://example.org")
        path, root = (found["path"] or "").rstrip("/") if found else "", told.data.get("root_path", "")
        if path not in ("", root):
            raise ValueError(
                f"“{address}” has another path than the root path, which is “{root}”. Leave it out, or set FSDP_ROOT_PATH={path}"
            )
        return found["origin"].lower() if found else ""

    @field_validator("redis_url")
    @classmethod
    def _redis(cls, address: str) -> str:
        if address and not address.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("it cannot be used. Write it like redis://localhost:6379, rediss://… or unix://…")  # it may hold a password
        if address and find_spec("redis") is None:
            raise ValueError("it needs the extra `classroom`: pip install 'fsdp-walkthrough[classroom]'")
        return address

    @field_validator("embed_hosts")
    @classmethod
    def _sites(cls, names: str) -> str:
        for name in names.split():
            if name != "*" and not SITE.fullmatch(name):
                raise ValueError(f"“{name}” cannot be used. Write https:// and the host, like https://*.example.org, or * for any")
        return " ".join(names.split()) or "*"

    @field_validator("trusted_proxies")
    @classmethod
    def _readable(cls, names: str) -> str:
        networks(name for name in names.split(",") if name.strip() != ANYONE)
        return names

    @property
    def trusted(self) -> tuple[str, ...]:
        """The proxies to believe, one by one; none where forwarded headers do not count."""
        return tuple(name.strip() for name in self.trusted_proxies.split(",")) if self.proxy_headers else ()

    @property
    def rooms(self) -> RoomLimits:
        """What rooms may have."""
        return RoomLimits(**{each.name: getattr(self, each.name) for each in fields(RoomLimits)})

    def as_environment(self) -> dict[str, str]:
        """The variables from which another process reads the same settings."""
        return {f"FSDP_{name.upper()}": "" if value is None else str(value) for name, value in self.model_dump().items()}
