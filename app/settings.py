"""The few things that differ between installations, read once from the environment (prefix FSDP_)."""

from pathlib import Path

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Frozen. Every field can be set in the environment, for example FSDP_PORT=9000."""

    model_config = SettingsConfigDict(env_prefix="FSDP_", frozen=True, extra="ignore")

    host: str = Field(default="127.0.0.1", description="address to listen on")
    port: int = Field(default=8000, ge=0, le=65_535, description="port to listen on; 0 for any free one")
    root_path: str = Field(default="", description="path under which a proxy serves the site, such as /fsdp")
    public_url: str = Field(default="", description="address that permalinks start with; empty: the address of the request")
    cache_folder: Path | None = Field(default=None, description="folder for compressed static files; empty: kept in memory only")

    @field_validator("root_path")
    @classmethod
    def _slashes(cls, path: str) -> str:
        """A path starts with a slash and ends without one, however it was written; '/' alone is no path at all."""
        inner = path.strip("/")
        return f"/{inner}" if inner else ""
