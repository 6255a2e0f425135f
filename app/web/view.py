"""How a page is shown, apart from the run: theme, hidden and locked controls, answers. All of it stands in the address."""

from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from app.memory.scenario import FIELDS

THEMES = ("auto", "light", "dark")


@dataclass(frozen=True)
class View:
    """A page's look. Names that are no controls are dropped."""

    theme: str = "auto"
    hide: tuple[str, ...] = ()
    lock: tuple[str, ...] = ()
    answers: bool = True

    @property
    def query(self) -> str:
        """The part of the query string that keeps this look; empty for the usual one."""
        pairs = {
            "theme": self.theme if self.theme != "auto" else "",
            "hide": ",".join(self.hide),
            "lock": ",".join(self.lock),
            "answers": "" if self.answers else "0",
        }
        return urlencode({name: text for name, text in pairs.items() if text}, safe=",")


def read_view(query: QueryParams) -> View:
    """The look that a query string asks for; what it does not say, or says wrongly, stays as usual."""
    theme = query.get("theme", "auto")
    return View(
        theme=theme if theme in THEMES else "auto",
        hide=_controls(query.get("hide", "")),
        lock=_controls(query.get("lock", "")),
        answers=query.get("answers") != "0",
    )


def _controls(text: str) -> tuple[str, ...]:
    return tuple(name for name in FIELDS if name in text.split(","))
