"""What somebody wrote into an address: as it may be shown, and where one name came with several texts."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, overload

from app.memory.field import Problem

# Control characters but tab and line ends, the other half of a pair, and what Unicode calls noncharacters.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(f"{chr(0x10000 * p + 0xFFFE)}{chr(0x10000 * p + 0xFFFF)}" for p in range(17))
    + "]"
)
# What is not seen and comes along with copied text: marks of direction, of zero width, soft hyphens, tags. They turn sentences round.
_UNSEEN = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")


class Query(Protocol):
    """The pairs of an address, as Starlette’s QueryParams and app/web/offline.py have them."""

    def __contains__(self, name: object, /) -> bool:
        """Whether a name is given."""

    def __iter__(self) -> Iterator[Any]:
        """Each name once."""

    def __getitem__(self, name: str, /) -> str:
        """The last text of a name."""

    @overload
    def get(self, key: str, /) -> str | None: ...

    @overload
    def get(self, key: str, default: str, /) -> str: ...

    def getlist(self, key: str, /) -> list[str]:
        """All texts of a name."""

    def multi_items(self) -> list[tuple[str, str]]:
        """All pairs in their order."""


def printable(text: str) -> str:
    """The text without marks that are not seen, and with a sign for each character that may not stand in a page."""
    return _UNPRINTABLE.sub("\ufffd", _UNSEEN.sub("", text))


def details(problems: Iterable[Problem]) -> list[dict[str, str]]:
    """What programs are told of problems: each field, what was given, a sentence, what is accepted, an example."""
    told = ("field", "given", "message", "accepted", "example")
    return [{name: getattr(problem, name) for name in told} for problem in problems]


def repeated(query: Query, names: Iterable[str]) -> dict[str, str]:
    """Of each of these names that is given with different texts, the first that does not count: the last one does."""
    texts = {name: [printable(text) for text in query.getlist(name)] for name in names if name in query}
    return {name: next(text for text in each if text != each[-1]) for name, each in texts.items() if len(set(each)) > 1}
