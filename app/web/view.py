"""How a page is shown, apart from the run: theme, hidden and locked controls, answers. All of it stands in the address."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlencode

from app.classroom.keys import read_code
from app.memory.scenario import Scenario
from app.steps.catalog import FIELDS
from app.web.typed import Query

THEMES = ("auto", "light", "dark")
PROJECTOR = "projector"  # the one other way to see a page; see app/web/stage.py


@dataclass(frozen=True)
class View:
    """A page's look. Names that are no controls are dropped."""

    theme: str = "auto"
    hide: tuple[str, ...] = ()
    lock: tuple[str, ...] = ()
    answers: bool = True
    room: str = ""

    @property
    def query(self) -> str:
        """The part of the query string that keeps this look; empty for the usual one."""
        pairs = {
            "theme": self.theme if self.theme != "auto" else "",
            "hide": ",".join(self.hide),
            "lock": ",".join(self.lock),
            "answers": "" if self.answers else "0",
            "room": self.room,
        }
        return urlencode({name: text for name, text in pairs.items() if text}, safe=",")

    @property
    def lasting(self) -> Self:
        """The look without the room: a room ends, a link stays."""
        return replace(self, room="")

    def address(self, settings: str) -> str:
        """The query of a page with those settings and this look, its question mark included; empty where there is nothing to say."""
        query = "&".join(part for part in (settings, self.query) if part)
        return f"?{query}" if query else ""

    def offers(self, name: str, settings: Iterable[str]) -> bool:
        """Whether a list of presets for one setting may be shown: it is in sight, and nothing that a preset sets is locked."""
        return name not in self.hide and not set(settings) & set(self.lock)

    def afresh(self, run: Scenario) -> str:
        """The query of a page from the start: this look, and the settings that its author hid or locked."""
        kept = {name: getattr(run, name) for name in (*self.hide, *self.lock) if name in run.FIELDS}
        return self.address(type(run)().but(**kept).address(tuple(kept)))


def read_view(query: Query) -> View:
    """The look that a query string asks for; what it does not say, or says wrongly, stays as usual."""
    theme = query.get("theme", "auto")
    return View(
        theme=theme if theme in THEMES else "auto",
        hide=_controls(query.get("hide", "")),
        lock=_controls(query.get("lock", "")),
        answers=query.get("answers") != "0",
        room=read_code(query.get("room", "")) or "",
    )


def _controls(text: str) -> tuple[str, ...]:
    return tuple(name for name in FIELDS if name in text.split(","))
