"""The keys of the projected window and the presenter’s: one list for the scripts, the key map on `?` and the documentation."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.steps.catalog import STEPS


@dataclass(frozen=True)
class Key:
    """What some keys do. `action` is its name in the scripts; empty where browser or slider do it themselves."""

    action: str
    names: tuple[str, ...]
    words: str


KEYS = (
    Key("next", ("PageDown", "Space", "ArrowRight", "ArrowDown"), "The next part, and the next page after the last one"),
    Key("back", ("PageUp", "Shift+Space", "ArrowLeft", "ArrowUp"), "The part before"),
    Key("black", (".", "B"), "A black screen, and back"),
    Key("start", ("F5", "Shift+F5"), "Full screen; the page is not loaded again"),
    Key("full", ("F",), "Full screen, and back"),
    Key("close", ("Escape",), "Close what is open, leave a number box; the browser leaves full screen by the same key"),
    Key("goto", ("G",), "Go to any page and part"),
    Key("picture", tuple(str(number) for number, _ in enumerate(STEPS, start=1)), "The picture of that step"),
    Key("first", ("Home",), "The first part of this page"),
    Key("last", ("End",), "The last part of this page"),
    Key("", ("Shift+ArrowLeft", "Shift+ArrowRight"), "On a slider: five stops at once"),
    Key("presenter", ("P",), "Open the presenter’s window"),
    Key("ask", ("A",), "Who leads a room: ask it, close the question, show the guesses, take them away, one after the other"),
    Key("return", ("R",), "Where a room’s lecturer is, in a window that follows and was moved by itself"),
    Key("contrast", ("C",), "More contrast, and back"),
    Key("ground", ("D",), "Dark ground, and back"),
    Key("keys", ("?",), "These keys"),
)


def action_of_each() -> Mapping[str, str]:
    """The action of each key that scripts listen to, by the key’s name."""
    return {name: key.action for key in KEYS for name in key.names if key.action}
