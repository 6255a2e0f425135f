"""The configs under tests/data/configs: hyper-parameters of published models."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "data" / "configs"
SLUGS = sorted(path.stem for path in FOLDER.glob("*.json"))


def text(slug: str) -> str:
    """One config.json as it stands."""
    return (FOLDER / f"{slug}.json").read_text(encoding="utf-8")


def config(slug: str, **changes: Any) -> dict[str, Any]:
    """Its keys, some of them changed; a change to ... takes the key away."""
    values = json.loads(text(slug)) | changes
    return {key: value for key, value in values.items() if value is not ...}
