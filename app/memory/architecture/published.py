"""Published models for the planner: of each config.json the keys that decide what is counted, see config.py."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from app.memory.architecture.architecture import Architecture
from app.memory.architecture.document import value_of
from app.memory.architecture.families import architecture_of
from app.memory.architecture.published_keys import KEYS


@dataclass(frozen=True)
class Published:
    """A published model: its name in the address, its title, and the few keys of its config."""

    slug: str
    title: str
    keys: Mapping[str, object]


def _read(text: str) -> Iterator[Published]:
    for entry in re.split(r"\n(?=\S+ \| )", text.strip()):
        head, body = entry.split("\n", 1)
        slug, title = head.split(" | ")
        pairs = (word.split("=", 1) for word in body.split())
        yield Published(slug, title, {name: value_of(written) for name, written in pairs})


PUBLISHED: Mapping[str, Published] = {entry.slug: entry for entry in _read(KEYS)}


@cache
def published(slug: str) -> Architecture:
    """The architecture of a published model. Raises KeyError for a name that is not among them."""
    return architecture_of(PUBLISHED[slug].keys)
